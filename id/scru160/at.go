package scru160

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

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
