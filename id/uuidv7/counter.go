package uuidv7

import (
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

const (
	// stepsMilli is the number of steps in a millisecond.
	stepsMilli = 1 << clock.StepBits
	// maxStep is the last step of [MaxTimestamp].
	maxStep = MaxTimestamp<<clock.StepBits | MaxRandA
	// maxLead is how far the steps may run ahead of the clock: 10 ms.
	maxLead = 10 * stepsMilli
	// quickLead is how far ahead take lets the counter be before it adds. The rest
	// of maxLead is room for 8,192 goroutines that add at the same time.
	quickLead = 8 * stepsMilli
	// burstLead is more steps than a clock.Moment has.
	burstLead = uint64(clock.Moment*stepsMilli/time.Millisecond) + 1
	// step is the duration of a step for clock.Wait, rounded down.
	step = time.Millisecond / stepsMilli
)

// counter hands out steps in strictly increasing order to any number of goroutines,
// without a lock (RFC 9562, section 6.2, method 3). A step is 1/4096 ms of Unix time. If
// the clock stands still, goes back, or is slower than the callers, the counter continues
// with the next step.
//
// A failed call does not move the counter. The zero value is ready to use.
type counter struct {
	_    [64]byte
	next atomic.Uint64 // the least step that has not been handed out
	// seen is a reading of the clock, at most a millisecond before the greatest one. If
	// the clock has gone back, the counter may run ahead of this reading instead.
	seen atomic.Uint64
	// The system clock was read after read, a result of clock.Cycles, and next was burstLead
	// ahead of it or more. It may go up to limit without another reading.
	read  atomic.Uint64
	limit atomic.Uint64
	// waiting is how many blocks wait. Nobody begins more than quickLead ahead then, so that
	// callers that take each step as soon as they may do not keep the blocks waiting.
	waiting atomic.Int64
	_       [24]byte
}

// burst returns the next step without a reading of the system clock, if the last one is
// so recent that the clock cannot have reached that step. So it is in a burst. If ok is
// false, the caller reads the clock.
func (c *counter) burst() (first uint64, ok bool) {
	if c.next.Load() >= c.limit.Load() || !clock.Recent(c.read.Load()) {
		return 0, false
	}
	return c.next.Add(1) - 1, true
}

// prolong reads the system clock for the calls of burst that follow.
//
//go:noinline
func (c *counter) prolong() {
	read := clock.Cycles()
	if read == 0 {
		return
	}
	now := uint64(clock.System.Steps())
	if lead := c.next.Load() - now; lead < burstLead || lead > quickLead || now > maxStep-maxLead {
		return
	}
	c.limit.Store(now + quickLead)
	c.read.Store(read)
}

// take returns the next step for a clock that shows now, if the counter is a little ahead
// of the clock, as it is in a burst. If ok is false, the caller continues with reserve.
func (c *counter) take(now uint64) (first uint64, ok bool) {
	// Steps from next on are not handed out, and next never decreases: what the addition
	// returns is later than the clock, too.
	if c.next.Load()-now > quickLead || now > maxStep-maxLead {
		return 0, false
	}
	return c.next.Add(1) - 1, true
}

// reserve hands out n steps of one millisecond, and returns the first of them. n is 1 to
// stepsMilli. If they would be too far ahead of the clock, ok is false, and until is the
// time from which they would not be.
func (c *counter) reserve(now, n uint64) (first, until uint64, ok bool) {
	for {
		next := c.next.Load()
		if c.waiting.Load() > 0 && next > max(now, c.seen.Load())+quickLead {
			return 0, next - quickLead, false
		}
		first = max(next, now)
		if first%stepsMilli+n > stepsMilli {
			first += stepsMilli - first%stepsMilli
		}
		last := first + n - 1
		if last > maxStep {
			return 0, maxStep + 1, false
		}
		if last > max(now, c.seen.Load())+maxLead {
			return 0, last - maxLead, false
		}
		if c.next.CompareAndSwap(next, last+1) {
			if seen := c.seen.Load(); now > seen+stepsMilli {
				c.seen.CompareAndSwap(seen, now)
			}
			return first, 0, true
		}
	}
}

// held returns the last step that was handed out. ok is false if there is none.
func (c *counter) held() (last uint64, ok bool) {
	next := c.next.Load()
	return next - 1, next != 0
}
