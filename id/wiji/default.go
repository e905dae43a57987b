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
// time again, and are smaller than the ones made before. When the sequence of a
// held timestamp is used up, New waits for the clock to pass that timestamp, ten
// seconds at most.
//
// New panics if the system clock shows a time before 1970 or past
// [MaxTextTimestamp]; [Generator.New] and [ID.Generate] return that as an error.
func New() (x ID) {
	// Generate's body once more: a call less, and a copy of the ID less.
	now := tick.System.Micros()
	hi, lo, err := standard.Load().at(now)
	if err != nil || ahead(hi, now) {
		if hi, lo, err = recovered(1, err); err != nil {
			panic(err)
		}
	}
	x.set(hi, lo)
	return x
}

// Generate sets x to a new ID of the default generator: it is how a column type
// fills a key. It fails where [New] panics, and x becomes the zero ID.
func (x *ID) Generate() error {
	now := tick.System.Micros()
	hi, lo, err := standard.Load().at(now)
	if err != nil || ahead(hi, now) {
		if hi, lo, err = recovered(1, err); err != nil {
			*x = ID{}
			return err
		}
	}
	x.set(hi, lo)
	return nil
}

// ahead reports whether the ID with the word hi is dated further ahead of the clock,
// which shows now, than a timestamp is held.
func ahead(hi uint64, now int64) bool { return int64(hi>>8)-now > int64(tick.MaxHold/time.Microsecond) }

// recovered takes n IDs after the default generator has failed with err, or has
// held a timestamp that is far ahead of the clock.
//
//go:noinline
func recovered(n uint64, err error) (hi, lo uint64, _ error) {
	g, failed := standard.Load(), err != nil
	err = tick.Persist(err, func() (err error) {
		hi, lo, err = g.reserve(tick.System.Micros(), n)
		return err
	})
	if failed && err == nil {
		return hi, lo, nil
	}
	return renew(g, tick.System.Micros(), n)
}

// renew takes n IDs of a new generator, and puts it in the place of old.
func renew(old *Generator, now int64, n uint64) (hi, lo uint64, err error) {
	g := new(Generator)
	if hi, lo, err = g.reserve(now, n); err != nil {
		return 0, 0, err
	}
	// Of goroutines that get here together, one puts its generator in place. The
	// IDs of the others are as good: each generator has its own random field.
	standard.CompareAndSwap(old, g)
	return hi, lo, nil
}
