package ulidflake

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/unix"
)

var (
	minTime = timeOf(0)
	maxTime = timeOf(MaxMillis)
)

// MinAt returns the least ID of the millisecond that t lies in, in either layout.
// The IDs made from a up to and not including b are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 2024 or past [MaxMillis] is a [*id.RangeError], which matches
// [id.ErrOverflow] as well as [id.ErrRange].
func MinAt(t time.Time) (ID, error) { return bound(t, 0) }

// MaxAt returns the greatest ID of the millisecond that t lies in, under the
// terms of [MinAt].
func MaxAt(t time.Time) (ID, error) { return bound(t, MaxRandom) }

func bound(t time.Time, low uint64) (ID, error) {
	millis := uint64(unix.Millis(t) - EpochMillis)
	if millis > MaxMillis {
		return 0, rangeFault(t)
	}
	return ID(millis<<timeShift | low), nil
}

// rangeFault is an overflow by the words of the specification ("Timestamp and
// Over All").
func rangeFault(t time.Time) error { return fault.Range(format, t, minTime, maxTime, id.ErrOverflow) }
