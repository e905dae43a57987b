package ulid

import (
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

// standard is the default generator.
var standard = clock.Default[Generator]{Name: "ulid", Unit: time.Millisecond, Read: clock.System.Millis, Held: (*Generator).held}

func init() { standard.Store(new(Generator)) }

// New returns a new ID of the package's default generator, which is safe for
// concurrent use and strictly monotonic. It does not allocate.
//
// If the system clock goes back, New holds the last timestamp, and if its random field
// is exhausted, waits for the clock to pass it, up to ten seconds. If the clock goes
// back by more than ten seconds, because it was wrong before, New continues with a new
// generator: IDs have the right time again and are less than earlier ones.
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

func next() (hi, lo uint64, err error) {
	now := clock.System.Millis()
	hi, lo, err = standard.Load().next(now)
	if err != nil || ahead(hi, now) {
		return recovered(1)
	}
	return hi, lo, nil
}

// ahead reports whether the default generator holds a timestamp that it must not.
func ahead(hi uint64, now int64) bool { return clock.Ahead(int64(hi>>16), now, time.Millisecond) }

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
