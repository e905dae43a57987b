package scru160

import (
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

// standard is the default generator.
var standard = clock.Default[Generator]{Name: "scru160", Unit: time.Millisecond, Read: clock.System.Millis, Held: (*Generator).held, Lead: time.Millisecond}

func init() { standard.Store(new(Generator)) }

// New returns a new ID of the package's default generator, which uses the default
// counter, is safe for concurrent use and strictly monotonic. It does not allocate.
//
// If the system clock goes back, New holds the last timestamp, and if its counter is
// exhausted, waits for the clock to pass it, up to ten seconds. If the clock goes back
// by more than ten seconds, because it was wrong before, New continues with a new
// generator: IDs have the right time again and are less than earlier ones.
//
// New panics if the system clock shows a time before 1970, a reserved timestamp, or
// a time after [MaxTimestamp]. [ID.Generate] and [Generator.New] return that as an
// error.
func New() (x ID) {
	top, hi, lo, err := next()
	if err != nil {
		panic(err)
	}
	x.set(top, hi, lo)
	return x
}

// Generate sets x to a new ID of the default generator. It returns the errors with which [New]
// panics, and then sets x to the zero ID.
func (x *ID) Generate() error {
	top, hi, lo, err := next()
	if err != nil {
		*x = ID{}
		return err
	}
	x.set(top, hi, lo)
	return nil
}

func next() (top uint32, hi, lo uint64, err error) {
	now := clock.System.Millis()
	top, hi, lo, err = standard.Load().next(now)
	if err != nil || clock.Ahead(int64(uint64(top)<<16|hi>>48), now, time.Millisecond) {
		return recovered()
	}
	return top, hi, lo, nil
}

// recovered makes an ID by the rule of clock.Default.
//
//go:noinline
func recovered() (top uint32, hi, lo uint64, err error) {
	err = standard.Recover(func(g *Generator, now int64) (err error) {
		top, hi, lo, err = g.next(now)
		return err
	})
	return top, hi, lo, err
}
