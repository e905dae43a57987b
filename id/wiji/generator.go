package wiji

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/instance"
)

// Generator makes IDs in strictly increasing order (sections 3.1 to 3.4, and the
// factory of section 9). It draws a random field for its first ID and keeps it. If the
// process may have been copied ([id.Reseed]), it draws another one. The zero value is
// ready to use. A Generator is safe for concurrent use, and does not take a lock.
//
// If the clock stands still or goes back, the generator holds the last timestamp and
// increments the sequence. If the 65,536 IDs of that microsecond are exhausted, it
// waits for the clock to pass it.
//
// Set the exported fields before the first call and do not change them after it. A
// Generator must not be copied.
type Generator struct {
	// Clock returns the time; nil means the system clock. The generator calls it once
	// for each ID, and repeatedly while it waits. It must be safe for concurrent use.
	Clock func() time.Time
	// Rand is the source of randomness; nil means crypto/rand, expanded by ChaCha8. The
	// generator reads seven bytes for a random field, big-endian, and uses the low 52 bits.
	// Section 3.4 asks for a cryptographically secure source.
	Rand io.Reader

	drawn   atomic.Pointer[drawn] // nil until the random field is drawn
	counter clock.Counter
	source  entropy.Source
}

// drawn is a random field, and the instance of the process that drew it.
type drawn struct {
	mark instance.Mark
	low  uint64   // version and random field
	_    [48]byte // nothing that changes often shares the cache line
}

// layout lets the counter's word hold 2^43 microseconds, 101 days, before the
// counter needs another base.
func layout() clock.Layout { return clock.Layout{Bits: 20, Max: MaxSequence} }

// New returns a new ID, which is greater than all earlier IDs of the generator.
//
// It fails with a [*id.RangeError] if the clock shows a time before 1970 or after
// [MaxTextTimestamp], and with a [*id.GenerateError] if the sequence is exhausted
// and the clock does not pass the last timestamp within a second
// ([id.ErrExhausted]), or if Rand fails ([id.ErrEntropy]). A failed call leaves the
// generator unchanged.
func (g *Generator) New() (x ID, err error) {
	hi, lo, err := g.next(clock.Micros(g.Clock))
	if err != nil {
		return ID{}, err
	}
	x.set(hi, lo)
	return x, nil
}

// next is New for a clock that shows now. It returns the words of the ID, which stay
// in registers.
func (g *Generator) next(now int64) (hi, lo uint64, err error) {
	d := g.drawn.Load()
	if d == nil || !d.mark.Current() || uint64(now) > MaxTextTimestamp {
		if d, err = g.prepare(now); err != nil {
			return 0, 0, err
		}
	}
	timestamp, sequence, ok := g.counter.Take(now, layout())
	if !ok {
		if timestamp, sequence, ok = g.counter.Begin(now, 0, layout()); !ok {
			return g.reserve(now, 1)
		}
	}
	hi, lo = words(uint64(timestamp), sequence, d.low)
	return hi, lo, nil
}

// reserve takes n consecutive IDs of one microsecond, and returns the words of the
// first. n is 1 to MaxBlock.
func (g *Generator) reserve(now int64, n uint64) (hi, lo uint64, err error) {
	for {
		d, err := g.prepare(now)
		if err != nil {
			return 0, 0, err
		}
		timestamp, sequence, ok := g.counter.Reserve(now, 0, n, layout())
		if ok {
			hi, lo = words(uint64(timestamp), sequence, d.low)
			return hi, lo, nil
		}
		if now, err = g.wait(timestamp, n); err != nil {
			return 0, 0, err
		}
	}
}

// prepare refuses a time that has no ID, and returns the random field of this instance
// of the process.
func (g *Generator) prepare(now int64) (*drawn, error) {
	if uint64(now) > MaxTextTimestamp {
		return nil, fault.Range(format, time.UnixMicro(now), minTime, maxTime, id.ErrRange)
	}
	for {
		old := g.drawn.Load()
		if old != nil && old.mark.Current() {
			return old, nil
		}
		mark := instance.Now()
		_, random, err := g.source.Draw(g.Rand, 7)
		if err != nil {
			return nil, fault.Rand(format, err)
		}
		// Of goroutines that draw at once, the first decides.
		g.drawn.CompareAndSwap(old, &drawn{mark: mark, low: Version<<52 | random&MaxRandom})
	}
}

// wait returns the time after the microsecond last, which has fewer than n sequence
// numbers left (section 3.2, rule 3).
func (g *Generator) wait(last int64, n uint64) (now int64, err error) {
	now, ok := clock.Wait(func() int64 { return clock.Micros(g.Clock) }, last, time.Microsecond)
	if !ok {
		return 0, fault.Exhausted(format, n, time.UnixMicro(last), time.UnixMicro(now), "use a new Generator")
	}
	return now, nil
}

// held returns the timestamp of the last ID. ok is false if there is none.
func (g *Generator) held() (timestamp int64, ok bool) { return g.counter.Held(layout()) }
