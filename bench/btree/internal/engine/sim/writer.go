package sim

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// writer is the tree's only client.
type writer struct {
	tree   *tree
	buffer []byte
}

// Writer returns the tree's writer. While it is open, there is no second one: which rows of
// several clients meet depends on a server's machine.
func (t *tree) Writer(context.Context) (engine.Writer, error) {
	if _, err := t.use(); err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	if t.writing {
		return nil, &engine.Missing{Reason: "a simulated tree has one writer: measure several on a server"}
	}
	t.writing = true
	return &writer{tree: t}, nil
}

// Insert inserts one row per key.
func (w *writer) Insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	b, err := w.bytes(keys)
	if err != nil {
		return err
	}
	return w.transact(ctx, b, replace)
}

// bytes returns the keys' bytes one after the other, valid until the next call.
func (w *writer) bytes(keys []driver.Valuer) ([]byte, error) {
	w.buffer = w.buffer[:0]
	width := w.tree.width
	for i, k := range keys {
		var err error
		if w.buffer, err = key.Append(w.buffer, k); err != nil {
			return nil, err
		}
		if len(w.buffer) != (i+1)*width {
			return nil, fmt.Errorf("sim: the key %x has %d bytes: the column's keys have %d", w.buffer[i*width:], len(w.buffer)-i*width, width)
		}
	}
	return w.buffer, nil
}

// transact inserts rows in a transaction, whose keys follow one another in b. If that fails,
// the tree is of no use: a row cannot be removed again, as the pages that it split stay split.
func (w *writer) transact(ctx context.Context, b []byte, replace engine.Replace) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t := w.tree
	if _, err := t.use(); err != nil {
		return err
	}
	defer t.mu.Unlock()
	before := t.grown.Rows()
	if err := w.insert(ctx, b, replace); err != nil {
		t.broken = fmt.Errorf("sim: the tree has a part of a transaction that failed: %w", err)
		return err
	}
	if rows := t.grown.Rows() - before; rows > 0 {
		t.rows += rows
		t.clock.advance(commitTime)
	}
	return nil
}

// looks is the number of rows between two checks of the context.
const looks = 256

// insert inserts rows at an even pace, whose keys follow one another in b.
func (w *writer) insert(ctx context.Context, b []byte, replace engine.Replace) error {
	width := w.tree.width
	for i := 0; i < len(b); i += width {
		if i/width%looks == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := w.row(ctx, b[i:i+width], replace); err != nil {
			return err
		}
		w.tree.clock.advance(rowTime)
	}
	return nil
}

// row inserts a row, with another key as long as its key is there.
func (w *writer) row(ctx context.Context, k []byte, replace engine.Replace) error {
	for {
		err := w.tree.grown.Insert(k)
		if replace == nil || !errors.Is(err, btree.ErrDuplicate) {
			return err
		}
		v, err := replace(ctx)
		if err != nil {
			return err
		}
		if k, err = key.Append(nil, v); err != nil {
			return err
		}
	}
}

// Close ends the writer.
func (w *writer) Close() error {
	w.tree.mu.Lock()
	defer w.tree.mu.Unlock()
	w.tree.writing = false
	return nil
}
