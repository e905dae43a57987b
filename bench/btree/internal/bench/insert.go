package bench

import (
	"context"
	"database/sql/driver"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// insert lets the writers insert all rows and returns the time from the first
// key to the last commit: what a client waits for, the making of keys included.
// When one writer fails the others stop, and the first failure is returned.
func (c Config) insert(ctx context.Context, t engine.Tree, s supply) (time.Duration, error) {
	writers := make([]engine.Writer, 0, c.Writers)
	defer func() {
		for _, w := range writers {
			_ = w.Close() // every row is committed or the run has failed: nothing hangs on it
		}
	}()
	for range c.Writers {
		w, err := t.Writer(ctx)
		if err != nil {
			return 0, err
		}
		writers = append(writers, w)
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i, w := range writers {
		wg.Go(func() {
			<-start
			if err := c.write(ctx, w, s.Writer(i), s.another(i), share(c.Rows, c.Writers, i)); err != nil {
				cancel(err)
			}
		})
	}
	began := time.Now()
	close(start)
	wg.Wait()
	took := time.Since(began)
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return took, nil
}

// write is one writer: it makes a batch of keys, sends it, and goes on until all
// its rows are in.
func (c Config) write(ctx context.Context, w engine.Writer, src key.Source, another engine.Another, rows int) error {
	keys := make([]driver.Valuer, 0, min(c.Batch, rows))
	for left := rows; left > 0; left -= len(keys) {
		keys = keys[:0]
		for range min(c.Batch, left) {
			k, err := src.Next(ctx)
			if err != nil {
				return err
			}
			keys = append(keys, k)
		}
		if err := w.Insert(ctx, keys, another); err != nil {
			return err
		}
		c.Observer.Rows(len(keys))
	}
	return nil
}

// supply is the keys of one run, and how often one of them was made anew.
type supply struct {
	key.Sources
	collides   bool
	duplicates *atomic.Int64
}

// another gives writer i a key in place of one that was taken, where the format
// has applications do that, and else nil.
func (s supply) another(i int) engine.Another {
	if !s.collides {
		return nil
	}
	return func(ctx context.Context) (driver.Valuer, error) {
		s.duplicates.Add(1)
		return s.Writer(i).Next(ctx)
	}
}

// share is how many rows writer i inserts: all of them differ by one at most.
func share(rows, writers, i int) int {
	n := rows / writers
	if i < rows%writers {
		n++
	}
	return n
}
