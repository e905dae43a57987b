package run

import (
	"context"
	"database/sql/driver"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// trial executes one trial, and always removes its trees.
func (c *job) trial(ctx context.Context, p planned, e engine.Engine, d engine.Description) (trial.Trial, error) {
	spec := p.spec()
	run := &runner{job: c, engine: e, planned: p, about: d, column: column(d), trial: trial.Trial{Coordinates: p.Coordinates}, detail: new(trial.Detail)}
	err := withTree(ctx, e, spec, func(t engine.Tree) error {
		run.tree = t
		if err := run.grow(ctx); err != nil {
			return err
		}
		return run.measure(ctx)
	})
	if err != nil {
		return trial.Trial{}, err
	}
	return run.trial, nil
}

// withTree prepares a tree, calls do with it, and removes it.
func withTree(ctx context.Context, e engine.Engine, spec engine.Spec, do func(engine.Tree) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	t, err := e.Prepare(ctx, spec)
	if err != nil {
		return impossible(err)
	}
	defer func() { err = engine.Both(err, t.Close()) }()
	// This trial must not pay for the garbage of the last one.
	runtime.GC()
	return do(t)
}

// impossible returns a *skipError in the place of a *engine.Missing, by which an engine says why there can
// be no such tree.
func impossible(err error) error {
	if why, blank := engine.MissingReason(err); blank {
		return &skipError{"such keys are impossible there (" + why + ")"}
	}
	return err
}

// runner executes one trial.
type runner struct {
	*job
	engine  engine.Engine
	planned planned
	tree    engine.Tree
	about   engine.Description
	column  key.Column
	trial   trial.Trial
	detail  *trial.Detail

	// Times and counts are of the rows after the first skipped ones, with which the tree
	// had the readings base.
	skipped  int
	base     metric.Readings
	inserted int             // rows, skipped or not
	updated  int             // rows that were updated after the skipped ones were inserted
	recent   metric.Readings // of the updates of the latest rows
	// processor is the processor time of the database in the time of the trial, in microseconds.
	processor metric.Reading
	// transactions is how long the transactions of that time took.
	transactions durations
	// longest is how long the longest of them took that was sent while a checkpoint was made, 0 for none.
	longest time.Duration
	// making is whether a checkpoint is being made, and made receives its error.
	making atomic.Bool
	made   chan error
	// unwritten is why there was no checkpoint although there should have been, or "".
	unwritten string
	sources   key.Sources
	// stored holds the keys of the rows before those of a mixed load, and reads is how long its reads
	// took.
	stored []driver.Valuer
	reads  durations
	kept   keeper // keys to read later, or nil
	// old and newest hold keys of a migration to read later.
	old    *reservoir
	newest *latest
	again  atomic.Int64
}

// grow inserts all rows.
func (run *runner) grow(ctx context.Context) error {
	scenario := run.planned.Scenario.Spec()
	before := run.planned.Scenario.Prefilled(run.planned.Rows)
	run.sources = run.planned.kind.Open(run.planned.Generators, run.keyOptions())
	run.keepForReads(scenario)
	if before > 0 {
		source := run.sources.Writer(0)
		if scenario.Migrates {
			source = key.Random(run.planned.kind.Form).Open(1, run.keyOptions()).Writer(0)
		}
		if err := run.prefill(ctx, source, before); err != nil {
			return err
		}
	}
	rows := run.planned.Rows - before
	switch {
	case scenario.Updates:
		run.kept = run.newKeeper(rows, rows)
	case scenario.Pages:
		run.kept = run.newKeeper(rows, pageKeys)
	}
	took, err := run.insert(ctx, rows)
	if scenario.Updates && err == nil {
		took, err = run.update(ctx)
	}
	if err != nil {
		return err
	}
	run.trial.Seconds = took.Seconds()
	return nil
}

// keyOptions returns the options of key sources that have the time of the tree.
func (run *runner) keyOptions() key.Options {
	o := key.Options{Column: run.column}
	if t, ok := run.tree.(engine.Clocked); ok {
		o.Clock = t.Clock()
	}
	return o
}

// prefill inserts rows before the writers begin: one writer inserts them in batches, untimed.
func (run *runner) prefill(ctx context.Context, source key.Source, rows int) error {
	w, err := run.tree.Writer(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // every row is committed, or the trial has failed
	p := writing{Writer: w, source: source, batch: prefillBatch, another: source.Next, report: run.Observer.Rows, kept: run.old}
	if run.planned.Scenario.Spec().Reads {
		p.kept = &reservoir{any: make([]driver.Valuer, 0, rows)} // which is all of them
	}
	if err := p.all(ctx, rows); err != nil {
		return err
	}
	if run.planned.Scenario.Spec().Reads {
		run.stored = p.kept.any
	}
	run.inserted = rows
	run.skipped = rows
	if err := run.checkpoint(ctx); err != nil {
		return err
	}
	run.base, err = run.sample(ctx)
	return err
}

// prefillBatch is the batch of untimed rows.
const prefillBatch = 1000

// measure takes the readings of the complete tree.
func (run *runner) measure(ctx context.Context) error {
	r, err := run.tree.Measure(ctx)
	if err != nil {
		return err
	}
	rows := run.inserted - run.skipped + run.updated
	if run.skipped > 0 {
		r = since(run.base, r, span{from: run.skipped, to: run.inserted, rows: rows})
	}
	r.AddHits()
	switch {
	case run.about.Simulated:
		r[metric.RowsPerSecond] = metric.Missing("a simulation has no times")
	case run.trial.Seconds <= 0:
		r[metric.RowsPerSecond] = metric.Missing("the clock did not advance during the trial")
	default:
		r[metric.RowsPerSecond] = metric.Value(float64(rows) / run.trial.Seconds)
	}
	run.processorReading(r, rows)
	run.latencies(r)
	run.withoutCheckpoints(r)
	r[metric.TickWaits] = metric.Value(float64(run.sources.Waits()))
	r[metric.Duplicates] = metric.Value(float64(run.again.Load()))
	run.trial.Readings = r
	if err := run.takeLeaves(ctx); err != nil {
		return err
	}
	if err := run.after(ctx); err != nil {
		return err
	}
	if !run.detail.Empty() {
		run.trial.Detail = run.detail
	}
	return nil
}

// after is what follows the readings of the complete tree in a scenario.
func (run *runner) after(ctx context.Context) error {
	switch scenario := run.planned.Scenario.Spec(); {
	case scenario.Updates:
		run.updates()
	case scenario.Pages:
		return run.pages(ctx)
	case scenario.Reads:
		run.operations()
	case run.readsRows(scenario):
		return run.pointReads(ctx)
	}
	return nil
}

// skipError is the error of a trial that the engine cannot run.
type skipError struct{ why string }

func (e *skipError) Error() string { return e.why }
