package tick

import (
	"runtime"
	"time"
)

// MaxWait is how long a generator waits for its clock to pass a tick that is
// used up. A sequence lasts for a microsecond or a millisecond, so a longer wait
// means that the clock went back, or stands still.
const MaxWait = time.Second

// MaxHold is how far a default generator's last tick may be ahead of the system
// clock. Up to that, the tick is held and IDs stay in order, as after a small
// step of NTP. Beyond, the clock was wrong before, and holding on would date
// every further ID wrongly: then the default generator begins anew.
const MaxHold = 10 * time.Second

// Wait reads the clock until it shows a tick after last, and returns that tick.
// ok is false when that does not happen within MaxWait, or cannot.
func Wait(read func() int64, last int64, unit time.Duration) (now int64, ok bool) {
	begun := time.Now()
	for {
		now = read()
		if now > last {
			return now, true
		}
		// Unsigned: a clock at the far end of its range must not look near.
		lead := uint64(last) - uint64(now)
		if lead > uint64(MaxWait/unit) || time.Since(begun) > MaxWait {
			return now, false
		}
		// A short lead is gone sooner than a sleeper wakes up.
		if time.Duration(lead)*unit > 200*time.Microsecond {
			time.Sleep(100 * time.Microsecond)
		} else {
			runtime.Gosched()
		}
	}
}
