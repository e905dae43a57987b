package ulid

import (
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/tick"
)

// standard is the package's default generator. A pointer, because it is replaced
// when the system clock turns out to have been far ahead.
var standard atomic.Pointer[Generator]

func init() { standard.Store(new(Generator)) }

// New makes an ID with the package's default generator, which is monotonic and
// safe for concurrent use. It takes one reading of the monotonic clock and one
// atomic addition, and does not allocate.
//
// When the system clock goes back, the last timestamp is held. If it went back by
// more than ten seconds, because it had been set wrongly before, the default
// generator begins anew: IDs then carry the right time again, and are smaller than
// the ones made before. When the random field cannot be incremented any further,
// it waits for the next millisecond.
//
// New panics if the system clock shows a time before 1970 or past [MaxTimestamp];
// [Generator.New] and [ID.Generate] return that as an error.
func New() (x ID) {
	hi, lo, err := next()
	if err != nil {
		panic(err)
	}
	x.set(hi, lo)
	return x
}

// Generate sets x to a new ID of the default generator: it is how a column type
// fills a key. It fails where [New] panics, and x becomes the zero ID.
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
	now := tick.System.Millis()
	hi, lo, err = standard.Load().at(now)
	if err != nil || ahead(hi, now) {
		return renew(now, 1)
	}
	return hi, lo, nil
}

// ahead reports whether the ID with the word hi is dated further ahead of the clock,
// which shows now, than a timestamp is held.
func ahead(hi uint64, now int64) bool {
	return int64(hi>>16)-now > int64(tick.MaxHold/time.Millisecond)
}

// renew takes n IDs after the default generator has failed, or has held a
// timestamp that is far ahead of the clock.
func renew(now int64, n uint64) (hi, lo uint64, err error) {
	old := standard.Load()
	if last := old.last(); last-now <= int64(tick.MaxHold/time.Millisecond) {
		// In the same millisecond, a generator with another random field would
		// not keep the order.
		if later, ok := tick.Wait(tick.System.Millis, last, time.Millisecond); ok {
			return old.reserve(later, n)
		}
	}
	g := new(Generator)
	hi, lo, err = g.reserve(now, n)
	if err != nil {
		return 0, 0, err
	}
	// Of goroutines that get here together, one puts its generator in place. The
	// IDs of the others are as good: each draws a random field of its own.
	standard.CompareAndSwap(old, g)
	return hi, lo, nil
}

// last returns the millisecond of the last ID, or 0 if there was none.
func (g *Generator) last() int64 {
	g.counter.mu.Lock()
	defer g.counter.mu.Unlock()
	return g.counter.millis()
}
