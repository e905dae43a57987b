package ulidflake

import (
	"time"

	"github.com/sortid/sortid/id/internal/backfill"
)

// Backfill makes IDs of the stand-alone layout for rows that exist before their IDs: it
// fills the key from the row's created_at. It counts within each millisecond instead of
// drawing random bits, 20 of which would not keep the rows of one millisecond apart: of
// 1,000 IDs, two would be the same with a probability of 38 %. Read the rows in the order
// of their times:
//
//	SELECT … FROM orders ORDER BY created_at
//
// IDs grow from row to row. They say how many rows a millisecond has. Use one Backfill for a
// table, before a generator makes IDs with times of the rows.
//
// The zero value is ready to use. A Backfill is safe for concurrent use. It must not be
// copied.
type Backfill struct {
	// After is the greatest ID that an earlier Backfill of the table made, if there is one:
	// the IDs continue after it. Set it before the first call.
	After ID

	counter backfill.Counter
}

// At returns the next ID dated t, never the zero ID.
//
// It fails with a [*id.GenerateError] if t is before the time of the last ID ([id.ErrRange])
// or the millisecond has no ID left ([id.ErrExhausted]): it has 1,048,576. Where [MinAt] fails, At
// fails with the same error. A failed call leaves the Backfill unchanged.
func (b *Backfill) At(t time.Time) (ID, error) {
	least, err := MinAt(t)
	if err != nil {
		return 0, err
	}
	x, err := b.counter.Next(format, t, uint64(least), uint64(least)|MaxRandom, uint64(b.After))
	return ID(x), err
}
