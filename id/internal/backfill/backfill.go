// Package backfill numbers the IDs of rows that exist before their IDs, for the formats
// with too few random bits: by chance alone, two of 1,000 rows of one millisecond would
// get the same ID in one of nine tables.
package backfill

import (
	"strconv"
	"sync"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// Counter counts IDs within a millisecond. An ID is a number whose high bits are a
// millisecond and whose low bits are a count. The zero value is ready to use. A Counter is
// safe for concurrent use.
type Counter struct {
	mu   sync.Mutex
	last uint64 // the ID that Next returned last
}

// Next returns the next ID dated t: the least one from least to greatest, the bounds of
// the millisecond of t, that is greater than after and than all IDs that it returned. It
// fails if there is none. It never returns 0, which means "no ID".
func (c *Counter) Next(format string, t time.Time, least, greatest, after uint64) (uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := max(c.last, after)
	switch {
	case last < least:
		c.last = least
	case last < greatest:
		c.last = last + 1
	default:
		return 0, refuse(format, t, last == greatest, greatest-least+1)
	}
	return c.last, nil
}

func refuse(format string, t time.Time, full bool, size uint64) error {
	what := "ID dated " + t.UTC().Format(time.RFC3339Nano)
	if full {
		return fault.Generate(format, what, id.ErrExhausted, "all "+strconv.FormatUint(size, 10)+
			" IDs of this millisecond are used: date the other rows a millisecond later, or use a format with more bits", nil)
	}
	return fault.Generate(format, what, id.ErrRange,
		"it is before the time of the last ID: read the rows in the order of their times", nil)
}
