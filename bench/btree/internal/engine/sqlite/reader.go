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
	select {
	case r.queue <- struct{}{}:
		defer func() { <-r.queue }()
	case <-ctx.Done():
		return ctx.Err()
	}
	// For a context that can end, the driver would start a goroutine.
	rows, err := r.fetch.QueryContext(context.WithoutCancel(ctx), key)
	if err != nil {
		return explain("cannot read a row", err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		if err := rows.Scan(&r.payload); err != nil {
			return explain("cannot read a row", err)
		}
		n++
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return explain("cannot read a row", err)
	}
	if n != 1 {
		return fmt.Errorf("sqlite: the key has %d rows, not 1", n)
	}
	return nil
}

// Misses returns how many pages SQLite has read because the buffer pool did not hold them.
func (t *tree) Misses(context.Context) (metric.Reading, error) {
	if err := t.count(); err != nil {
		return metric.Reading{}, err
	}
	return metric.Value(float64(t.pages.read)), nil
}
