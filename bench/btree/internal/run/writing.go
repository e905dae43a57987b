package run

import (
	"context"
	"database/sql/driver"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

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
	kept    *reservoir              // of keys to read later, or nil
	latency *hdrhistogram.Histogram // of the batches, or nil

	// every is the time between the intended starts of two batches, 0 for a closed
	// loop; first is that before the first one.
	every, first time.Duration
	intended     time.Time

	keys []driver.Valuer
}

// schedule sets the intended start of the first batch of a pass.
func (w *writing) schedule(began time.Time) { w.intended = began.Add(w.first) }

// all inserts so many rows, in batches.
func (w *writing) all(ctx context.Context, rows int) error {
	for left := rows; left > 0; {
		n := min(w.batch, left)
		start, err := w.start(ctx)
		if err != nil {
			return err
		}
		if err := w.insert(ctx, n); err != nil {
			return err
		}
		if w.latency != nil {
			record(w.latency, time.Since(start))
		}
		w.report(n)
		left -= n
	}
	return nil
}

// start waits for the intended start of the next batch and returns it. A late writer starts
// at once, and the delay counts as latency of the batch.
func (w *writing) start(ctx context.Context) (time.Time, error) {
	if w.every == 0 {
		return time.Now(), nil
	}
	at := w.intended
	w.intended = at.Add(w.every)
	wait := time.Until(at)
	if wait <= 0 {
		return at, nil
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return at, nil
	case <-ctx.Done():
		return at, context.Cause(ctx)
	}
}

// insert inserts one batch.
func (w *writing) insert(ctx context.Context, rows int) error {
	keys, err := w.next(ctx, rows)
	if err != nil {
		return err
	}
	return w.Insert(ctx, keys, w.another)
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
	if w.kept != nil {
		for _, k := range w.keys {
			w.kept.offer(k)
		}
	}
	return w.keys, nil
}
