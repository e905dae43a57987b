package scru160

import (
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/tick"
)

// standard is the package's default generator. A pointer, because it is replaced
// when the system clock turns out to have been far ahead.
var standard atomic.Pointer[Generator]

func init() { standard.Store(new(Generator)) }

// New makes an ID with the package's default generator, which uses the default
// counter, is safe for concurrent use and strictly monotonic. It takes one reading
// of the monotonic clock and one atomic addition, and does not allocate.
//
// When the system clock goes back, the last timestamp is held. If it went back by
// more than ten seconds, because it had been set wrongly before, the default
// generator begins anew: IDs then carry the right time again, and are smaller than
// the ones made before. When the counter of a held timestamp is used up, it waits
// for the clock to pass that timestamp, ten seconds at most.
//
// New panics if the system clock shows a time before 1970, a reserved timestamp, or
// a time past [MaxTimestamp]; [Generator.New] and [ID.Generate] return that as an
// error.
func New() (x ID) {
	top, hi, lo, err := next()
	if err != nil {
		panic(err)
	}
	x.set(top, hi, lo)
	return x
}

// Generate sets x to a new ID of the default generator: it is how a column type
// fills a key. It fails where [New] panics, and x becomes the zero ID.
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
	now := tick.System.Millis()
	top, hi, lo, err = standard.Load().at(now)
	if err != nil || int64(uint64(top)<<16|hi>>48)-now > int64(tick.MaxHold/time.Millisecond) {
		return recovered(err)
	}
	return top, hi, lo, nil
}

// recovered makes an ID after the default generator has failed with err, or has
// held a timestamp that is far ahead of the clock.
//
//go:noinline
func recovered(err error) (top uint32, hi, lo uint64, _ error) {
	g, failed := standard.Load(), err != nil
	err = tick.Persist(err, func() (err error) {
		top, hi, lo, err = g.at(tick.System.Millis())
		return err
	})
	if failed && err == nil {
		return top, hi, lo, nil
	}
	return renew(g, tick.System.Millis())
}

// renew makes an ID with a new generator, and puts it in the place of old.
func renew(old *Generator, now int64) (top uint32, hi, lo uint64, err error) {
	g := new(Generator)
	if top, hi, lo, err = g.at(now); err != nil {
		return 0, 0, 0, err
	}
	// Of goroutines that get here together, one puts its generator in place. The
	// IDs of the others are as good: each has random bits of its own.
	standard.CompareAndSwap(old, g)
	return top, hi, lo, nil
}
