package run

import (
	"cmp"
	"context"
	"database/sql/driver"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// insert makes the writers insert rows. It returns the time from the first key to the last commit, which includes making the keys and leaves out
// the time in which a checkpoint begins, or one goes on that is longer than what the writers do meanwhile.
func (run *runner) insert(ctx context.Context, rows int) (time.Duration, error) {
	writers, err := run.writers(ctx)
	defer func() { closeAll(writers) }()
	if err != nil {
		return 0, err
	}
	if run.planned.Scenario.Spec().Reads {
		for i, w := range writers {
			if w.mixed, err = run.mixed(w.Writer, i, share(rows, len(writers), i)); err != nil {
				return 0, err
			}
		}
	}
	var took time.Duration
	done, isDue := 0, false
	for _, s := range run.stops(rows) {
		d, err := run.passWith(ctx, isDue, writers, s.rows-done)
		if err != nil {
			return 0, err
		}
		took, done, isDue = took+d, s.rows, s.checkpoint
	}
	if isDue {
		if _, err := run.passWith(ctx, true, nil, 0); err != nil {
			return 0, err
		}
	}
	run.collect(writers)
	return took, nil
}

// passWith makes the writers insert rows while a checkpoint is made, if one is due, and returns how long they
// took. Its processor time has all of both.
func (run *runner) passWith(ctx context.Context, isDue bool, writers []*writing, rows int) (time.Duration, error) {
	return run.working(ctx, func() (time.Duration, error) {
		if isDue {
			if err := run.beginCheckpoint(ctx); err != nil {
				return 0, err
			}
		}
		took, err := run.pass(ctx, writers, rows)
		return took, cmp.Or(err, run.awaitCheckpoint())
	})
}

// writers opens the writers. Beside an error it returns those that it opened.
func (run *runner) writers(ctx context.Context) (list []*writing, err error) {
	for i := range run.planned.Writers {
		w, err := run.tree.Writer(ctx)
		if err != nil {
			return list, err
		}
		one := &writing{Writer: w, batch: run.planned.Batch, report: run.Observer.Rows, took: newDurations(), making: &run.making}
		list = append(list, one)
		if err := run.supply(one, i); err != nil {
			return list, err
		}
	}
	return list, nil
}

// closeAll closes writers.
func closeAll(writers []*writing) {
	for _, w := range writers {
		_ = w.Close() // every row is committed, or the trial has failed
	}
}

// supply gives writer i its keys.
func (run *runner) supply(w *writing, i int) error {
	w.source = run.sources.Writer(i)
	if run.planned.Make.InBlocks() {
		order := key.Rising
		if run.planned.Make == trial.MakeTwoPass {
			order = key.TwoPass
		}
		blocks, err := w.source.(key.BlockSource).Blocks(run.blockSize, order) // the plan checked that the source has blocks
		if err != nil {
			return err
		}
		w.source = blocks
	}
	if run.planned.kind.Collides {
		from := w.source
		w.another = func(ctx context.Context) (driver.Valuer, error) {
			run.again.Add(1)
			return from.Next(ctx)
		}
	}
	if run.kept != nil {
		w.kept = run.kept[i]
	}
	w.newest = run.newest
	return nil
}

// pass makes the writers insert rows, and returns how long it took.
func (run *runner) pass(ctx context.Context, writers []*writing, rows int) (time.Duration, error) {
	run.inserted += rows
	return sideBySide(ctx, len(writers), func(ctx context.Context, i int) error {
		return writers[i].all(ctx, share(rows, len(writers), i))
	})
}

// sideBySide starts n clients at the same time, and returns how long it took until the last
// one was done. If one fails, it cancels the others and returns the first failure.
func sideBySide(ctx context.Context, n int, do func(ctx context.Context, i int) error) (time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			if err := do(ctx, i); err != nil {
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

// share returns how many rows writer i inserts: writers differ by one row at most.
func share(rows, writers, i int) int {
	n := rows / writers
	if i < rows%writers {
		n++
	}
	return n
}
