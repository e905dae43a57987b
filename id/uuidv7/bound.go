package uuidv7

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/fault"
)

var (
	minTime = time.UnixMilli(0).UTC()
	maxTime = time.UnixMilli(MaxTimestamp).UTC()
)

// Min returns the least valid ID: all bits but the version and the variant are zero.
func Min() (x ID) {
	x.set(words(0, 0))
	return x
}

// Max returns the greatest valid ID: all bits but the version and the variant are one.
func Max() (x ID) {
	x.set(words(maxStep, MaxRandom))
	return x
}

// MinAt returns the least valid ID of the millisecond that contains t, of any generator:
// its rand_a and rand_b are zero. The IDs made from a up to but not including b, both
// whole milliseconds, are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 1970 or after [MaxTimestamp] is a [*id.RangeError].
func MinAt(t time.Time) (ID, error) { return bound(t, 0, 0) }

// MaxAt returns the greatest valid ID of the millisecond that contains t, of any
// generator: all bits of its rand_a and rand_b are one. It fails where [MinAt] fails.
func MaxAt(t time.Time) (ID, error) { return bound(t, MaxRandA, MaxRandom) }

func bound(t time.Time, randA, random uint64) (x ID, err error) {
	now := clock.UnixMillis(t)
	if uint64(now) > MaxTimestamp {
		return ID{}, rangeFault(t)
	}
	x.set(words(uint64(now)<<12|randA, random))
	return x, nil
}

//go:noinline
func rangeFault(t time.Time) error { return fault.Range(format, t, minTime, maxTime, id.ErrRange) }
