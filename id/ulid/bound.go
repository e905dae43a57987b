package ulid

import (
	"math"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

var (
	minTime = time.UnixMilli(0).UTC()
	maxTime = time.UnixMilli(MaxTimestamp).UTC()
)

// Min returns the least valid ID. It equals the zero value, which also means "no
// ID".
func Min() ID { return ID{} }

// Max returns the greatest valid ID, whose bits are all one.
func Max() (x ID) {
	x.set(math.MaxUint64, math.MaxUint64)
	return x
}

// MinAt returns the least valid ID of the millisecond that contains t. The IDs
// made from a up to but not including b, both whole milliseconds, are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 1970 or after [MaxTimestamp] is a [*id.RangeError]. If the time is
// too late, the error also matches [id.ErrOverflow].
func MinAt(t time.Time) (ID, error) { return bound(t, 0, 0) }

// MaxAt returns the greatest valid ID of the millisecond that contains t. It
// fails where [MinAt] fails.
func MaxAt(t time.Time) (ID, error) { return bound(t, maxHead, maxTail) }

func bound(t time.Time, head, tail uint64) (x ID, err error) {
	now := clock.UnixMillis(t)
	if uint64(now) > MaxTimestamp {
		return ID{}, rangeFault(t, now)
	}
	x.set(uint64(now)<<16|head, tail)
	return x, nil
}

// rangeFault reports a time that is too late as an overflow, the specification's
// word for it.
//
//go:noinline
func rangeFault(t time.Time, now int64) error {
	if now < 0 {
		return fault.Range(format, t, minTime, maxTime, id.ErrRange)
	}
	return fault.Range(format, t, minTime, maxTime, id.ErrOverflow)
}

// At returns a new ID dated t, for rows that exist before their IDs: fill the key from
// the row's created_at. Its random field is drawn for each call. It is safe for concurrent
// use.
//
// IDs of different milliseconds are in the order of their times; those of one millisecond
// have no order. They are unique by their 80 random bits: of a million IDs of one
// millisecond, two are the same with a probability of 1 in two trillion.
//
// At fails where [MinAt] fails.
func At(t time.Time) (ID, error) {
	return bound(t, entropy.Word()>>48, entropy.Word())
}
