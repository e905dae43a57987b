// Package tick is what the generators have in common: a clock that is read with
// one monotonic reading, a counter that hands out (tick, sequence) pairs in
// order without a lock, and the bounded wait for the next tick.
package tick

import (
	"sync"
	"sync/atomic"
	"time"
)

// anchorInterval is how long an anchor is trusted, in nanoseconds of the
// monotonic clock. A step of the wall clock (NTP, an operator, a machine that
// wakes up) shows in the identifiers after at most this much running time.
const anchorInterval = int64(time.Millisecond)

// nanoLimit is where a Unix time in nanoseconds leaves an int64, less a margin,
// in seconds. Before 1970 and from here on the clock is read the slow way.
const nanoLimit = 9_223_372_036 - 86_400

// start carries the monotonic reading that all others are relative to.
var start = time.Now()

// Clock tells the wall-clock time from the monotonic clock, which takes one
// reading where time.Now takes two. The distance between the two clocks, the
// anchor, is measured anew every millisecond: so the clock follows every step
// and slew of the wall clock, and the time that a machine slept.
//
// The zero value is ready for use, and safe for concurrent use.
type Clock struct {
	offset atomic.Int64 // Unix time less monotonic time, in nanoseconds
	expiry atomic.Int64 // the monotonic time at which the anchor is measured anew
	mu     sync.Mutex   // held while an anchor is stored
	_      [64 - 24]byte
}

// System is the clock of this process.
var System Clock

// Micros returns the Unix time in microseconds.
func (c *Clock) Micros() int64 {
	mono := int64(time.Since(start))
	if mono < c.expiry.Load() {
		return int64(uint64(mono+c.offset.Load()) / 1_000)
	}
	return c.anchor(mono, measure(mono)).micros()
}

// Millis returns the Unix time in milliseconds.
func (c *Clock) Millis() int64 {
	mono := int64(time.Since(start))
	if mono < c.expiry.Load() {
		return int64(uint64(mono+c.offset.Load()) / 1_000_000)
	}
	return c.anchor(mono, measure(mono)).millis()
}

// reading is the wall clock's time and what it says of the anchor.
type reading struct {
	wall   time.Time
	offset int64
	fits   bool // the wall clock's time in nanoseconds fits an int64
}

func (r reading) micros() int64 { return r.wall.UnixMicro() }
func (r reading) millis() int64 { return r.wall.UnixMilli() }

// measure reads the wall clock between two readings of the monotonic one, the
// first of which the caller made. The nearer the two, the better the anchor:
// whatever comes between them (a preemption, a virtual machine that was paused)
// would date identifiers wrongly, so a wide pair is measured again.
func measure(mono int64) reading {
	const narrow = int64(500)
	best, width := reading{}, int64(1<<63-1)
	for try := 0; ; try++ {
		now := time.Now()
		if w := int64(now.Sub(start)) - mono; w < width {
			best, width = readingOf(now, mono), w
		}
		if width <= narrow || try == 2 {
			return best
		}
		mono = int64(time.Since(start))
	}
}

// readingOf takes the monotonic reading from before the wall clock's, so that a
// time made of the anchor is never before one that time.Now gave earlier.
func readingOf(wall time.Time, mono int64) reading {
	if s := wall.Unix(); s < 0 || s >= nanoLimit {
		return reading{wall: wall}
	}
	return reading{wall: wall, offset: wall.UnixNano() - mono, fits: true}
}

// anchor stores the reading's anchor for the time to come. Who finds another
// goroutine at it goes on with its own reading, which is as good.
func (c *Clock) anchor(mono int64, r reading) reading {
	if r.fits && c.mu.TryLock() {
		// The offset before the expiry: a reader that sees the new expiry must
		// see the offset too.
		c.offset.Store(r.offset)
		c.expiry.Store(mono + anchorInterval)
		c.mu.Unlock()
	}
	return r
}
