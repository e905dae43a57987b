package run

import (
	"context"
	"database/sql/driver"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// mostLatest is the number of the newest rows that single reads choose from, at most.
const mostLatest = 10_000

// latest keeps the last keys that it is offered.
type latest struct {
	keys []driver.Valuer
	next int
}

// newLatest returns room for the newest hundredth of so many rows.
func newLatest(rows int) *latest {
	return &latest{keys: make([]driver.Valuer, 0, max(1, min(rows/100, mostLatest)))}
}

func (l *latest) offer(k driver.Valuer) {
	if len(l.keys) < cap(l.keys) {
		l.keys = append(l.keys, k)
		return
	}
	l.keys[l.next] = k
	l.next = (l.next + 1) % len(l.keys)
}

// pointReads reads single rows after a migration, with one client: the newest ones first, which the
// inserts have left in the buffer pool.
func (run *runner) pointReads(ctx context.Context) error {
	tree, ok := run.tree.(engine.Timed)
	if !ok {
		return nil // a simulated tree has no reads
	}
	// No Analyze: a unique index needs no statistics, and PostgreSQL counts its reads some seconds later.
	w, err := run.tree.Writer(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // it has read everything
	r, ok := w.(engine.PointReader)
	if !ok {
		return errNoPointReads
	}
	p := pointReading{runner: run, tree: tree, PointReader: r}
	newest := &reservoir{rng: run.old.rng, any: run.newest.keys}
	if err := p.read(ctx, newest, metric.NewReadP50, metric.NewReadMisses); err != nil {
		return err
	}
	return p.read(ctx, run.old, metric.OldReadP50, metric.OldReadMisses)
}

// pointReading reads single rows.
type pointReading struct {
	*runner
	engine.PointReader
	tree engine.Timed
}

// read reads rows of a sample first to warm the buffer pool up, and then timed.
func (p *pointReading) read(ctx context.Context, from *reservoir, p50, misses string) error {
	count := pageCount(p.planned.Rows)
	if _, err := p.pass(ctx, from.pick(count/2)); err != nil {
		return err
	}
	var took []time.Duration
	fetched, err := (&paging{runner: p.runner, tree: p.tree}).fetched(ctx, func() (err error) {
		took, err = p.pass(ctx, from.pick(count))
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(took)
	p.trial.Readings[p50], p.trial.Readings[misses] = quantile(took, .5), engine.PerRow(fetched, len(took))
	return nil
}

// pass reads the rows before keys, and returns how long each read took.
func (p *pointReading) pass(ctx context.Context, keys []driver.Valuer) ([]time.Duration, error) {
	took := make([]time.Duration, 0, len(keys))
	for _, k := range keys {
		began := time.Now()
		if err := p.Read(ctx, k); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// keepForReads prepares the samples of a migration, and of the plain inserts that are compared with
// it. The first half of the rows are the old ones.
func (run *runner) keepForReads(s trial.ScenarioSpec) {
	if !run.readsRows(s) {
		return
	}
	run.old = &reservoir{rng: run.rng(0), any: make([]driver.Valuer, 0, pageKeys), recent: 1, until: run.planned.Rows / 2}
	run.newest = newLatest(run.planned.Rows)
	if !s.Migrates {
		run.kept = keeper{run.old}
	}
}

// readsRows reports whether single rows are read afterwards. Several writers have no order of rows.
func (run *runner) readsRows(s trial.ScenarioSpec) bool {
	beside := s.Name == trial.Insert && slices.Contains(run.Scenarios, trial.Migration)
	return (s.Migrates || beside) && run.planned.Writers == 1
}
