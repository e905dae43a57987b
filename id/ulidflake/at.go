package ulidflake

import (
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/internal/entropy"
)

// dated counts the calls of At, from a random number on.
var dated = func() *atomic.Uint64 {
	n := new(atomic.Uint64)
	n.Store(entropy.Word())
	return n
}()

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
