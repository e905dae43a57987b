package wiji

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

var (
	minTime = time.UnixMicro(0).UTC()
	maxTime = time.UnixMicro(MaxTextTimestamp).UTC()
)

// Min returns the least valid ID: version 1, all other bits zero.
func Min() (x ID) {
	x.set(words(0, 0, Version<<52))
	return x
}

// Max returns the greatest valid ID: version 1, all other bits one. Its timestamp
// is [MaxTimestamp], so it has no text form.
func Max() (x ID) {
	x.set(words(MaxTimestamp, MaxSequence, Version<<52|MaxRandom))
	return x
}

// MinAt returns the least valid ID of the microsecond that contains t. The IDs
// made from a up to but not including b are those with
//
//	id >= MinAt(a) AND id < MinAt(b)
//
// A time before 1970 or after [MaxTextTimestamp] is a [*id.RangeError].
func MinAt(t time.Time) (ID, error) { return bound(t, 0, 0) }

// MaxAt returns the greatest valid ID of the microsecond that contains t. It
// fails where [MinAt] fails.
func MaxAt(t time.Time) (ID, error) { return bound(t, MaxSequence, MaxRandom) }

func bound(t time.Time, sequence, random uint64) (x ID, err error) {
	// Compared as times: UnixMicro is undefined for the far ends of time.Time.
	if t.Before(minTime) || !t.Before(maxTime.Add(time.Microsecond)) {
		return ID{}, fault.Range(format, t, minTime, maxTime, id.ErrRange)
	}
	x.set(words(uint64(t.UnixMicro()), sequence, Version<<52|random))
	return x, nil
}

// At returns a new ID dated t, for rows that exist before their IDs: fill the key from
// the row's created_at. Its sequence number and its random field are drawn for each call.
// It is safe for concurrent use.
//
// IDs of different microseconds are in the order of their times; those of one microsecond
// have no order. They are unique by their 68 random bits: of a million IDs of one
// microsecond, two are the same with a probability of 1 in 590 million.
//
// At fails where [MinAt] fails.
func At(t time.Time) (ID, error) {
	return bound(t, entropy.Word()>>48, entropy.Word()&MaxRandom)
}
