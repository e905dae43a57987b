package run

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// flushed is a tree that notes its checkpoints.
type flushed struct {
	engine.Tree
	made int
	err  error
}

func (f *flushed) Checkpoint(context.Context) error {
	f.made++
	return f.err
}

func (f *flushed) BeginCheckpoint(ctx context.Context) (func() error, error) {
	return func() error { return f.Checkpoint(ctx) }, nil
}

// stopping returns a runner of a trial.
func stopping(tree engine.Tree, at trial.Coordinates) *runner {
	return &runner{job: new(job), tree: tree, planned: planned{Coordinates: at}}
}

// The writers stop for checkpoints after tenths of the rows, and never in the middle of their batches.
func TestStops(t *testing.T) {
	at := trial.Coordinates{Checkpoints: engine.SeveralCheckpoints, Writers: 2, Batch: 10}
	for _, c := range []struct {
		rows int
		want []stop
	}{
		{100, []stop{{20, true}, {40, true}, {60, true}, {80, true}, {100, true}}},
		{110, []stop{{20, true}, {40, true}, {60, true}, {80, true}, {100, true}, {110, false}}},
		{19, []stop{{19, false}}},
	} {
		if got := stopping(&flushed{}, at).stops(c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%d rows: stops at %v, want %v", c.rows, got, c.want)
		}
	}
	if got := stopping(&flushed{}, at).stops(400); len(got) != checkpoints || got[0] != (stop{40, true}) || got[9] != (stop{400, true}) {
		t.Errorf("400 rows: stops at %v", got)
	}
	none := at
	none.Checkpoints = engine.NoCheckpoints
	for name, run := range map[string]*runner{"none": stopping(&flushed{}, none), "a tree without": stopping(struct{ engine.Tree }{}, at)} {
		if list := run.stops(400); len(list) != 1 || list[0] != (stop{rows: 400}) {
			t.Errorf("%s: stops after %v", name, list)
		}
	}
}

// An account that may make no checkpoint gets the reason, and another failure ends the trial.
func TestCheckpoint(t *testing.T) {
	at := trial.Coordinates{Checkpoints: engine.SeveralCheckpoints, Writers: 1, Batch: 1}
	for _, c := range []struct {
		err     error
		missing string
	}{{nil, ""}, {&engine.Missing{Reason: "not allowed"}, "there were no checkpoints: not allowed"}} {
		tree := &flushed{err: c.err}
		run := stopping(tree, at)
		r := metric.Readings{metric.WholePages: metric.Value(0)}
		if err := run.checkpoint(t.Context()); err != nil || tree.made != 1 {
			t.Errorf("%v: %v, %d checkpoints", c.err, err, tree.made)
		}
		if run.withoutCheckpoints(r); r[metric.WholePages].Missing != c.missing {
			t.Errorf("%v: %+v", c.err, r)
		}
	}
	broken := errors.New("broken")
	if err := stopping(&flushed{err: broken}, at).checkpoint(t.Context()); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
