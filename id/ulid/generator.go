package ulid

import (
	"io"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/instance"
)

// Generator makes IDs in strictly increasing order (section Monotonicity). It draws a
// random field for the first ID of each millisecond, and adds one to it for each
// further ID. The zero value is ready to use. A Generator is safe for concurrent use,
// and takes a lock only for a new millisecond.
//
// If the clock goes back, the generator holds the last millisecond and continues to
// add to the random field. If the random field cannot be incremented further, New
// fails until the clock shows a later millisecond. If the process may have been copied
// ([id.Reseed]), the generator adds a random number of up to 80 bits.
//
// Set the exported fields before the first call and do not change them after it. A
// Generator must not be copied.
type Generator struct {
	// Clock returns the time; nil means the system clock. The generator calls it once
	// for each ID. It must be safe for concurrent use.
	Clock func() time.Time
	// Rand is the source of randomness; nil means crypto/rand, expanded by ChaCha8. The
	// generator reads ten bytes for each millisecond and when the process may have been
	// copied, or for each ID if Plain is set. Reads do not overlap.
	Rand io.Reader
	// Plain makes the generator draw all 80 random bits for each ID and follow the
	// clock back. IDs cannot be guessed from each other, and have no order within a
	// millisecond (section Sorting).
	Plain bool

	source  entropy.Source
	counter counter
}

// New returns a new ID. Unless Plain is set, it is greater than all earlier IDs of
// the generator.
//
// It fails with a [*id.RangeError] if the clock shows a time before 1970 or after
// [MaxTimestamp], and with a [*id.GenerateError] if the random field of this
// millisecond cannot be incremented further ([id.ErrOverflow]; the next millisecond
// succeeds), or if Rand fails ([id.ErrEntropy]). A failed call leaves the generator
// unchanged.
func (g *Generator) New() (x ID, err error) {
	hi, lo, err := g.next(clock.Millis(g.Clock))
	if err != nil {
		return ID{}, err
	}
	x.set(hi, lo)
	return x, nil
}

// next is New for a clock that shows now. It returns the words of the ID, which stay
// in registers.
func (g *Generator) next(now int64) (hi, lo uint64, err error) {
	if g.Plain {
		return g.plain(now)
	}
	hi, lo, ok := g.counter.next(now)
	if !ok {
		return g.reserve(now, 1)
	}
	return hi, lo, nil
}

// reserve takes n consecutive IDs of one millisecond, and returns the words of the first. It
// begins a millisecond, and does everything else that needs the lock. n is 1 to MaxBlock.
//
//go:noinline
func (g *Generator) reserve(now int64, n uint64) (hi, lo uint64, err error) {
	if uint64(now) > MaxTimestamp {
		return 0, 0, rangeFault(time.UnixMilli(now), now)
	}
	g.counter.mu.Lock()
	defer g.counter.mu.Unlock()
	if g.counter.holds(now) {
		if err = g.leaveCopies(); err != nil {
			return 0, 0, err
		}
		var ok bool
		if n == 1 {
			hi, lo, ok = g.counter.resume()
		} else {
			hi, lo, ok = g.counter.take(n)
		}
		if !ok {
			return 0, 0, overflowFault(n, g.counter.millis())
		}
		return hi, lo, nil
	}
	mark := instance.Now()
	// Drawn under the lock: one random field a millisecond, and no change if the
	// reader fails.
	if hi, lo, err = g.draw(); err != nil {
		return 0, 0, err
	}
	if !fits(hi, lo, n-1) {
		return 0, 0, overflowFault(n, now)
	}
	hi |= uint64(now) << 16
	g.counter.publish(add128(hi, lo, n-1))
	g.counter.mark.Store(mark)
	return hi, lo, nil
}

// leaveCopies leaves the values of the present millisecond that a copy of the process would
// return, too; the counter's lock is held. It does nothing if the counter has parted
// from them already.
func (g *Generator) leaveCopies() error {
	if g.counter.mark.Current() {
		return nil
	}
	mark := instance.Now()
	hi, lo, err := g.draw()
	if err != nil {
		return err
	}
	g.counter.skipAhead(hi, lo)
	g.counter.mark.Store(mark)
	return nil
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
		return 0, 0, fault.Rand(format, err)
	}
	return hi, lo, nil
}

// held returns the timestamp of the last ID. ok is false if there is none.
func (g *Generator) held() (millis int64, ok bool) {
	g.counter.mu.Lock()
	defer g.counter.mu.Unlock()
	return g.counter.millis(), g.counter.current.Load() != 0
}

//go:noinline
func overflowFault(n uint64, millis int64) error {
	what := "new ID"
	if n > 1 {
		what = "block of " + strconv.FormatUint(n, 10) + " IDs"
	}
	return fault.Generate(format, what, id.ErrOverflow, "the random field of "+time.UnixMilli(millis).UTC().Format(time.RFC3339Nano)+
		" cannot be incremented further: try again when the clock shows a later millisecond", nil)
}
