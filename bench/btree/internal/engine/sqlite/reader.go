package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Reader returns a reader that queues for the tree's one connection.
func (t *tree) Reader(context.Context) (engine.Reader, error) { return &reader{tree: t}, nil }

type reader struct {
	*tree
	payload sql.RawBytes
}

// Close does nothing: the connection is the tree's.
func (*reader) Close() error { return nil }

// Read fetches the row of the key.
func (r *reader) Read(ctx context.Context, key driver.Valuer) error {
	n, err := r.fetchRows(ctx, r.fetch, &r.payload, key)
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("sqlite: the key has %d rows, not 1", n)
	}
	return nil
}

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
