package wiji

import (
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

// standard is the default generator.
var standard = clock.Default[Generator]{Name: "wiji", Unit: time.Microsecond, Read: clock.System.Micros, Held: (*Generator).held}

func init() { standard.Store(new(Generator)) }

// New returns a new ID of the package's default generator, which is safe for
// concurrent use and strictly monotonic. It does not allocate.
//
// If the system clock goes back, New holds the last timestamp, and if its sequence is
// exhausted, waits for the clock to pass it, up to ten seconds. If the clock goes back
// by more than ten seconds, because it was wrong before, New continues with a new
// generator: IDs have the right time again and are less than earlier ones, and the
// random field is a fresh one.
//
// New panics if the system clock shows a time before 1970 or after
// [MaxTextTimestamp]. [ID.Generate] and [Generator.New] return that as an error.
func New() (x ID) {
	// The body of Generate: a call would copy the ID once more.
	now := clock.System.Micros()
	hi, lo, err := standard.Load().next(now)
	if err != nil || ahead(hi, now) {
		if hi, lo, err = recovered(1); err != nil {
			panic(err)
		}
	}
	x.set(hi, lo)
	return x
}

// Generate sets x to a new ID of the default generator. It returns the errors with which [New]
// panics, and then sets x to the zero ID.
func (x *ID) Generate() error {
	now := clock.System.Micros()
	hi, lo, err := standard.Load().next(now)
	if err != nil || ahead(hi, now) {
		if hi, lo, err = recovered(1); err != nil {
			*x = ID{}
			return err
		}
	}
	x.set(hi, lo)
	return nil
}

// ahead reports whether the default generator holds a timestamp that it must not.
func ahead(hi uint64, now int64) bool { return clock.Ahead(int64(hi>>8), now, time.Microsecond) }

// recovered reserves n IDs by the rule of clock.Default.
//
//go:noinline
func recovered(n uint64) (hi, lo uint64, err error) {
	err = standard.Recover(func(g *Generator, now int64) (err error) {
		hi, lo, err = g.reserve(now, n)
		return err
	})
	return hi, lo, err
}
