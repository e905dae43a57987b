package uid11

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/unix"
)

// MinAt returns the least xid of the millisecond that t lies in. The xids made
// from a up to and not including b are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 2011-11-11T11:11:11.111Z or past [MaxMillis] is a
// [*id.RangeError]. For the other profiles there is [Profile.MinAt].
func MinAt(t time.Time) (ID, error) { return bound(t, EpochMillis, MaxMillis, 0) }

// MaxAt returns the greatest xid of the millisecond that t lies in, under the
// terms of [MinAt].
func MaxAt(t time.Time) (ID, error) { return bound(t, EpochMillis, MaxMillis, MaxRandom) }

// MinAt returns the least ID of the profile in the millisecond that t lies in,
// counted from an epoch as in [Profile.Time]. A time outside the profile's
// lifetime is a [*id.RangeError].
func (p Profile) MinAt(t, epoch time.Time) (ID, error) { return p.bound(t, epoch, 0) }

// MaxAt returns the greatest ID of the profile in the millisecond that t lies in,
// under the terms of [Profile.MinAt].
func (p Profile) MaxAt(t, epoch time.Time) (ID, error) { return p.bound(t, epoch, MaxRandom) }

func (p Profile) bound(t, epoch time.Time, low uint64) (ID, error) {
	start, err := p.start(epoch)
	if err != nil {
		return 0, err
	}
	return bound(t, start, p.maxMillis(), low)
}

func bound(t time.Time, start int64, maxMillis, low uint64) (ID, error) {
	millis := uint64(unix.Millis(t) - start)
	if millis > maxMillis {
		return 0, rangeFault(t, start, maxMillis)
	}
	return ID(millis<<timeShift | low), nil
}

//go:noinline
func rangeFault(t time.Time, start int64, maxMillis uint64) error {
	return fault.Range(format, t, time.UnixMilli(start).UTC(), time.UnixMilli(start+int64(maxMillis)).UTC(), id.ErrRange)
}
