package run

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// run makes one run. Whatever happens its trees are gone afterwards.
func (c Config) run(ctx context.Context, cell planned, e engine.Engine, d engine.Description) (trial.Trial, error) {
	spec := cell.spec()
	g := &grower{Config: c, cell: cell, about: d, column: column(d), trial: trial.Trial{Coordinates: cell.Coordinates}, detail: new(trial.Detail), twin: newTwin(cell, spec)}
	err := within(ctx, e, spec, func(t engine.Tree) error {
		g.tree = t
		if err := g.grow(ctx); err != nil {
			return err
		}
		return g.measure(ctx)
	})
	if err == nil && c.compared(cell) {
		// In a tree of its own, right after ours: the blocks interleave the two.
		err = within(ctx, e, spec, func(t engine.Tree) error { return g.pgbench(ctx, t) })
	}
	if err != nil {
		return trial.Trial{}, err
	}
	return g.trial, nil
}

// within makes a tree, and removes it when do is done.
func within(ctx context.Context, e engine.Engine, spec engine.Spec, do func(engine.Tree) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	t, err := e.Prepare(ctx, spec)
	if why, blank := engine.MissingReason(err); blank {
		return &skipError{"it cannot have such keys (" + why + ")"}
	}
	if err != nil {
		return err
	}
	defer func() {
		if closing := t.Close(); closing != nil {
			err = &cleanupError{err, closing}
		}
	}()
	// The garbage of the last run is not this one's to collect.
	runtime.GC()
	return do(t)
}

// grower makes one run.
type grower struct {
	Config
	cell   planned
	tree   engine.Tree
	about  engine.Description
	column key.Column
	trial  trial.Trial
	detail *trial.Detail

	base    metric.Readings // of the tree that the timed rows go into, for trial.Migration
	sources key.Sources
	kept    *keeper // keys to read again, nil for none
	twin    *twin   // nil for none
	again   atomic.Int64
	latency histograms
}

// grow inserts all rows.
func (g *grower) grow(ctx context.Context) error {
	before := g.prefilled(g.cell.Scenario, g.cell.Rows)
	if before > 0 {
		if err := g.prefill(ctx, before); err != nil {
			return err
		}
	}
	rows := g.cell.Rows - before
	if g.cell.kind.Server == "" {
		o := key.Options{Column: g.column}
		if g.cell.Scenario == trial.Skew {
			o.Skew = g.Skew
		}
		g.sources = g.cell.kind.Open(g.cell.Generators, o)
	}
	if g.cell.Scenario == trial.Read {
		g.kept = newKeeper(g.cell.Writers, rows, g.Seed+uint64(g.cell.Repeat))
	}
	took, err := g.insert(ctx, before, rows)
	if err != nil {
		return err
	}
	g.trial.Seconds = took.Seconds()
	return nil
}

// ahead is how far the clock is ahead in the scenario Jump.
const ahead = 24 * time.Hour

// prefill inserts what is in the table before the writers begin: by one writer, in
// batches, and not on the clock.
func (g *grower) prefill(ctx context.Context, rows int) error {
	kind, o := g.cell.kind, key.Options{Column: g.column, Ahead: ahead}
	if g.cell.Scenario == trial.Migration {
		kind, o = key.Random(g.cell.kind.Form), key.Options{Column: g.column}
	}
	source := kind.Open(1, o).Writer(0)
	w, err := g.tree.Writer(ctx)
	if err != nil {
		return err
	}
	defer w.Close() // every row is committed or the run has failed: nothing hangs on it
	p := writing{Writer: w, source: source, batch: prefillBatch, mode: trial.MakeBatch, another: source.Next, report: g.Observer.Rows, twin: g.twin}
	if err := p.all(ctx, rows); err != nil {
		return err
	}
	if err := g.twin.grow(); err != nil {
		return err
	}
	if g.cell.Scenario == trial.Migration {
		g.base, err = g.sample(ctx)
	}
	return err
}

// prefillBatch is the batch of rows whose insertion is not measured.
const prefillBatch = 1000

// measure takes the readings of the tree that all rows are in.
func (g *grower) measure(ctx context.Context) error {
	r, err := g.tree.Measure(ctx)
	if err != nil {
		return err
	}
	rows := g.cell.Rows
	if g.cell.Scenario == trial.Migration {
		before := g.prefilled(trial.Migration, rows)
		r = since(g.base, r, before, rows, true)
		rows -= before
	}
	switch {
	case g.about.Simulated:
		r[metric.RowsPerSecond] = metric.Missing("it is a simulation, and its time is the simulator's")
	case g.trial.Seconds <= 0:
		r[metric.RowsPerSecond] = metric.Missing("the clock did not move during the run")
	default:
		r[metric.RowsPerSecond] = metric.Value(float64(rows) / g.trial.Seconds)
	}
	r[metric.TickWaits] = metric.Value(float64(g.sources.Waits()))
	r[metric.Duplicates] = metric.Value(float64(g.again.Load()))
	g.twin.compare(r)
	g.trial.Readings = r
	g.takeLatency()
	if err := errors.Join(g.takeLeaves(ctx), g.takePools(ctx)); err != nil {
		return err
	}
	if g.kept != nil {
		if err := g.read(ctx); err != nil {
			return err
		}
	}
	if !g.detail.Empty() {
		g.trial.Detail = g.detail
	}
	return nil
}

// compared reports whether pgbench runs beside the cell.
func (c Config) compared(cell planned) bool {
	return c.Pgbench && cell.Scenario == trial.Insert && cell.Batch == 1 && cell.kind.Name == pgbenchKey
}

// pgbenchKey is the key that pgbench can make as well: a number that it counts up.
const pgbenchKey = "bigint"

// pgbench has pgbench insert as many rows into an empty tree.
func (g *grower) pgbench(ctx context.Context, t engine.Tree) error {
	rate, err := t.Pgbench(ctx, g.cell.Writers, g.cell.Rows)
	reading := metric.Value(rate)
	why, missing := engine.MissingReason(err)
	switch {
	case missing:
		reading = metric.Missing(why)
	case err != nil:
		return err
	case rate <= 0:
		return fmt.Errorf("pgbench gave a rate of %v rows per second: it must be more than 0", rate)
	}
	g.trial.Readings[metric.PgbenchRows] = reading
	if ours := g.trial.Readings.Get(metric.RowsPerSecond); reading.Missing == "" && ours.Missing == "" {
		reading = metric.Value(ours.Value / reading.Value)
	}
	g.trial.Readings[metric.PgbenchRatio] = reading
	return nil
}

// skipError is a run that the engine has no way to make.
type skipError struct{ why string }

func (e *skipError) Error() string { return e.why }

// cleanupError is a run whose tree could not be removed.
type cleanupError struct {
	run     error // nil if the run itself went well
	closing error
}

func (e *cleanupError) Error() string {
	if e.run == nil {
		return e.closing.Error()
	}
	return e.run.Error() + "; and then " + e.closing.Error()
}

func (e *cleanupError) Unwrap() []error {
	if e.run == nil {
		return []error{e.closing}
	}
	return []error{e.run, e.closing}
}
