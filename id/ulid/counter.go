package ulid

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/id/internal/instance"
)

const (
	maxHead = 1<<16 - 1      // the high 16 bits of the greatest random field
	maxTail = math.MaxUint64 // its low 64 bits
)

// counter counts up from the first ID of a millisecond without a lock. Its value of
// 128 bits does not fit a word, so the word counts the distance from a first value,
// which changes only once a millisecond: a run.
//
//	 63                     20 19                      0
//	+-------------------------+-------------------------+
//	| number of the run       | values given out        |
//	+-------------------------+-------------------------+
//
// A run's first value is stored before its number becomes the current one, and is
// not overwritten before the next run has begun. So one atomic addition takes a
// value and also shows, by the number of the run, whether the first value that was
// read before belongs to it.
//
// A run ends at a limit well below 2^20, so that the additions of goroutines that
// find it exhausted do not carry into the run's number. The millisecond then
// continues with another run, even if the clock stands still for ever.
type counter struct {
	mu      sync.Mutex // held while a run begins
	current atomic.Uint64
	mark    instance.Atomic // of the instance of the process that drew the present run
	runs    [2]run          // a run and the one before it, by the low bit of their numbers
	// The word that changes with each ID has its own cache line.
	_     [64]byte
	state atomic.Uint64
	_     [56]byte
}

// run is a first value and the number that may be added to it. Run 0, that of a new
// counter, has no value.
type run struct{ hi, lo, room atomic.Uint64 }

const (
	runBits = 20
	runMask = 1<<runBits - 1
	// runRoom leaves the other half to the additions of late goroutines.
	runRoom = 1<<(runBits-1) - 1
	// lastRun is the greatest number of a run.
	lastRun = 1<<(64-runBits) - 1
)

// next returns the next value if the present run covers the time now and belongs to
// this instance of the process. It leaves everything else, including times out of
// range, to a caller that holds the lock.
func (c *counter) next(now int64) (hi, lo uint64, ok bool) {
	if !c.mark.Current() {
		return 0, 0, false
	}
	number := c.current.Load()
	r := &c.runs[number&1]
	hi, lo, room := r.hi.Load(), r.lo.Load(), r.room.Load()
	// Before the addition: a call that fails must not take a value.
	if uint64(now) > hi>>16 || room == 0 {
		return 0, 0, false
	}
	s := c.state.Add(1)
	n := s & runMask
	if s>>runBits != number || n > room {
		return 0, 0, false
	}
	hi, lo = add128(hi, lo, n)
	return hi, lo, true
}

// currentRun returns the present run; c.mu is held.
func (c *counter) currentRun() *run { return &c.runs[c.current.Load()&1] }

// millis returns the present run's millisecond; c.mu is held.
func (c *counter) millis() int64 { return int64(c.currentRun().hi.Load() >> 16) }

// holds reports whether the present run's millisecond is now or later; c.mu is
// held.
func (c *counter) holds(now int64) bool { return c.current.Load() != 0 && now <= c.millis() }

// resume returns the next value of the present millisecond, and begins a new run if
// necessary; c.mu is held. ok is false if the random field would overflow.
func (c *counter) resume() (hi, lo uint64, ok bool) {
	r := c.currentRun()
	hi, lo, room := r.hi.Load(), r.lo.Load(), r.room.Load()
	if room > 0 {
		if n := c.state.Add(1) & runMask; n <= room { // another goroutine has begun the run
			hi, lo = add128(hi, lo, n)
			return hi, lo, true
		}
	}
	hi, lo = add128(hi, lo, room)
	if full := hi&maxHead == maxHead && lo == maxTail; !full {
		hi, lo = add128(hi, lo, 1)
		c.publish(hi, lo)
		return hi, lo, true
	}
	if room > 0 {
		c.publish(hi, lo) // a run without room, so that calls that fail do not count
	}
	return 0, 0, false
}

// take returns the first of n consecutive values of the present millisecond; c.mu is
// held. If the random field would overflow, ok is false and no value is taken.
func (c *counter) take(n uint64) (hi, lo uint64, ok bool) {
	hi, lo = c.end()
	if !fits(hi, lo, n) {
		c.publish(hi, lo)
		return 0, 0, false
	}
	c.publish(add128(hi, lo, n))
	hi, lo = add128(hi, lo, 1)
	return hi, lo, true
}

// end ends the present run for callers without the lock, and returns the last value
// that was given out; c.mu is held. The caller publishes another run.
func (c *counter) end() (hi, lo uint64) {
	r := c.currentRun()
	hi, lo, room := r.hi.Load(), r.lo.Load(), r.room.Load()
	given := c.state.Swap(c.current.Load()<<runBits|(runRoom+1)) & runMask
	return add128(hi, lo, min(given, room))
}

// skipAhead moves the last value of the present millisecond ahead by a random distance;
// c.mu is held. A copy of the process, which has the same last value, leaps by another
// one. The distance is of 80 random bits, or of as many as fit the random field.
func (c *counter) skipAhead(randomHi, randomLo uint64) {
	hi, lo := c.end()
	roomLo, borrow := bits.Sub64(maxTail, lo, 0)
	roomHi, _ := bits.Sub64(maxHead, hi&maxHead, borrow)
	for randomHi > roomHi || randomHi == roomHi && randomLo > roomLo {
		randomLo = randomLo>>1 | randomHi<<63
		randomHi >>= 1
	}
	lo, carry := bits.Add64(lo, randomLo, 0)
	c.publish(hi+randomHi+carry, lo)
}

// fits reports whether n can be added to the random field of a value.
func fits(hi, lo, n uint64) bool { return hi&maxHead != maxHead || lo <= maxTail-n }

// publish begins a run whose first value has been returned already; c.mu is held.
func (c *counter) publish(hi, lo uint64) {
	number := c.current.Load() + 1
	if number > lastRun {
		number = 2 // not 0, the new counter, nor 1, which has the place of lastRun
	}
	room := uint64(runRoom)
	if hi&maxHead == maxHead {
		room = min(room, maxTail-lo)
	}
	r := &c.runs[number&1]
	r.hi.Store(hi)
	r.lo.Store(lo)
	r.room.Store(room)
	c.state.Store(number << runBits)
	c.current.Store(number)
}

// add128 adds n to a value of 128 bits that has room for it.
func add128(hi, lo, n uint64) (uint64, uint64) {
	if lo += n; lo < n {
		hi++
	}
	return hi, lo
}
