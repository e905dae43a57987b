package clock

import (
	"math"
	"time"
)

// Millis returns the time that read returns, in milliseconds since 1970. If read is
// nil, it reads System. It watches System in any case.
func Millis(read func() time.Time) int64 {
	if read == nil {
		if now := System.Millis(); now != InBubble {
			return now
		}
		return UnixMillis(time.Now())
	}
	System.Watch()
	return UnixMillis(read())
}

// Micros returns the time that read returns, in microseconds since 1970. If read is
// nil, it reads System. It watches System in any case.
func Micros(read func() time.Time) int64 {
	if read == nil {
		if now := System.Micros(); now != InBubble {
			return now
		}
		return UnixMicros(time.Now())
	}
	System.Watch()
	return UnixMicros(read())
}

// UnixMillis returns the milliseconds from 1970 to t, rounded down. A time that does
// not fit becomes the nearest int64. The method of time.Time wraps around instead,
// and could turn a wrong clock or argument into a plausible ID.
func UnixMillis(t time.Time) int64 {
	if s := t.Unix(); s >= math.MaxInt64/1_000 || s < math.MinInt64/1_000 {
		return nearest(s)
	}
	return t.UnixMilli()
}

// UnixMicros is UnixMillis for microseconds.
func UnixMicros(t time.Time) int64 {
	if s := t.Unix(); s >= math.MaxInt64/1_000_000 || s < math.MinInt64/1_000_000 {
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
