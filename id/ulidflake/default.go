package ulidflake

import (
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

// standard is the default generator.
var standard = clock.Default[Generator]{Name: "ulidflake", Unit: time.Millisecond, Read: clock.System.Millis, Held: (*Generator).held}

func init() { standard.Store(new(Generator)) }

// New returns a new ID of the package's default generator, which makes IDs of the
// stand-alone layout, is safe for concurrent use and strictly monotonic. It does not
// allocate.
//
// If the system clock goes back, New holds the last timestamp, and if its random field
// is full, waits for the clock to pass it, up to ten seconds. If the clock goes back by
// more than ten seconds, because it was wrong before, New continues with a new
// generator: IDs have the right time again and are less than earlier ones. In a
// millisecond that comes for the second time, only chance keeps them different from
// earlier ones.
//
// New panics if the system clock shows a time before 2024 or after [MaxTimestamp].
// [ID.Generate] and [Generator.New] return that as an error.
func New() ID {
	x, err := next()
	if err != nil {
		panic(err)
	}
	return x
}

// Generate sets x to a new ID of the default generator. It returns the errors with which [New]
// panics, and then sets x to the zero ID.
func (x *ID) Generate() (err error) {
	*x, err = next()
	return err
}

func next() (ID, error) {
	now := clock.System.Millis()
	x, err := standard.Load().next(now)
	if err != nil || clock.Ahead(x.UnixMillis(), now, time.Millisecond) {
		return recovered()
	}
	return x, nil
}

// recovered makes an ID by the rule of clock.Default.
//
//go:noinline
func recovered() (x ID, err error) {
	err = standard.Recover(func(g *Generator, now int64) (err error) {
		x, err = g.next(now)
		return err
	})
	return x, err
}
