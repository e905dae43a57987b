package scru160

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/tick"
	"github.com/sortid/sortid/id/internal/unix"
)

// Generator makes IDs in strictly increasing order, for any number of goroutines
// and without a lock (sections counter and random16). Its counter begins at a
// random value in each millisecond and adds one for each ID; random80, and what is
// left of random16, are random in each ID. The zero value is ready for use.
//
// When the clock stands still or goes back, the last timestamp is held and the
// counter goes on. When the counter is used up, New waits for the clock to pass
// that timestamp.
//
// The exported fields are set before the first call and not changed after it. A
// Generator must not be copied.
type Generator struct {
	// Clock tells the time; nil means the system clock. It is called once an ID,
	// and repeatedly while New waits, and must be safe for concurrent use.
	Clock func() time.Time
	// Rand is where randomness comes from: 16 bytes an ID, of which the first four
	// are for the counter's initial value, two for random16 and ten for random80,
	// big-endian, the low bits where not all are needed. Nil means crypto/rand.
	// Reads do not overlap.
	Rand io.Reader

	// Micros selects the alternative counter usage: the microsecond takes the high
	// ten bits of the counter, and the low six count within it. It makes more than
	// 32 IDs a microsecond.
	Micros bool
	// CounterBits is how many bits of random16, 0 to 16, the counter is longer by.
	// They are the high ones, and form one number with the counter: 65,536 times
	// as many IDs a millisecond with all 16.
	CounterBits int
	// Headroom makes the counter's random initial value smaller by so many bits,
	// which gives more IDs a millisecond in the worst case. At 0 it is one bit
	// short of the counter: 15 bits, or 5 with Micros, and CounterBits more. The
	// greatest Headroom makes the counter begin at 0.
	Headroom int
	// NodeBits is how many bits of random16 hold Node, 0 to 16 less CounterBits.
	// They come right after the counter's.
	NodeBits int
	// Node is a number that tells this generator's IDs from those of others in the
	// application. It must fit NodeBits.
	Node uint16

	plan    atomic.Pointer[plan] // nil until the settings are checked
	counter tick.Counter
	source  entropy.Source
}

// New makes an ID that is greater than all that the generator made before.
//
// It fails with a [*id.RangeError] when the clock is before 1970 or past
// [MaxTimestamp], and with a [*id.GenerateError] when the clock shows a reserved
// timestamp ([id.ErrReserved]), when the counter is used up and the clock does not
// pass the last timestamp within a second ([id.ErrExhausted]), when Rand fails
// ([id.ErrEntropy]), or when the settings contradict each other ([id.ErrConfig]).
// A failed call leaves the generator as it was.
func (g *Generator) New() (x ID, err error) {
	top, hi, lo, err := g.at(g.ticks())
	if err != nil {
		return ID{}, err
	}
	x.set(top, hi, lo)
	return x, nil
}

// ticks reads the generator's clock.
func (g *Generator) ticks() int64 {
	switch {
	case g.Clock == nil && g.Micros:
		return tick.System.Micros()
	case g.Clock == nil:
		return tick.System.Millis()
	case g.Micros:
		return unix.Micros(g.Clock())
	}
	return unix.Millis(g.Clock())
}

// at is New for a clock that was read already. It returns the words of the ID,
// which stay in registers.
func (g *Generator) at(now int64) (top uint32, hi, lo uint64, err error) {
	p := g.plan.Load()
	if p == nil || !p.covers(now) {
		if p, err = g.prepare(now); err != nil {
			return 0, 0, 0, err
		}
	}
	// Before the counter, which a failure must not move.
	if hi, lo, err = g.source.Draw(g.Rand, 16); err != nil {
		return 0, 0, 0, fault.Generate(format, id.ErrEntropy, "reading random bits from Rand: mend it, or leave Rand nil for crypto/rand", err)
	}
	at, number, ok := g.counter.Next(now, hi>>32&p.initial, p.layout)
	if !ok {
		return g.wait(p, at)
	}
	top, hi, lo = p.words(at, number, hi, lo)
	return top, hi, lo, nil
}

// prepare checks the settings, once, and refuses a time that has no ID.
func (g *Generator) prepare(now int64) (*plan, error) {
	p := g.plan.Load()
	if p == nil {
		var err error
		if p, err = newPlan(g); err != nil {
			return nil, err
		}
		g.plan.Store(p) // goroutines that get here together store the same
	}
	return p, p.check(now)
}

// wait goes on when the counter of the tick last is used up.
func (g *Generator) wait(p *plan, last int64) (top uint32, hi, lo uint64, err error) {
	now, ok := tick.Wait(g.ticks, last, p.unit)
	if !ok {
		return 0, 0, 0, fault.Generate(format, id.ErrExhausted, "the counter of "+p.time(last).UTC().Format(time.RFC3339Nano)+
			" is used up and the clock shows "+p.time(now).UTC().Format(time.RFC3339Nano)+
			": set the clock right, or use a new Generator", nil)
	}
	return g.at(now)
}
