package scru160

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

// Max returns the greatest valid ID, whose bits are all one. Its timestamp is
// reserved.
func Max() (x ID) {
	x.set(math.MaxUint32, math.MaxUint64, math.MaxUint64)
	return x
}

// MinAt returns the least valid ID of the millisecond that contains t. The IDs
// made from a up to but not including b, both whole milliseconds, are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 1970 or after [MaxTimestamp] is a [*id.RangeError]. The reserved
// timestamps have bounds, because their IDs can be decoded.
func MinAt(t time.Time) (ID, error) { return bound(t, 0) }

// MaxAt returns the greatest valid ID of the millisecond that contains t. It
// fails where [MinAt] fails.
func MaxAt(t time.Time) (ID, error) { return bound(t, math.MaxUint64) }

// bound sets all bits after the timestamp to those of fill, all zeros or all ones.
func bound(t time.Time, fill uint64) (x ID, err error) {
	now := clock.UnixMillis(t)
	if uint64(now) > MaxTimestamp {
		return ID{}, fault.Range(format, t, minTime, maxTime, id.ErrRange)
	}
	x.set(uint32(now>>16), uint64(now)<<48|fill>>16, fill)
	return x, nil
}

// counts is the default counter, whose settings are those of a zero Generator.
var counts, _ = newPlan(new(Generator))

// At returns a new ID dated t, for rows that exist before their IDs: fill the key from
// the row's created_at. Its counter is a random initial value, as the first one of a
// millisecond, and the fields random16 and random80 are drawn for each call. It is safe
// for concurrent use.
//
// IDs of different milliseconds are in the order of their times; those of one millisecond
// have no order. They are unique by their 111 random bits.
//
// A time before 1970 or after [MaxTimestamp] is a [*id.RangeError]. The first and the last
// millisecond of the format are reserved: they are a [*id.GenerateError] that matches
// [id.ErrReserved].
func At(t time.Time) (x ID, err error) {
	if x, err = bound(t, 0); err != nil {
		return ID{}, err
	}
	now := x.UnixMillis()
	if !counts.covers(now) {
		return ID{}, fault.Generate(format, "ID dated "+t.UTC().Format(time.RFC3339Nano), id.ErrReserved,
			"generators must not use the first and the last millisecond of the format: use another time", nil)
	}
	hi := entropy.Word()
	x.set(counts.words(now, hi>>32&counts.initial, hi, entropy.Word()))
	return x, nil
}
