package ulid

import (
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
// A time before 1970 or past [MaxMillis] is a [*id.RangeError], which matches
// [id.ErrOverflow] if it is too late.
func MinAt(t time.Time) (ID, error) { return bound(t, 0, 0) }

// MaxAt returns the greatest ID of the millisecond that t lies in, under the terms
// of [MinAt].
func MaxAt(t time.Time) (ID, error) { return bound(t, maxHead, maxTail) }

func bound(t time.Time, head, tail uint64) (x ID, err error) {
	now := unix.Millis(t)
	if uint64(now) > MaxMillis {
		return ID{}, rangeFault(t, now)
	}
	x.set(uint64(now)<<16|head, tail)
	return x, nil
}

// rangeFault calls a time that is too late an overflow, as the specification does
// in its section on parsing.
//
//go:noinline
func rangeFault(t time.Time, now int64) error {
	if now < 0 {
		return fault.Range(format, t, minTime, maxTime, id.ErrRange)
	}
	return fault.Range(format, t, minTime, maxTime, id.ErrOverflow)
}
