package wiji

import (
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/tick"
)

// standard is the package's default generator. A pointer, because it is replaced
// when the system clock turns out to have been far ahead.
var standard atomic.Pointer[Generator]

func init() { standard.Store(new(Generator)) }

// New makes an ID with the package's default generator, which is safe for
// concurrent use and strictly monotonic. It takes one reading of the monotonic
// clock and one atomic addition, and does not allocate.
//
// When the system clock goes back, the last timestamp is held. If it went back by
// more than ten seconds, because it had been set wrongly before, the default
// generator begins anew with a random field of its own: IDs then carry the right
// time again, and are smaller than the ones made before. It does the same when
// the sequence of a held timestamp is used up for more than a second.
//
// New panics if the system clock shows a time before 1970 or past
// [MaxTextMicros]; [Generator.New] and [ID.Generate] return that as an error.
func New() ID {
	x, err := next()
	if err != nil {
		panic(err)
	}
	return x
}

// Generate sets x to a new ID of the default generator: it is how a column type
// fills a key. It fails where [New] panics, and x becomes the zero ID.
func (x *ID) Generate() (err error) {
	*x, err = next()
	return err
}

func next() (ID, error) {
	now := tick.System.Micros()
	x, err := standard.Load().at(now)
	if err != nil || x.Micros()-now > int64(tick.MaxHold/time.Microsecond) {
		return renew(now)
	}
	return x, nil
}

// renew makes an ID after the default generator has failed, or has held a
// timestamp that is far ahead of the clock.
func renew(now int64) (ID, error) {
	old, g := standard.Load(), new(Generator)
	x, err := g.at(now)
	if err != nil {
		return ID{}, err
	}
	// Of goroutines that get here together, one puts its generator in place. The
	// IDs of the others are as good: each generator has its own random field.
	standard.CompareAndSwap(old, g)
	return x, nil
}
