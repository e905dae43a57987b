package uuidv7

import (
	"time"

	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
)

// standard is the default generator.
var standard = clock.Default[Generator]{Name: "uuidv7", Unit: time.Millisecond, Read: clock.System.Millis, Held: (*Generator).held, Lead: 11 * time.Millisecond}

func init() { standard.Store(new(Generator)) }

// New returns a new ID of the package's default generator, which is safe for
// concurrent use and strictly monotonic. It does not allocate.
//
// New makes 40,960 IDs in a burst, which is 10 ms ahead of the clock at most, and then
// waits for the clock: it makes 4,096,000 IDs a second without end. If the system clock
// goes back, New continues after the last ID in the same way: after the burst, an ID can
// wait until the clock is where it was, up to ten seconds. If the clock goes back by more
// than that, because it was wrong before, New continues with a new generator: IDs have
// the right time again and are less than earlier ones.
//
// New panics if the system clock shows a time before 1970 or after [MaxTimestamp].
// [ID.Generate] and [Generator.New] return that as an error.
func New() (x ID) {
	hi, lo, err := next()
	if err != nil {
		panic(err)
	}
	x.set(hi, lo)
	return x
}

// Generate sets x to a new ID of the default generator. It returns the errors with which [New]
// panics, and then sets x to the zero ID.
func (x *ID) Generate() error {
	hi, lo, err := next()
	if err != nil {
		*x = ID{}
		return err
	}
	x.set(hi, lo)
	return nil
}

// next is Generator.next for the default generator, which sets no fields. It counts first:
// a burst needs no reading of the clock, and a call after a pause, when nothing is in the
// caches, no second attempt.
func next() (hi, lo uint64, err error) {
	c := &standard.Load().counter
	step, ok := c.burst()
	if !ok {
		now := clock.System.Steps() // first: it notices that the process was copied
		if step, ok = c.take(uint64(now)); !ok {
			if step, _, ok = c.reserve(uint64(now), 1); !ok || ahead(step>>clock.StepBits, now) {
				return recovered()
			}
		} else if step-uint64(now) > burstLead {
			c.prolong()
		}
	}
	hi, lo = words(step, entropy.Word()>>2)
	return hi, lo, nil
}

// recovered makes an ID by the rule of clock.Default.
//
//go:noinline
func recovered() (hi, lo uint64, err error) {
	err = standard.Recover(func(g *Generator, _ int64) (err error) {
		hi, lo, err = g.next(clock.Steps(nil))
		return err
	})
	return hi, lo, err
}

// ahead reports whether the default generator holds a timestamp that it must not. now is
// in steps.
func ahead(millis uint64, now int64) bool {
	return clock.Ahead(int64(millis), now>>clock.StepBits, time.Millisecond)
}
