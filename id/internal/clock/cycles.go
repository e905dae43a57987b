package clock

import (
	"sync"
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
// has none that is fast enough. The first call measures it for a Moment, because the
// counter of an emulator can count something other than time.
func Cycles() uint64 {
	if !hasCycles || !countsTime() {
		return 0
	}
	return cycles()
}

var countsTime = sync.OnceValue(func() bool {
	begun, first := time.Now(), cycles()
	for time.Since(begun) < Moment {
		continue
	}
	counted := cycles() - first
	return isFast(counted, time.Since(begun))
})

// isFast reports whether a counter that counted so many cycles has the least rate.
func isFast(counted uint64, took time.Duration) bool {
	return counted*uint64(time.Microsecond) >= minRate*uint64(took)
}
