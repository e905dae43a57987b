package clock

import (
	"math"
	"time"
)

// StepBits is the number of bits by which a step divides a millisecond: a step is
// 1/4096 ms, about 244 ns, the unit of UUIDv7's rand_a (RFC 9562, section 6.2,
// method 3).
const StepBits = 12

// Steps returns the Unix time in steps, or InBubble.
func (c *Clock) Steps() int64 {
	mono := int64(time.Since(start))
	if c.anchored(mono) {
		return nanoSteps(uint64(mono + c.offset.Load()))
	}
	if nanos := c.renew(mono); nanos >= 0 {
		return nanoSteps(uint64(nanos))
	}
	return beyond(UnixSteps)
}

// Steps returns the time that read returns, in steps since 1970. If read is nil, it
// reads System.
func Steps(read func() time.Time) int64 {
	if read == nil {
		if now := System.Steps(); now != InBubble {
			return now
		}
		return UnixSteps(time.Now())
	}
	System.Watch()
	return UnixSteps(read())
}

// UnixSteps is UnixMillis for steps.
func UnixSteps(t time.Time) int64 {
	const limit = math.MaxInt64 >> StepBits / 1_000
	if s := t.Unix(); s >= limit || s < -limit {
		return nearest(s)
	}
	return t.UnixMilli()<<StepBits | int64(uint64(t.Nanosecond())%1_000_000<<StepBits/1_000_000)
}

// nanoSteps returns the steps of a time in nanoseconds since 1970.
func nanoSteps(nanos uint64) int64 {
	millis := nanos / 1_000_000
	return int64(millis<<StepBits | (nanos-millis*1_000_000)<<StepBits/1_000_000)
}
