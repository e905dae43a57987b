package uuidv7

import (
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

// At returns a new ID dated t, for rows that exist before their IDs: fill the key from
// the row's created_at. Its rand_a is the time of t within the millisecond in steps of
// 1/4096 ms, its rand_b is drawn for each call. It is safe for concurrent use.
//
// IDs of different steps are in the order of their times; those of one step have no
// order. They are unique by their 62 random bits: of a million IDs of one step, two are
// the same with a probability of 1 in nine million.
//
// A time before 1970 or after [MaxTimestamp] is a
// [*github.com/sortid/sortid/id.RangeError].
func At(t time.Time) (x ID, err error) {
	step := clock.UnixSteps(t)
	if uint64(step) > maxStep {
		return ID{}, rangeFault(t)
	}
	clock.System.Watch() // to notice that the process was copied
	x.set(words(uint64(step), entropy.Word()>>2))
	return x, nil
}
