package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// loaded is a server whose transactions take a second, but 40 ms and once 90 ms while a checkpoint is made.
type loaded struct {
	fake
	refused, broken error
	trees           []*loadedTree
}

func (l *loaded) Describe(context.Context) (engine.Description, error) {
	return engine.Description{Name: engine.Postgres, Layouts: []engine.Layout{{Name: postgres.Primary}}}, nil
}

func (l *loaded) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	t, err := l.fake.Prepare(ctx, s)
	if err != nil {
		return nil, err
	}
	tree := &loadedTree{fakeTree: t.(*fakeTree), server: l}
	l.trees = append(l.trees, tree)
	return tree, nil
}

type loadedTree struct {
	*fakeTree
	server    *loaded
	idle      int // checkpoints while no client worked
	underLoad int
	making    atomic.Bool
	sent      atomic.Int64 // transactions while one was made
	measured  int          // rows
}

func (t *loadedTree) Writer(context.Context) (engine.Writer, error) {
	return loadedWriter{fakeWriter{t.fakeTree}, t}, nil
}

func (t *loadedTree) Measure(ctx context.Context) (metric.Readings, error) {
	t.measured = t.rows
	return t.fakeTree.Measure(ctx)
}

func (t *loadedTree) Sample(context.Context) (metric.Readings, error) {
	return make(metric.Readings), nil
}

func (t *loadedTree) Checkpoint(context.Context) error {
	t.idle++
	return t.server.refused
}

// CheckpointUnderLoad takes 500 ms.
func (t *loadedTree) CheckpointUnderLoad(ctx context.Context) error {
	if t.server.broken != nil {
		return t.server.broken
	}
	t.underLoad++
	t.making.Store(true)
	defer t.making.Store(false)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(500 * time.Millisecond):
		return nil
	}
}

type loadedWriter struct {
	fakeWriter
	tree *loadedTree
}

func (w loadedWriter) Insert(ctx context.Context, keys []driver.Valuer, another engine.Replace) error {
	time.Sleep(time.Millisecond) // let the checkpoint begin
	took := time.Second
	if w.tree.making.Load() {
		if took = 40 * time.Millisecond; w.tree.sent.Add(1) == 7 {
			took = 90 * time.Millisecond
		}
	}
	time.Sleep(took - time.Millisecond)
	return w.fakeWriter.Insert(ctx, keys, another)
}

// runLoaded returns the trials of a plan on a server.
func runLoaded(t *testing.T, l *loaded, change func(*trial.Plan)) (trial.Result, *counting) {
	t.Helper()
	p := trial.Plan{Engines: []string{engine.Postgres}, Keys: []string{"uuidv4"}, Rows: []int{400}, Writers: []int{2}, Batch: []int{10}, Repeats: 1}
	change(&p)
	o := new(counting)
	j, err := newJob(p.WithDefaults(), Options{Observer: o})
	if err != nil {
		t.Fatal(err)
	}
	j.oneWriter, j.open = false, opening(l)
	r, err := j.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r, o
}

// The longest transaction at a checkpoint is one of those that are sent while it is made, after all rows were
// measured. Neither they nor the rows before them are in any other reading.
func TestAtCheckpoint(t *testing.T) {
	for _, scenario := range []trial.Scenario{trial.Insert, trial.Migration} {
		synctest.Test(t, func(t *testing.T) {
			l := new(loaded)
			r, o := runLoaded(t, l, func(p *trial.Plan) { p.Scenarios = []trial.Scenario{scenario} })
			if !r.Complete || int(o.rows.Load()) != 400*len(r.Trials) {
				t.Fatalf("%s: %d rows, %s", scenario, o.rows.Load(), r.Stopped)
			}
			for i, done := range r.Trials {
				tree := l.trees[i]
				timed := 400 - scenario.Prefilled(400)
				// Two writers send a transaction before, and then until the checkpoint is made.
				if more := tree.rows - 400 - timed/checkpoints - 2*10; tree.measured != 400 || tree.underLoad != 1 || more != 10*int(tree.sent.Load()) || more < 100 {
					t.Errorf("%s: %d rows were measured, %d checkpoints under load, %d rows meanwhile in %d transactions", scenario, tree.measured, tree.underLoad, more, tree.sent.Load())
				}
				at, worst := done.Readings.Get(metric.TransactionAtCheckpoint), done.Readings.Get(metric.TransactionWorst)
				if at.Value < 89_900 || at.Value > 90_100 || worst.Value < 999_000 || worst.Value > 1_001_000 {
					t.Errorf("%s: the worst takes %+v µs at a checkpoint, %+v before", scenario, at, worst)
				}
				if got := done.Seconds; got < float64(timed)/10/2-.001 || got > float64(timed)/10/2+.001 {
					t.Errorf("%s: %d rows took %v s", scenario, timed, got)
				}
			}
		})
	}
}

// Without checkpoints nothing follows the readings.
func TestNoneAtCheckpoint(t *testing.T) {
	for name, c := range map[string]struct {
		refused error
		change  func(*trial.Plan)
		missing string
	}{
		"none":    {nil, func(p *trial.Plan) { p.Checkpoints = []string{engine.NoCheckpoints} }, "does not report"},
		"indexes": {nil, func(p *trial.Plan) { p.Scenarios = []trial.Scenario{trial.Indexes} }, "does not report"},
		"refused": {&engine.Missing{Reason: "not allowed"}, func(*trial.Plan) {}, "not allowed"},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := &loaded{refused: c.refused}
			r, _ := runLoaded(t, l, c.change)
			for i, done := range r.Trials {
				if got := done.Readings.Get(metric.TransactionAtCheckpoint); !strings.Contains(got.Missing, c.missing) || l.trees[i].rows != 400 || l.trees[i].underLoad != 0 {
					t.Errorf("%s: %+v after %d rows and %d checkpoints under load", name, got, l.trees[i].rows, l.trees[i].underLoad)
				}
			}
			if len(r.Trials) == 0 {
				t.Errorf("%s: no trials, %s", name, r.Stopped)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("the disk is full")
		r, _ := runLoaded(t, &loaded{broken: broken}, func(*trial.Plan) {})
		if r.Complete || !strings.Contains(r.Stopped, broken.Error()) {
			t.Errorf("complete %v, %s", r.Complete, r.Stopped)
		}
	})
}
