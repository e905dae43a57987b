package wiji

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// MinAt returns the least ID of the microsecond that t lies in. The IDs made
// from a up to and not including b are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 1970 or past [MaxTextMicros] is a [*id.RangeError].
func MinAt(t time.Time) (ID, error) { return bound(t, 0, 0) }

// MaxAt returns the greatest ID of the microsecond that t lies in, under the
// terms of [MinAt].
func MaxAt(t time.Time) (ID, error) { return bound(t, MaxSequence, MaxRandom) }

func bound(t time.Time, sequence, random uint64) (x ID, err error) {
	// Compared as times: UnixMicro is undefined for the far ends of time.Time.
	if t.Before(minTime) || !t.Before(maxTime.Add(time.Microsecond)) {
		return ID{}, fault.Range(format, t, minTime, maxTime, id.ErrRange)
	}
	x.set(words(uint64(t.UnixMicro()), sequence, Version<<52|random))
	return x, nil
}
