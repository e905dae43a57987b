// Package clock is the part of the generators that depends on time. Clock reads
// the wall clock at the cost of one monotonic reading. Counter hands out (tick,
// sequence) pairs in order without a lock. Wait waits for the next tick. Default
// is a default generator with the rule for a clock that was wrong. Recent shows without
// a reading of the clock that hardly any time has passed. A tick is a Unix time in a
// format's unit, milliseconds or microseconds.
package clock

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/instance"
)

// anchorInterval is how long an anchor is trusted, in nanoseconds of the
// monotonic clock. IDs follow a step of the wall clock (NTP, an operator, a machine
// that wakes up) after at most this much running time.
const anchorInterval = int64(time.Millisecond)

// maxDivergence is how far the wall clock may move against the monotonic clock, in
// nanoseconds, before a new instance of the process begins. A restored snapshot makes
// them diverge when its wall clock is corrected. So do an operator, a machine that
// slept and, over minutes, NTP: then the new instance costs a little randomness.
const maxDivergence = int64(10 * time.Millisecond)

// checkInterval is the least time between two comparisons of the CPU time, in nanoseconds: the
// system call takes as long as five anchors. CRIU takes longer to dump and to restore a process.
const checkInterval = int64(10 * time.Millisecond)

// maxSkips is how many anchors are stored from one comparison of the CPU time to the next
// where a restore moves the clocks apart. A program that makes an ID now and then stores an
// anchor for each, and would pay the system call for each.
const maxSkips = 63

// nanoLimit is the Unix time in seconds from which one in nanoseconds does not fit
// an int64, less a margin. Before 1970 and from here on, every reading is slow.
const nanoLimit = 9_223_372_036 - 86_400

// start holds the monotonic reading to which all others are relative.
var start = time.Now()

// Clock computes the wall-clock time from the monotonic clock. It takes one reading
// where time.Now takes two. It measures the offset between the two clocks, the
// anchor, once a millisecond, so it follows every step and slew of the wall clock,
// and the time that a machine slept. A divergence of the clocks begins a new instance
// of the process.
//
// The zero value is ready to use. A Clock is safe for concurrent use.
type Clock struct {
	offset atomic.Int64 // Unix time less monotonic time, in nanoseconds
	expiry atomic.Int64 // the monotonic time at which the anchor expires
	base   atomic.Int64 // the offset when this instance began; 0 before the first anchor

	// mu guards the rest. It is held while an anchor is stored.
	mu      sync.Mutex
	checked int64 // when the CPU time was compared, by the monotonic clock; 0 before the first time
	skips   int32 // how many anchors may be stored from one comparison to the next
	skipped int32 // how many were

	_ [64 - 48]byte
}

// System is the system clock.
var System Clock

// Micros returns the Unix time in microseconds, or InBubble.
func (c *Clock) Micros() int64 {
	mono := int64(time.Since(start))
	if c.anchored(mono) {
		return int64(uint64(mono+c.offset.Load()) / 1_000)
	}
	return c.anchor(mono, measure(mono)).micros()
}

// Millis returns the Unix time in milliseconds, or InBubble.
func (c *Clock) Millis() int64 {
	mono := int64(time.Since(start))
	if c.anchored(mono) {
		return int64(uint64(mono+c.offset.Load()) / 1_000_000)
	}
	return c.anchor(mono, measure(mono)).millis()
}

// Watch does what a reading does to notice that the clocks diverged. Whatever makes IDs
// without reading the Clock calls it first.
func (c *Clock) Watch() {
	if mono := int64(time.Since(start)); !c.anchored(mono) {
		c.anchor(mono, measure(mono))
	}
}

// WatchSince is Watch if read, a result of Cycles, is not recent. It returns a result from
// before the last Watch, for the next call.
func (c *Clock) WatchSince(read uint64) uint64 {
	if !Recent(read) {
		read = Cycles()
		c.Watch()
	}
	return read
}

// anchored reports whether the anchor is valid at the monotonic time mono. It is not if
// the monotonic clock went back, which only a process that was moved to another machine
// sees; the second interval is for a reading that is older than the anchor.
func (c *Clock) anchored(mono int64) bool {
	return uint64(c.expiry.Load()-1-mono) < uint64(2*anchorInterval)
}

// reading is the wall clock's time and the anchor that follows from it.
type reading struct {
	wall   time.Time
	offset int64
	fits   bool // the wall clock's time in nanoseconds fits an int64
	// isBubble says that the time is that of a bubble, from which no anchor follows.
	isBubble bool
}

func (r reading) micros() int64 {
	if r.isBubble {
		return InBubble
	}
	return r.wall.UnixMicro()
}

func (r reading) millis() int64 {
	if r.isBubble {
		return InBubble
	}
	return r.wall.UnixMilli()
}

func (r reading) steps() int64 {
	if r.isBubble {
		return InBubble
	}
	return UnixSteps(r.wall)
}

// measure reads the wall clock between two readings of the monotonic clock, the
// first of which the caller made. The closer the two, the better the anchor: a
// preemption or a paused virtual machine between them would date IDs wrongly, so
// measure repeats a wide pair.
func measure(mono int64) reading {
	const narrow = int64(500)
	best, width := reading{}, int64(1<<63-1)
	for try := 0; ; try++ {
		now := time.Now()
		if isBubble(now) {
			return reading{wall: now, isBubble: true}
		}
		if w := int64(now.Sub(start)) - mono; w < width {
			best, width = readingOf(now, mono), w
		}
		if width <= narrow || try == 2 {
			return best
		}
		mono = int64(time.Since(start))
	}
}

// readingOf takes the monotonic reading from before the wall clock's, so that no
// time computed from the anchor is before one that time.Now returned earlier.
func readingOf(wall time.Time, mono int64) reading {
	if s := wall.Unix(); s < 0 || s >= nanoLimit {
		return reading{wall: wall}
	}
	return reading{wall: wall, offset: wall.UnixNano() - mono, fits: true}
}

// anchor stores the reading's anchor. A goroutine that finds the lock taken uses its
// own reading, which is just as valid.
func (c *Clock) anchor(mono int64, r reading) reading {
	if !r.fits {
		return r
	}
	c.compare(r.offset)
	if c.mu.TryLock() {
		c.check(mono)
		// The offset before the expiry: a reader that sees the new expiry must
		// see the offset too.
		c.offset.Store(r.offset)
		c.expiry.Store(mono + anchorInterval)
		c.mu.Unlock()
	}
	return r
}

// check compares the CPU time now and then. The caller holds mu.
func (c *Clock) check(mono int64) {
	switch {
	case c.checked == 0:
		if instance.RestoreMovesClocks() {
			c.skips = maxSkips
		}
	case mono < c.checked:
	case mono-c.checked < checkInterval, c.skipped < c.skips:
		c.skipped++
		return
	}
	instance.CheckCPU()
	c.checked, c.skipped = mono, 0
}

// compare begins a new instance if the offset differs from that of the present one's
// beginning. It does not wait: a goroutine that finds a divergence must not return
// before it has renewed the instance, even if others renew it, too.
func (c *Clock) compare(offset int64) {
	base := c.base.Load()
	if d := offset - base; base != 0 && -maxDivergence <= d && d <= maxDivergence {
		return
	}
	if base != 0 {
		instance.Renew()
	}
	c.base.Store(offset) // after Renew, for goroutines that see this offset
}
