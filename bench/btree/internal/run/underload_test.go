package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"math"
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

// loaded is a server whose transactions take 20 ms, the first one 200 ms, and 40 ms while a checkpoint is made, the
// seventh of these 90 ms.
type loaded struct {
	fake
	lasting time.Duration // of a checkpoint
	fails   error
	trees   []*loadedTree
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
	server      *loaded
	idle, begun int // checkpoints while no client works, and others
	at          []int
	making      atomic.Bool
	all, during atomic.Int64 // transactions
}

func (t *loadedTree) Writer(context.Context) (engine.Writer, error) {
	return loadedWriter{fakeWriter{t.fakeTree}, t}, nil
}

func (t *loadedTree) Sample(context.Context) (metric.Readings, error) {
	return make(metric.Readings), t.busy()
}

func (t *loadedTree) Measure(ctx context.Context) (metric.Readings, error) {
	r, err := t.fakeTree.Measure(ctx)
	return r, errors.Join(err, t.busy())
}

// busy returns an error if a checkpoint is being made.
func (t *loadedTree) busy() error {
	if t.making.Load() {
		return errors.New("a checkpoint is being made")
	}
	return nil
}

func (t *loadedTree) Checkpoint(context.Context) error {
	t.idle++
	return errors.Join(t.server.fails, t.busy())
}

func (t *loadedTree) BeginCheckpoint(context.Context) (func() error, error) {
	if err := t.busy(); err != nil {
		return nil, err
	}
	t.begun++
	t.at = append(t.at, t.rows)
	t.making.Store(true)
	return func() error {
		time.Sleep(t.server.lasting)
		t.making.Store(false)
		return t.server.fails
	}, nil
}

type loadedWriter struct {
	fakeWriter
	tree *loadedTree
}

func (w loadedWriter) Insert(ctx context.Context, keys []driver.Valuer, another engine.Replace) error {
	took := 20 * time.Millisecond
	if w.tree.all.Add(1) == 1 {
		took = 200 * time.Millisecond
	}
	if w.tree.making.Load() {
		if took = 40 * time.Millisecond; w.tree.during.Add(1) == 7 {
			took = 90 * time.Millisecond
		}
	}
	time.Sleep(took)
	return w.fakeWriter.Insert(ctx, keys, another)
}

// runLoaded returns the trials of a plan on a server: two writers insert 400 rows in batches of 10.
func runLoaded(t *testing.T, l *loaded, change func(*trial.Plan)) trial.Result {
	t.Helper()
	p := trial.Plan{Engines: []string{engine.Postgres}, Keys: []string{"uuidv4"}, Rows: []int{400}, Writers: []int{2}, Batch: []int{10}, Repeats: 1}
	change(&p)
	j, err := newJob(p.WithDefaults(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	j.oneWriter, j.open = false, opening(l)
	r, err := j.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The writers go on while a checkpoint is made, which begins after each tenth of the rows exactly. The longest
// transaction at a checkpoint is one that was sent meanwhile. The time of the trial has no checkpoint that lasts longer
// than its rows, and no tree is read before that is made.
func TestCheckpointsUnderLoad(t *testing.T) {
	for name, c := range map[string]struct {
		lasting        time.Duration
		during, millis int64
	}{
		// The first pass has one of 200 ms and three of 20. Of each of the nine others, two are sent at once.
		"shorter than its rows": {30 * time.Millisecond, 18, 220 + 8*60 + 110},
		"longer than its rows":  {5 * time.Second, 36, 220 + 8*80 + 130},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := &loaded{lasting: c.lasting}
			r := runLoaded(t, l, func(*trial.Plan) {})
			if !r.Complete || len(r.Trials) == 0 {
				t.Fatalf("%s: %d trials, %s", name, len(r.Trials), r.Stopped)
			}
			for i, done := range r.Trials {
				tree := l.trees[i]
				if tree.idle != 0 || tree.begun != checkpoints || tree.at[0] != 40 || tree.at[8] != 360 {
					t.Errorf("%s: %d idle checkpoints, others after %v rows", name, tree.idle, tree.at)
				}
				at, worst := done.Readings.Get(metric.TransactionAtCheckpoint), done.Readings.Get(metric.TransactionWorst)
				if at != metric.Value(90_000) || math.Abs(worst.Value-200_000) > 200 {
					t.Errorf("%s: the worst takes %+v µs at a checkpoint, of all %+v", name, at, worst)
				}
			}
		})
		synctest.Test(t, func(t *testing.T) {
			l := &loaded{lasting: c.lasting}
			for i, done := range runLoaded(t, l, func(*trial.Plan) {}).Trials {
				if got := l.trees[i].during.Load(); got != c.during || math.Abs(1000*done.Seconds-float64(c.millis)) > 1e-6 {
					t.Errorf("%s: %d transactions at checkpoints, all took %v s, want %d and %d ms", name, got, done.Seconds, c.during, c.millis)
				}
			}
		})
	}
}

// A trial without checkpoints under load has no such reading, or the reason.
func TestNoCheckpointsUnderLoad(t *testing.T) {
	for name, c := range map[string]struct {
		fails   error
		change  func(*trial.Plan)
		missing string
		begun   int
	}{
		"none":     {nil, func(p *trial.Plan) { p.Checkpoints = []string{engine.NoCheckpoints} }, "does not report", 0},
		"few rows": {nil, func(p *trial.Plan) { p.Rows = []int{19} }, "no transaction was sent", 0},
		"refused":  {&engine.Missing{Reason: "not allowed"}, func(*trial.Plan) {}, "there were no checkpoints: not allowed", checkpoints},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := &loaded{fails: c.fails}
			r := runLoaded(t, l, c.change)
			if !r.Complete || len(r.Trials) == 0 {
				t.Fatalf("%s: %d trials, %s", name, len(r.Trials), r.Stopped)
			}
			for i, done := range r.Trials {
				if got := done.Readings.Get(metric.TransactionAtCheckpoint); !strings.Contains(got.Missing, c.missing) || l.trees[i].begun != c.begun {
					t.Errorf("%s: %+v after %d checkpoints", name, got, l.trees[i].begun)
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := runLoaded(t, &loaded{fails: errors.New("the disk is full")}, func(*trial.Plan) {})
		if r.Complete || !strings.Contains(r.Stopped, "the disk is full") {
			t.Errorf("complete %v, %s", r.Complete, r.Stopped)
		}
	})
}
