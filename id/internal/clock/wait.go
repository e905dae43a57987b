package clock

import (
	"runtime"
	"time"
)

// MaxWait is how long a generator waits for its clock to pass an exhausted tick. A
// sequence lasts for a microsecond or a millisecond, so a longer wait means that
// the clock went back, or stands still.
const MaxWait = time.Second

// Wait reads the clock until it shows a tick after last, and returns that tick. If
// that cannot happen within MaxWait, or does not, ok is false.
//
// It lets other goroutines run meanwhile. After a while it sleeps: the clock of a bubble of
// testing/synctest, or of the Go playground, moves only when all goroutines sleep.
func Wait(read func() int64, last int64, unit time.Duration) (now int64, ok bool) {
	begun := time.Now()
	for polls := 0; ; polls++ {
		now = read()
		if now > last {
			return now, true
		}
		// Unsigned: a clock at the far end of its range must not look near.
		lead := uint64(last) - uint64(now)
		if lead > uint64(MaxWait/unit) || time.Since(begun) > MaxWait {
			return now, false
		}
		switch {
		case isBubble(begun):
			time.Sleep(time.Duration(lead+1) * unit)
		case polls >= maxPolls || time.Duration(lead)*unit > 200*time.Microsecond:
			time.Sleep(100 * time.Microsecond)
		default: // a short lead passes before a sleeping goroutine wakes up
			runtime.Gosched()
		}
	}
}
