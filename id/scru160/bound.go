package scru160

import (
	"math"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/unix"
)

var (
	minTime = time.UnixMilli(0).UTC()
	maxTime = time.UnixMilli(MaxMillis).UTC()
)

// MinAt returns the least ID of the millisecond that t lies in. The IDs made from
// a up to and not including b, both full milliseconds, are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 1970 or past [MaxMillis] is a [*id.RangeError]; the reserved
// timestamps have bounds, because their IDs can be decoded.
func MinAt(t time.Time) (ID, error) { return bound(t, 0) }

// MaxAt returns the greatest ID of the millisecond that t lies in, under the terms
// of [MinAt].
func MaxAt(t time.Time) (ID, error) { return bound(t, math.MaxUint64) }

// bound fills all bits after the timestamp from fill, which is all zeros or all
// ones.
func bound(t time.Time, fill uint64) (x ID, err error) {
	now := unix.Millis(t)
	if uint64(now) > MaxMillis {
		return ID{}, fault.Range(format, t, minTime, maxTime, id.ErrRange)
	}
	x.set(uint32(now>>16), uint64(now)<<48|fill>>16, fill)
	return x, nil
}
