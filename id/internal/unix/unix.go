// Package unix turns times into Unix ticks. The methods of time.Time wrap around
// for times some 292 million years from 1970, and a clock or an argument that is
// so wrong must not turn into a plausible identifier.
package unix

import (
	"math"
	"time"
)

// Millis returns the milliseconds from 1970 to t, rounded down. What does not fit
// becomes the nearest int64.
func Millis(t time.Time) int64 {
	if s := t.Unix(); s >= math.MaxInt64/1_000 || s <= math.MinInt64/1_000 {
		return nearest(s)
	}
	return t.UnixMilli()
}

// Micros returns the microseconds from 1970 to t, under the terms of Millis.
func Micros(t time.Time) int64 {
	if s := t.Unix(); s >= math.MaxInt64/1_000_000 || s <= math.MinInt64/1_000_000 {
		return nearest(s)
	}
	return t.UnixMicro()
}

func nearest(seconds int64) int64 {
	if seconds < 0 {
		return math.MinInt64
	}
	return math.MaxInt64
}
