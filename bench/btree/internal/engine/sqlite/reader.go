package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// fetchRows waits for the connection, fetches the rows of a statement into payload, one
// after the other, and returns their number.
func (t *tree) fetchRows(ctx context.Context, s *sql.Stmt, payload *sql.RawBytes, args ...any) (int, error) {
	select {
	case t.queue <- struct{}{}:
		defer func() { <-t.queue }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	// For a context that can end, the driver would start a goroutine.
	rows, err := s.QueryContext(context.WithoutCancel(ctx), args...)
	if err != nil {
		return 0, explain("cannot read a row", err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		if err := rows.Scan(payload); err != nil {
			return n, explain("cannot read a row", err)
		}
		n++
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return n, explain("cannot read a row", err)
	}
	return n, nil
}

// Misses returns how many pages SQLite has read because the buffer pool did not hold them.
func (t *tree) Misses(context.Context) (metric.Reading, error) {
	if err := t.count(); err != nil {
		return metric.Reading{}, err
	}
	return metric.Value(float64(t.pages.read)), nil
}
