package run

import (
	"context"
	"database/sql/driver"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// writing is one writer that inserts batch after batch. It is for one goroutine.
type writing struct {
	engine.Writer
	source  key.Source
	batch   int
	another engine.Replace // nil if a duplicate is an error
	report  func(rows int)
	kept    *reservoir    // of keys to read later, or nil
	newest  *latest       // the same
	took    durations     // of transactions
	longest time.Duration // of those that were sent while a checkpoint was made
	making  *atomic.Bool  // whether one is being made; nil for never
	mixed   *mixing       // reads rows between the inserts, or nil
	keys    []driver.Valuer
}

// all inserts so many rows, in batches.
func (w *writing) all(ctx context.Context, rows int) error {
	for left := rows; left > 0; {
		n := min(w.batch, left)
		if err := w.insert(ctx, n); err != nil {
			return err
		}
		if w.mixed != nil {
			if err := w.mixed.read(ctx, w.keys); err != nil {
				return err
			}
		}
		w.report(n)
		left -= n
	}
	return nil
}

// insert inserts one batch.
func (w *writing) insert(ctx context.Context, rows int) error {
	keys, err := w.next(ctx, rows)
	if err != nil {
		return err
	}
	making := w.making != nil && w.making.Load()
	began := time.Now()
	err = w.Insert(ctx, keys, w.another)
	took := time.Since(began)
	w.took.add(took)
	if making {
		w.longest = max(w.longest, took)
	}
	return err
}

// next makes n keys, which are valid until the next call.
func (w *writing) next(ctx context.Context, n int) ([]driver.Valuer, error) {
	w.keys = w.keys[:0]
	for range n {
		k, err := w.source.Next(ctx)
		if err != nil {
			return nil, err
		}
		w.keys = append(w.keys, k)
	}
	for _, k := range w.keys {
		if w.kept != nil {
			w.kept.offer(k)
		}
		if w.newest != nil {
			w.newest.offer(k)
		}
	}
	return w.keys, nil
}
