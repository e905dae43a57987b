package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Run makes every run of the plan and returns what was measured.
//
// An error means that nothing was begun: the Config breaks a rule, or an engine
// cannot say what it is. Once the runs have begun, a failure or the end of ctx
// stops the plan, and the Result holds the runs finished by then and the reason.
// A run that was not finished is never in it.
func Run(ctx context.Context, c Config) (Result, error) {
	if err := c.Validate(); err != nil {
		return Result{}, err
	}
	engines := make([]engine.Description, len(c.Engines))
	for i, e := range c.Engines {
		var err error
		if engines[i], err = e.Describe(ctx); err != nil {
			return Result{}, err
		}
	}
	if c.Observer == nil {
		c.Observer = silent{}
	}
	p := plan(engines, c.Keys, c.Rows, c.Repeats, c.Seed)
	res := Result{
		Schema: Schema, Planned: len(p.Cells), Started: time.Now(),
		Settings:    Settings{c.Rows, c.Writers, c.Batch, c.Repeats, c.Payload, c.Seed},
		Environment: environment(), Engines: engines, Keys: c.keys(),
	}
	c.Observer.Begin(p)
	defer c.Observer.End()
	for _, cell := range p.Cells {
		run, err := c.run(ctx, cell, column(engines[cell.Engine]))
		if err != nil {
			res.stop(ctx, cell, err)
			break
		}
		res.Runs = append(res.Runs, run)
		c.Observer.Done(run)
	}
	res.Complete = len(res.Runs) == res.Planned
	res.Seconds = time.Since(res.Started).Seconds()
	return res, nil
}

func (r *Result) stop(ctx context.Context, cell Cell, err error) {
	if ctx.Err() != nil {
		r.Interrupted = true
		r.Stopped = "interrupted"
		if left, ok := errors.AsType[*cleanupError](err); ok {
			r.Stopped += "; " + left.closing.Error()
		}
		return
	}
	r.Stopped = fmt.Sprintf("%s, %s, %s: %v", cell.EngineName, cell.Layout, cell.Key.Name, err)
}

// column says how an engine wants its 16-byte keys.
func column(d engine.Description) key.Column {
	if d.UUID {
		return key.UUIDs
	}
	return key.Bytes
}

func (c Config) keys() []Key {
	keys := make([]Key, len(c.Keys))
	for i, k := range c.Keys {
		generators := c.Writers
		if k.Shared {
			generators = 1
		}
		keys[i] = Key{
			Name: k.Name, Title: k.Title, Width: k.Form.Width, Form: k.Form.String(), Control: k.Control,
			Generators: generators, Added: slices.Contains(c.Added, k.Name),
		}
	}
	return keys
}

// run grows one tree and measures it. Whatever happens the tree is gone afterwards.
func (c Config) run(ctx context.Context, cell Cell, col key.Column) (r Trial, err error) {
	if err := ctx.Err(); err != nil {
		return Trial{}, err
	}
	c.Observer.Start(cell)
	t, err := c.Engines[cell.Engine].Prepare(ctx, engine.Spec{Layout: cell.Layout, Key: cell.Key.Form, Payload: c.Payload})
	if err != nil {
		return Trial{}, err
	}
	defer func() {
		if closing := t.Close(); closing != nil {
			r, err = Trial{}, &cleanupError{err, closing}
		}
	}()
	// The garbage of the last run is not this one's to collect.
	runtime.GC()
	s := supply{cell.Key.Open(c.Writers, col), cell.Key.Collides, new(atomic.Int64)}
	took, err := c.insert(ctx, t, s)
	if err != nil {
		return Trial{}, err
	}
	readings, err := t.Measure(ctx)
	if err != nil {
		return Trial{}, err
	}
	complete(readings, c.Rows, took, s)
	return Trial{
		Engine: cell.EngineName, Layout: cell.Layout, Key: cell.Key.Name, Block: cell.Block,
		Rows: c.Rows, Seconds: took.Seconds(), Readings: readings,
	}, nil
}

// complete adds what the engine cannot know.
func complete(r metric.Readings, rows int, took time.Duration, s supply) {
	if took <= 0 {
		r[metric.RowsPerSecond] = metric.Missing("the clock did not move during the run")
	} else {
		r[metric.RowsPerSecond] = metric.Value(float64(rows) / took.Seconds())
	}
	r[metric.TickWaits] = metric.Value(float64(s.Waits()))
	r[metric.Duplicates] = metric.Value(float64(s.duplicates.Load()))
}

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
