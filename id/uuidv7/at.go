package uuidv7

import (
	"time"

	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
)

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
