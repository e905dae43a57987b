package sim

import (
	"context"
	"database/sql/driver"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Reader returns a reader.
func (t *tree) Reader(context.Context) (engine.Reader, error) {
	if _, err := t.use(); err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	return &reader{tree: t}, nil
}

// Misses returns how many pages of the tree the inserts and lookups have fetched.
func (t *tree) Misses(context.Context) (metric.Reading, error) {
	b, err := t.use()
	if err != nil {
		return metric.Reading{}, err
	}
	defer t.mu.Unlock()
	read, _ := t.traffic(b)
	if read.Missing == "" {
		read.Value *= float64(b.Rows())
	}
	return read, nil
}

// reader looks keys up in the tree.
type reader struct {
	tree   *tree
	buffer []byte
}

// Read looks a key up. It does not access the table beside the tree.
func (r *reader) Read(ctx context.Context, k driver.Valuer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var err error
	if r.buffer, err = key.Append(r.buffer[:0], k); err != nil {
		return err
	}
	b, err := r.tree.use()
	if err != nil {
		return err
	}
	defer r.tree.mu.Unlock()
	return b.Lookup(r.buffer)
}

// Close does nothing: a reader holds nothing.
func (r *reader) Close() error { return nil }
