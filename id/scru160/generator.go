package scru160

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// Generator makes IDs in strictly increasing order (sections counter and random16).
// Its counter begins at a random value in each millisecond and is incremented for
// each ID. The field random80, and the bits of random16 without another use, are
// random in each ID. The zero value is ready to use. A Generator is safe for
// concurrent use, and does not take a lock.
//
// If the clock stands still or goes back, the generator holds the last timestamp and
// increments the counter. If the counter is exhausted, it waits for the clock to pass
// that timestamp.
//
// Set the exported fields before the first call and do not change them after it. A
// Generator must not be copied.
type Generator struct {
	// Clock returns the time; nil means the system clock. The generator calls it once
	// for each ID, and repeatedly while it waits. It must be safe for concurrent use.
	Clock func() time.Time
	// Rand is the source of randomness; nil means crypto/rand, expanded by ChaCha8. The
	// generator reads 16 bytes for each ID, big-endian: four for the counter's initial
	// value, two for random16 and ten for random80. It uses the low bits if it does not
	// need all. For a [Block] it reads 20 bytes: four for the counter's initial value, and
	// 16 from which it derives the random bits of the IDs. Reads do not overlap.
	Rand io.Reader

	// Micros selects the alternative counter usage: the high ten bits of the counter
	// are the microsecond, and the low six count within it, from a random initial value
	// of 0 to 31. So a tick, which is a microsecond, has room for 33 to 64 IDs. When they
	// are used up, New waits for the clock to show a later microsecond, for a second at
	// most, and then fails ([id.ErrExhausted]): a clock that moves once a millisecond
	// limits it to 64 IDs a millisecond, and after a clock went back by more than a
	// second, New fails from the 65th ID on until the clock has caught up. CounterBits
	// makes more room, and with a Headroom of 5 each tick has 64 IDs.
	Micros bool
	// CounterBits is the number of bits of random16, 0 to 16, that extend the counter.
	// They are the high ones, and form one number with the counter. With all 16, a
	// millisecond has 65,536 times as many IDs.
	CounterBits int
	// Headroom is the number of bits by which the counter's random initial value is
	// shorter. More headroom gives more IDs a millisecond in the worst case. At 0 the
	// initial value is one bit shorter than the counter: 15 bits, or 5 with Micros, and
	// CounterBits more. At the greatest headroom the counter begins at 0.
	Headroom int
	// NodeBits is the number of bits of random16, 0 to 16 less CounterBits, that hold
	// Node. They follow those of the counter.
	NodeBits int
	// Node is the number of this generator among those of the application, so that
	// their IDs differ. It must be set if NodeBits is, and fit NodeBits.
	Node id.Node

	plan    atomic.Pointer[plan] // nil until the settings are checked
	counter clock.Counter
	source  entropy.Source
}

// New returns a new ID, which is greater than all earlier IDs of the generator.
//
// It fails with a [*id.RangeError] if the clock shows a time before 1970 or after
// [MaxTimestamp], and with a [*id.GenerateError] if the clock shows a reserved
// timestamp ([id.ErrReserved]), if the counter is exhausted and the clock does not
// pass the last timestamp within a second ([id.ErrExhausted]), if Rand fails
// ([id.ErrEntropy]), or if the settings contradict each other ([id.ErrConfig]). A
// failed call leaves the generator unchanged.
func (g *Generator) New() (x ID, err error) {
	top, hi, lo, err := g.next(g.ticks())
	if err != nil {
		return ID{}, err
	}
	x.set(top, hi, lo)
	return x, nil
}

// ticks reads the generator's clock.
func (g *Generator) ticks() int64 {
	if g.Micros {
		return clock.Micros(g.Clock)
	}
	return clock.Millis(g.Clock)
}

// next is New for a clock that shows now. It returns the words of the ID, which stay
// in registers.
func (g *Generator) next(now int64) (top uint32, hi, lo uint64, err error) {
	p := g.plan.Load()
	if p == nil || !p.covers(now) {
		if p, err = g.prepare(now); err != nil {
			return 0, 0, 0, err
		}
	}
	// Before the counter, which a failure must not move.
	if hi, lo, err = g.source.Draw(g.Rand, 16); err != nil {
		return 0, 0, 0, fault.Rand(format, err)
	}
	tick, number, ok := g.counter.Next(now, hi>>32&p.initial, p.layout)
	if !ok {
		if now, err = g.wait(p, tick, 1); err != nil {
			return 0, 0, 0, err
		}
		return g.next(now)
	}
	top, hi, lo = p.words(tick, number, hi, lo)
	return top, hi, lo, nil
}

// prepare returns the plan. It checks the settings, once, and refuses a time that has
// no ID.
func (g *Generator) prepare(now int64) (*plan, error) {
	p := g.plan.Load()
	if p == nil {
		var err error
		if p, err = newPlan(g); err != nil {
			return nil, err
		}
		g.plan.Store(p) // goroutines that get here together store the same plan
	}
	return p, p.check(now)
}

// wait returns the time after the tick last, which has fewer than n IDs left.
func (g *Generator) wait(p *plan, last int64, n uint64) (now int64, err error) {
	now, ok := clock.Wait(g.ticks, last, p.unit)
	if !ok {
		return 0, fault.Exhausted(format, n, p.time(last), p.time(now), "use a new Generator")
	}
	return now, nil
}

// held returns the tick of the last ID. ok is false if there is none.
func (g *Generator) held() (tick int64, ok bool) {
	p := g.plan.Load()
	if p == nil {
		return 0, false
	}
	return g.counter.Held(p.layout)
}
