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
	due     int64 // when the CPU time is compared next at the earliest, by the monotonic clock; 0 before the first time
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
	if nanos := c.renew(mono); nanos >= 0 {
		return int64(uint64(nanos) / 1_000)
	}
	return beyond(UnixMicros)
}

// Millis returns the Unix time in milliseconds, or InBubble.
func (c *Clock) Millis() int64 {
	mono := int64(time.Since(start))
	if c.anchored(mono) {
		return int64(uint64(mono+c.offset.Load()) / 1_000_000)
	}
	if nanos := c.renew(mono); nanos >= 0 {
		return int64(uint64(nanos) / 1_000_000)
	}
	return beyond(UnixMillis)
}

// Watch does what a reading does to notice that the clocks diverged. Whatever makes IDs
// without reading the Clock calls it first.
func (c *Clock) Watch() {
	if mono := int64(time.Since(start)); !c.anchored(mono) {
		c.renew(mono)
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

// noAnchor is the result where the time in nanoseconds does not fit an int64, and in a bubble.
const noAnchor = -1

// beyond returns the time where there is no anchor, by UnixMicros, UnixMillis or UnixSteps.
//
//go:noinline
func beyond(in func(time.Time) int64) int64 {
	now := time.Now()
	if isBubble(now) {
		return InBubble
	}
	return in(now)
}

// renew reads the wall clock after the monotonic clock, which showed mono, and stores the
// anchor. It returns the Unix time in nanoseconds, or noAnchor.
//
// After a pause of the program, the instructions are not in the caches, and to load them
// takes most of the time. So renew holds what each call does, in few bytes, and calls what
// is rare.
func (c *Clock) renew(mono int64) (nanos int64) {
	wall := time.Now()
	if int64(wall.Sub(start))-mono > narrow {
		mono, wall = nearer(mono, wall)
	}
	if isBubble(wall) {
		return noAnchor
	}
	return c.anchor(mono, wall)
}

// narrow is how many nanoseconds are between the two readings of a good anchor. The first
// readings after a pause take half of it.
const narrow = 1_000

// nearer returns a pair of readings that is nearer than a wide one, if it finds any: a
// preemption or a paused virtual machine between the two would date IDs wrongly.
//
//go:noinline
func nearer(mono int64, wall time.Time) (int64, time.Time) {
	width := int64(wall.Sub(start)) - mono
	for try := 0; try < 2 && width > narrow; try++ {
		m, w := int64(time.Since(start)), time.Now()
		if d := int64(w.Sub(start)) - m; d < width {
			mono, wall, width = m, w, d
		}
	}
	return mono, wall
}

// anchor stores the anchor that follows from two readings, and returns the Unix time in
// nanoseconds or noAnchor. The monotonic reading is that from before the wall clock's, so
// that no time computed from the anchor is before one that time.Now returned earlier. A
// goroutine that finds the lock taken uses its own readings, which are just as valid.
func (c *Clock) anchor(mono int64, wall time.Time) (nanos int64) {
	seconds := wall.Unix()
	if uint64(seconds) >= nanoLimit {
		return noAnchor
	}
	nanos = seconds*1_000_000_000 + int64(wall.Nanosecond())
	offset := nanos - mono
	base := c.base.Load() // once: meanwhile another goroutine can store the first one
	if d := offset - base; base == 0 || uint64(d+maxDivergence) > 2*uint64(maxDivergence) {
		c.diverge(base, offset)
	}
	if c.mu.TryLock() {
		// More than the interval is left only if the monotonic clock went back.
		if left := c.due - 1 - mono; uint64(left) >= uint64(checkInterval) && (left >= 0 || c.skipped >= c.skips) {
			c.check(mono)
		} else {
			c.skipped++
		}
		// The offset before the expiry: a reader that sees the new expiry must
		// see the offset too.
		c.offset.Store(offset)
		c.expiry.Store(mono + anchorInterval)
		c.mu.Unlock()
	}
	return nanos
}

// check compares the CPU time. The caller holds mu.
//
//go:noinline
func (c *Clock) check(mono int64) {
	if c.due == 0 && instance.RestoreMovesClocks() {
		c.skips = maxSkips
	}
	instance.CheckCPU()
	c.due, c.skipped = mono+checkInterval, 0
}

// diverge begins a new instance, unless this is the first anchor, because the offset
// differs from base, that of the present one's beginning. It does not wait: a goroutine that
// finds a divergence must not return before it has renewed the instance, even if others
// renew it, too.
//
//go:noinline
func (c *Clock) diverge(base, offset int64) {
	if base != 0 {
		instance.Renew()
	}
	c.base.Store(offset) // after Renew, for goroutines that see this offset
}
