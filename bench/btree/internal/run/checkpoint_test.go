package run

import (
	"context"
	"errors"
	"reflect"
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
func stopping(tree engine.Tree, at trial.Coordinates, curve int) *runner {
	return &runner{job: &job{Plan: trial.Plan{Curve: curve}}, tree: tree, planned: planned{Coordinates: at}}
}

// The writers stop for checkpoints after tenths of the rows, and never in the middle of their batches.
func TestStops(t *testing.T) {
	at := trial.Coordinates{Checkpoints: engine.SeveralCheckpoints, Writers: 2, Batch: 10}
	rowsOf := func(list []stop) (rows, checkpoints, points []int) {
		for _, s := range list {
			rows = append(rows, s.rows)
			if s.checkpoint {
				checkpoints = append(checkpoints, s.rows)
			}
			if s.point {
				points = append(points, s.rows)
			}
		}
		return rows, checkpoints, points
	}
	for _, c := range []struct {
		rows, curve                int
		stops, checkpoints, points []int
	}{
		{400, 0, []int{40, 80, 120, 160, 200, 240, 280, 320, 360, 400}, []int{40, 80, 120, 160, 200, 240, 280, 320, 360, 400}, nil},
		{110, 0, []int{20, 40, 60, 80, 100, 110}, []int{20, 40, 60, 80, 100}, nil},
		{19, 0, []int{19}, nil, nil},
		{100, 3, []int{20, 34, 40, 60, 67, 80, 100}, []int{20, 40, 60, 80, 100}, []int{34, 67, 100}},
	} {
		stops, checkpoints, points := rowsOf(stopping(&flushed{}, at, c.curve).stops(c.rows))
		if !reflect.DeepEqual(stops, c.stops) || !reflect.DeepEqual(checkpoints, c.checkpoints) || !reflect.DeepEqual(points, c.points) {
			t.Errorf("%d rows, curve %d: stops after %v, checkpoints after %v, points after %v", c.rows, c.curve, stops, checkpoints, points)
		}
	}
	none := at
	none.Checkpoints = engine.NoCheckpoints
	for name, run := range map[string]*runner{"none": stopping(&flushed{}, none, 0), "a tree without": stopping(struct{ engine.Tree }{}, at, 0)} {
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
		run := stopping(tree, at, 0)
		r := metric.Readings{metric.WholePages: metric.Value(0)}
		if err := run.checkpoint(t.Context()); err != nil || tree.made != 1 {
			t.Errorf("%v: %v, %d checkpoints", c.err, err, tree.made)
		}
		if run.withoutCheckpoints(r); r[metric.WholePages].Missing != c.missing {
			t.Errorf("%v: %+v", c.err, r)
		}
	}
	broken := errors.New("broken")
	if err := stopping(&flushed{err: broken}, at, 0).checkpoint(t.Context()); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
