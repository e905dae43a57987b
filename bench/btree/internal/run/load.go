package run

import (
	"cmp"
	"context"
	"database/sql/driver"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// insert lets the writers insert so many rows into a tree that has some before, and
// returns the time from the first key to the last commit: what a client waits for,
// the making of keys included. The time in which the growing tree is read is not in
// it.
func (g *grower) insert(ctx context.Context, before, rows int) (time.Duration, error) {
	writers, err := g.writers(ctx)
	defer func() {
		for _, w := range writers {
			_ = w.Close() // every row is committed or the run has failed: nothing hangs on it
		}
	}()
	if err != nil {
		return 0, err
	}
	steps := max(1, min(g.Curve, rows/g.cell.Writers))
	var took time.Duration
	last, at := g.base, before
	for i := range steps {
		n := share(rows, steps, i)
		d, err := g.pass(ctx, writers, n)
		if err != nil {
			return 0, err
		}
		took += d
		if err := g.twin.grow(); err != nil {
			return 0, err
		}
		if before += n; g.Curve > 0 {
			if last, err = g.point(ctx, last, at, before); err != nil {
				return 0, err
			}
			at = before
		}
	}
	return took, nil
}

// writers opens the writers. Beside an error it returns those that it opened.
func (g *grower) writers(ctx context.Context) (list []*writing, err error) {
	for i := range g.cell.Writers {
		w, err := g.tree.Writer(ctx)
		if err != nil {
			return list, err
		}
		one := &writing{Writer: w, batch: g.cell.Batch, mode: g.cell.Make, report: g.Observer.Rows, twin: g.twin}
		list = append(list, one)
		if err := g.supply(one, i); err != nil {
			return list, err
		}
		if !g.about.Simulated {
			one.latency = g.latency.of(trial.OpInsert)
		}
		if g.Rate > 0 {
			one.every = time.Duration(float64(g.cell.Batch*g.cell.Writers) / g.Rate * float64(time.Second))
			one.first = one.every * time.Duration(i) / time.Duration(g.cell.Writers)
		}
	}
	return list, nil
}

// supply gives writer i its keys.
func (g *grower) supply(w *writing, i int) error {
	if g.cell.Make == trial.MakeServer {
		return nil
	}
	w.source = g.sources.Writer(i)
	if g.cell.Make.InBlocks() {
		order := key.Rising
		if g.cell.Make == trial.MakeTwoPass {
			order = key.TwoPass
		}
		blocks, err := w.source.(key.BlockSource).Blocks(cmp.Or(g.blockSize, defaultBlock), order) // the plan checked that the source has blocks
		if err != nil {
			return err
		}
		w.source = blocks
	}
	if g.cell.kind.Collides {
		from := w.source
		w.another = func(ctx context.Context) (driver.Valuer, error) {
			g.again.Add(1)
			return from.Next(ctx)
		}
	}
	if g.kept != nil {
		w.kept = g.kept.writer(i)
	}
	return nil
}

// pass lets the writers insert so many rows, and returns how long it took.
func (g *grower) pass(ctx context.Context, writers []*writing, rows int) (time.Duration, error) {
	return sideBySide(ctx, len(writers), func(ctx context.Context, i int, began time.Time) error {
		writers[i].schedule(began)
		return writers[i].all(ctx, share(rows, len(writers), i))
	})
}

// sideBySide lets n clients begin at the same time, and returns how long it took until
// the last was done. When one fails the context ends for the others, and the first
// failure is returned.
func sideBySide(ctx context.Context, n int, do func(ctx context.Context, i int, began time.Time) error) (time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	start := make(chan struct{})
	var began time.Time
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			if err := do(ctx, i, began); err != nil {
				cancel(err)
			}
		})
	}
	began = time.Now()
	close(start)
	wg.Wait()
	took := time.Since(began)
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return took, nil
}

// share is how many rows writer i inserts: all of them differ by one at most.
func share(rows, writers, i int) int {
	n := rows / writers
	if i < rows%writers {
		n++
	}
	return n
}

// takeLatency adds the distributions to the detail, and some quantiles to the
// readings.
func (g *grower) takeLatency() {
	offered := g.Rate / float64(g.cell.Batch)
	l, ok := g.latency.merged(trial.OpInsert, offered)
	if !ok {
		return
	}
	g.detail.Latency = append(g.detail.Latency, l)
	for name, q := range map[string]float64{metric.InsertP50: 0.5, metric.InsertP99: 0.99, metric.InsertMax: 1} {
		g.trial.Readings[name] = quantile(l, q)
	}
}
