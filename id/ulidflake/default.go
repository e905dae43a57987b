package ulidflake

import (
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/tick"
)

// standard is the package's default generator. A pointer, because it is replaced
// when the system clock turns out to have been far ahead.
var standard atomic.Pointer[Generator]

func init() { standard.Store(new(Generator)) }

// maxHold is tick.MaxHold in milliseconds.
const maxHold = int64(tick.MaxHold / time.Millisecond)

// New makes an ID of the stand-alone layout with the package's default generator,
// which is safe for concurrent use and strictly monotonic. It does not allocate.
// When the random field is full, it waits for the next millisecond.
//
// When the system clock goes back, the last timestamp is held, and a full random
// field waited for, up to ten seconds. If it went back by more, because it had
// been set wrongly before, the default generator begins anew: IDs then carry the
// right time again, are smaller than the ones made before, and in a millisecond
// that comes for the second time differ from the earlier ones by chance alone.
//
// New panics if the system clock shows a time before 2024 or past [MaxTimestamp];
// [Generator.New] and [ID.Generate] return that as an error.
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
	now := tick.System.Millis()
	x, err := standard.Load().next(now)
	if err != nil || x.UnixMillis()-now > maxHold {
		return settle(&standard, tick.System.Millis)
	}
	return x, nil
}

// settle makes an ID after the default generator has failed, or has held a
// timestamp that is far ahead of the clock.
//
// All goroutines go on with the one generator that is in place: two generators
// would make the same ID sooner or later.
func settle(current *atomic.Pointer[Generator], read func() int64) (ID, error) {
	for {
		g, now := current.Load(), read()
		// A time without an ID is an error of next, and no reason to begin anew.
		if uint64(now-EpochUnixMillis) <= MaxTimestamp && g.held()-now > maxHold {
			current.CompareAndSwap(g, new(Generator))
			continue
		}
		x, err := g.next(now)
		if err != errFull {
			return x, err
		}
		if _, ok := tick.Wait(read, g.held(), time.Millisecond); !ok {
			time.Sleep(time.Millisecond) // the clock went back by a second or more
		}
	}
}
