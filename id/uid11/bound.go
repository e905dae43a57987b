package uid11

import (
	"math"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// Min returns the least valid ID. It equals the zero value, which also means "no
// ID".
func Min() ID { return 0 }

// Max returns the greatest valid ID, whose text is jpXCZedGfVQ.
func Max() ID { return math.MaxUint64 }

// MinAt returns the least xid of the millisecond that contains t. The xids made
// from a up to but not including b, both whole milliseconds of the format's time,
// are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 2011-11-11T11:11:11.111Z or after [MaxTimestamp] is a
// [*id.RangeError]. Use [Profile.MinAt] for other profiles.
func MinAt(t time.Time) (ID, error) { return bound(t, EpochUnixMillis, MaxTimestamp, 0) }

// MaxAt returns the greatest xid of the millisecond that contains t. It fails
// where [MinAt] fails.
func MaxAt(t time.Time) (ID, error) { return bound(t, EpochUnixMillis, MaxTimestamp, MaxRandom) }

// MinAt returns the least ID of the profile in the millisecond that contains t,
// counted from an epoch as in [Profile.Time]. A time outside the profile's
// lifetime is a [*id.RangeError].
func (p Profile) MinAt(t, epoch time.Time) (ID, error) { return p.bound(t, epoch, 0) }

// MaxAt returns the greatest ID of the profile in the millisecond that contains
// t. It fails where [Profile.MinAt] fails.
func (p Profile) MaxAt(t, epoch time.Time) (ID, error) { return p.bound(t, epoch, MaxRandom) }

func (p Profile) bound(t, epoch time.Time, low uint64) (ID, error) {
	start, err := p.start(epoch)
	if err != nil {
		return 0, err
	}
	return bound(t, start, p.maxTimestamp(), low)
}

func bound(t time.Time, start int64, limit, low uint64) (ID, error) {
	timestamp := uint64(clock.UnixMillis(t) - start)
	if timestamp > limit {
		return 0, rangeFault(t, start, limit)
	}
	return ID(timestamp<<timeShift | low), nil
}

//go:noinline
func rangeFault(t time.Time, start int64, limit uint64) error {
	return fault.Range(format, t, time.UnixMilli(start).UTC(), time.UnixMilli(start+int64(limit)).UTC(), id.ErrRange)
}

// dated counts the calls of At.
var dated = entropy.NewCounter()

// At returns a new xid dated t, for rows that exist before their IDs: fill the
// key from the row's created_at. It is safe for concurrent use.
//
// IDs of different milliseconds are in the order of their times; those of one millisecond
// have no order. The random field is a count of the calls, which begins at a random number,
// because 22 random bits would not keep the rows of one millisecond apart: of 1,000 IDs, two
// would be the same with a probability of 11 %. So any 4,194,304 consecutive IDs of a
// process differ. IDs of two processes that date rows of one millisecond can be the same: fill
// a table from one process.
//
// At never returns the zero ID. It fails where [MinAt] fails.
func At(t time.Time) (ID, error) {
	x, err := bound(t, EpochUnixMillis, MaxTimestamp, dated.Add(1)&MaxRandom)
	if x == 0 && err == nil { // the first ID of the format means "no ID"
		x++
	}
	return x, err
}
