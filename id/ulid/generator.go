package ulid

import (
	"io"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/tick"
	"github.com/sortid/sortid/id/internal/unix"
)

// Generator makes IDs for any number of goroutines, as the specification's section
// Monotonicity says: in a new millisecond with a random field of its own, and
// within a millisecond with the last random field plus one, so that each ID is
// greater than the one before. Only a new millisecond takes a lock. The zero value
// is ready for use.
//
// When the clock goes back, the last millisecond is held and the random field
// counts on. When the random field cannot count any further, New fails until the
// clock shows a later millisecond.
//
// The exported fields are set before the first call and not changed after it. A
// Generator must not be copied.
type Generator struct {
	// Clock tells the time; nil means the system clock. It is called once an ID,
	// and must be safe for concurrent use.
	Clock func() time.Time
	// Rand is where random fields come from: ten bytes, read once a millisecond,
	// or once an ID if Plain is set. Nil means crypto/rand. Reads do not overlap.
	Rand io.Reader
	// Plain makes each ID with 80 random bits of its own and the time that the
	// clock shows, whatever was made before: IDs cannot be guessed from each
	// other, and have no order within a millisecond.
	Plain bool

	source  entropy.Source
	counter counter
}

// New makes an ID: unless Plain is set, one that is greater than all that the
// generator made before.
//
// It fails with a [*id.RangeError] when the clock is before 1970 or past
// [MaxTimestamp], and with a [*id.GenerateError] when the random field of this
// millisecond cannot be incremented any further ([id.ErrOverflow]: the next
// millisecond helps), or when Rand fails ([id.ErrEntropy]). A failed call leaves
// the generator as it was.
func (g *Generator) New() (x ID, err error) {
	hi, lo, err := g.at(g.millis())
	if err != nil {
		return ID{}, err
	}
	x.set(hi, lo)
	return x, nil
}

// millis reads the generator's clock.
func (g *Generator) millis() int64 {
	if g.Clock == nil {
		return tick.System.Millis()
	}
	return unix.Millis(g.Clock())
}

// at is New for a clock that was read already. It returns the words of the ID,
// which stay in registers.
func (g *Generator) at(now int64) (hi, lo uint64, err error) {
	if g.Plain {
		return g.plain(now)
	}
	hi, lo, ok := g.counter.next(now)
	if !ok {
		return g.begin(now)
	}
	return hi, lo, nil
}

// begin is at for the first ID of a millisecond, and for what the counter cannot
// do without a lock.
//
//go:noinline
func (g *Generator) begin(now int64) (hi, lo uint64, err error) {
	if uint64(now) > MaxTimestamp {
		return 0, 0, rangeFault(time.UnixMilli(now), now)
	}
	g.counter.mu.Lock()
	defer g.counter.mu.Unlock()
	if g.counter.holds(now) {
		var ok bool
		if hi, lo, ok = g.counter.resume(); !ok {
			return 0, 0, overflowFault(g.counter.millis())
		}
		return hi, lo, nil
	}
	// Drawn under the lock: one random field a millisecond, and no change if the
	// reader fails.
	if hi, lo, err = g.draw(); err != nil {
		return 0, 0, err
	}
	hi |= uint64(now) << 16
	g.counter.publish(hi, lo)
	return hi, lo, nil
}

// plain is at for a generator that is not monotonic.
func (g *Generator) plain(now int64) (hi, lo uint64, err error) {
	if uint64(now) > MaxTimestamp {
		return 0, 0, rangeFault(time.UnixMilli(now), now)
	}
	if hi, lo, err = g.draw(); err != nil {
		return 0, 0, err
	}
	return uint64(now)<<16 | hi, lo, nil
}

// draw returns 80 random bits, the high 16 of them in hi.
func (g *Generator) draw() (hi, lo uint64, err error) {
	if hi, lo, err = g.source.Draw(g.Rand, 10); err != nil {
		return 0, 0, fault.Generate(format, id.ErrEntropy, "reading the random field from Rand: mend it, or leave Rand nil for crypto/rand", err)
	}
	return hi, lo, nil
}

//go:noinline
func overflowFault(millis int64) error {
	return fault.Generate(format, id.ErrOverflow, "the random field of "+time.UnixMilli(millis).UTC().Format(time.RFC3339Nano)+
		" cannot be incremented any further: try again when the clock shows a later millisecond", nil)
}
