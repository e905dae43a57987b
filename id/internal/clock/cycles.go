package clock

import (
	"sync/atomic"
	"time"
)

const (
	// Moment is how long a result of Cycles is recent at most.
	Moment = 16 * time.Microsecond
	// maxCycles is how many cycles it is recent.
	maxCycles = 4096
	// minRate is the number of cycles a microsecond at which these take a Moment.
	// Processors count a thousand and more.
	minRate = maxCycles / uint64(Moment/time.Microsecond)
)

// Recent reports whether at, a result of Cycles, is less than a Moment old. It reads the
// cycle counter of the processor (amd64), which costs half as much as a clock. It may
// return false for a recent result, and always does for 0.
func Recent(at uint64) bool { return hasCycles && at != 0 && cycles()-at < maxCycles }

// Cycles returns the present count of the cycle counter for Recent, or 0 if the processor
// has none that is fast enough, or if the caller is in a bubble of testing/synctest, whose
// clock stands still meanwhile. The first call measures the counter for a Moment, because
// that of an emulator can count something other than time.
func Cycles() uint64 {
	if !hasCycles || isBubble(time.Now()) || !countsTime() {
		return 0
	}
	return cycles()
}

// rate is what is known of the counter: 0 at first, then fast or slow.
var rate atomic.Int32

const (
	slow = 1
	fast = 2
)

// countsTime reports whether the counter is fast enough.
func countsTime() bool {
	if known := rate.Load(); known != 0 {
		return known == fast
	}
	return measureRate()
}

// maxPolls is how often a loop that waits for a clock reads it before it sleeps or gives up:
// the clock of a bubble, or of the Go playground, stands still until all goroutines sleep.
// It is more than a millisecond of readings.
const maxPolls = 1 << 13

//go:noinline
func measureRate() bool {
	known := int32(slow)
	begun, first := time.Now(), cycles()
	for range maxPolls { // no more: the clock of the Go playground stands still
		if took := time.Since(begun); took >= Moment {
			if isFast(cycles()-first, took) {
				known = fast
			}
			break
		}
	}
	rate.Store(known)
	return known == fast
}

// isFast reports whether a counter that counted so many cycles has the least rate.
func isFast(counted uint64, took time.Duration) bool {
	return counted*uint64(time.Microsecond) >= minRate*uint64(took)
}
