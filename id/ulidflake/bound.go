package ulidflake

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

var (
	minTime = Min().Time()
	maxTime = Max().Time()
)

// Min returns the least valid ID. It equals the zero value, which also means "no
// ID".
func Min() ID { return 0 }

// Max returns the greatest valid ID, whose text is 7ZZZZZZZZZZZZ.
func Max() ID { return 1<<63 - 1 }

// MinAt returns the least valid ID of the millisecond that contains t, in either
// layout. The IDs made from a up to but not including b, both whole milliseconds,
// are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 2024 or after [MaxTimestamp] is a [*id.RangeError] that also
// matches [id.ErrOverflow].
func MinAt(t time.Time) (ID, error) { return bound(t, 0) }

// MaxAt returns the greatest valid ID of the millisecond that contains t. It
// fails where [MinAt] fails.
func MaxAt(t time.Time) (ID, error) { return bound(t, MaxRandom) }

func bound(t time.Time, low uint64) (ID, error) {
	timestamp := uint64(clock.UnixMillis(t) - EpochUnixMillis)
	if timestamp > MaxTimestamp {
		return 0, rangeFault(t)
	}
	return ID(timestamp<<timeShift | low), nil
}

// rangeFault reports a time as an overflow, the specification's word for it
// (section Timestamp and Over All).
func rangeFault(t time.Time) error { return fault.Range(format, t, minTime, maxTime, id.ErrOverflow) }

// dated counts the calls of At.
var dated = entropy.NewCounter()

// At returns a new ID of the stand-alone layout dated t, for rows that exist before their IDs: fill the
// key from the row's created_at. It is safe for concurrent use.
//
// IDs of different milliseconds are in the order of their times; those of one millisecond
// have no order. The random field is a count of the calls, which begins at a random number,
// because 20 random bits would not keep the rows of one millisecond apart: of 1,000 IDs, two
// would be the same with a probability of 38 %. So any 1,048,576 consecutive IDs of a
// process differ. IDs of two processes that date rows of one millisecond can be the same: fill
// a table from one process.
//
// At never returns the zero ID. It fails where [MinAt] fails.
func At(t time.Time) (ID, error) {
	x, err := bound(t, dated.Add(1)&MaxRandom)
	if x == 0 && err == nil { // the first ID of the format means "no ID"
		x++
	}
	return x, err
}
