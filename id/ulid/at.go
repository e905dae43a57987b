package ulid

import (
	"time"

	"github.com/sortid/sortid/id/internal/entropy"
)

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
