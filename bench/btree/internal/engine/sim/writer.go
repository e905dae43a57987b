package sim

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// statementRows is the number of rows of a statement, at most, the same as on servers.
const statementRows = 100

// writer is one client.
type writer struct {
	tree   *tree
	number int // among the tree's writers
	buffer []byte
	busy   bool          // whether it has a transaction in the queue
	away   bool          // whether the queue does not wait for it
	core   bool          // whether it has got a core to make the keys of its next transaction
	turn   chan struct{} // closed when it makes its first keys; nil if it does not wait for that
}

// Writer returns a writer. The others wait for its rows from now on.
func (t *tree) Writer(context.Context) (engine.Writer, error) {
	if _, err := t.use(); err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	w := &writer{tree: t}
	t.queue.join(w)
	return w, nil
}

// Insert inserts one row per key.
func (w *writer) Insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	b, err := w.bytes(keys)
	if err != nil {
		return err
	}
	return w.transact(ctx, &transaction{rows: len(keys), statement: statementRows, keys: b, replace: replace})
}

// InsertLate inserts rows whose keys are made for so many rows at a time.
func (w *writer) InsertLate(ctx context.Context, rows, statement int, next engine.Supply, replace engine.Replace) error {
	if statement == 0 {
		statement = statementRows
	}
	return w.transact(ctx, &transaction{rows: rows, statement: statement, replace: replace, supply: func(n int) ([]byte, error) {
		keys, err := next(ctx, n)
		if err != nil {
			return nil, err
		}
		if len(keys) == 0 {
			return nil, fmt.Errorf("sim: a transaction of %d rows got no key for the next ones", rows)
		}
		return w.bytes(keys)
	}})
}

// bytes returns the keys' bytes one after the other, valid until the next call.
func (w *writer) bytes(keys []driver.Valuer) ([]byte, error) {
	w.buffer = w.buffer[:0]
	width := w.tree.rules.KeyWidth()
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

func (w *writer) transact(ctx context.Context, x *transaction) error {
	if err := ctx.Err(); err != nil || x.rows == 0 {
		return err
	}
	t := w.tree
	if _, err := t.use(); err != nil {
		return err
	}
	x.ctx, x.writer, x.left, x.done = ctx, w, x.rows, make(chan struct{})
	t.queue.add(x)
	ended := x.ended
	t.mu.Unlock()
	if ended {
		return x.err
	}
	return t.queue.wait(ctx, x)
}

// InsertGenerated returns a *engine.Missing error: there is no database that generates
// keys.
func (w *writer) InsertGenerated(context.Context, int) error {
	return &engine.Missing{Reason: "a simulated tree has no database that generates keys"}
}

// Resume makes the others wait for this writer, and waits until those before it have made
// the keys of their first transactions, or take longer than the queue's grace.
func (w *writer) Resume(ctx context.Context) error {
	if _, err := w.tree.use(); err != nil {
		return err
	}
	turn := w.tree.queue.resume(w)
	w.tree.mu.Unlock()
	timer := time.NewTimer(w.tree.queue.grace)
	defer timer.Stop()
	select {
	case <-turn:
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Pause makes the other writers go on without this one until it inserts again.
func (w *writer) Pause() {
	w.tree.mu.Lock()
	defer w.tree.mu.Unlock()
	w.tree.queue.pause(w)
}

// Close makes the other writers go on without this one.
func (w *writer) Close() error {
	w.tree.mu.Lock()
	defer w.tree.mu.Unlock()
	w.tree.queue.leave(w)
	return nil
}
