package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// fake is an engine that counts, and that can fail on purpose.
type fake struct {
	trees   int
	open    int
	failAt  int // the tree, from 1, that refuses its third transaction
	onTree  func(n int)
	closing error
}

var errBroken = errors.New("broken on purpose")

func (f *fake) Describe(context.Context) (engine.Description, error) {
	return engine.Description{Name: "fake", Layouts: []engine.Layout{{Name: "x"}, {Name: "y"}}}, nil
}

func (f *fake) Prepare(_ context.Context, s engine.Spec) (engine.Tree, error) {
	if f.open > 0 {
		return nil, errors.New("there is a tree already")
	}
	f.trees++
	f.open++
	if f.onTree != nil {
		f.onTree(f.trees)
	}
	return &fakeTree{engine: f, spec: s, fails: f.trees == f.failAt}, nil
}

func (f *fake) Check(engine.Spec) error { return nil }

func (f *fake) Close() error { return nil }

type fakeTree struct {
	engine *fake
	spec   engine.Spec
	fails  bool

	mu      sync.Mutex
	rows    int
	batches []int
	writers int
}

func (t *fakeTree) Writer(context.Context) (engine.Writer, error) {
	t.writers++
	return fakeWriter{t}, nil
}

// Measure counts the rows as leaf pages and the transactions as pages read.
func (t *fakeTree) Measure(context.Context) (metric.Readings, error) {
	return metric.Readings{metric.LeafPages: metric.Value(float64(t.rows)), metric.PagesRead: metric.Value(float64(len(t.batches)))}, nil
}

// The fake engine does not have these.
var errNone = &engine.Missing{Reason: "a fake engine has no such thing"}

func (t *fakeTree) Sample(context.Context) (metric.Readings, error) { return nil, errNone }
func (t *fakeTree) Leaves(context.Context) ([]uint32, error)        { return nil, errNone }

func (t *fakeTree) Close() error {
	t.engine.open--
	return t.engine.closing
}

type fakeWriter struct{ *fakeTree }

func (w fakeWriter) Insert(ctx context.Context, keys []driver.Valuer, another engine.Replace) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if another != nil {
		if _, err := another(ctx); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails && len(w.batches) == 2 {
		return errBroken
	}
	w.rows += len(keys)
	w.batches = append(w.batches, len(keys))
	return nil
}

func (w fakeWriter) Close() error { return nil }

type counting struct {
	silent
	rows  atomic.Int64
	done  int
	ended int
}

func (c *counting) Rows(n int)       { c.rows.Add(int64(n)) }
func (c *counting) Done(trial.Trial) { c.done++ }
func (c *counting) End()             { c.ended++ }

// opening opens an engine that the test has.
func opening(e engine.Engine) func(context.Context, member) (engine.Engine, error) {
	return func(context.Context, member) (engine.Engine, error) { return e, nil }
}

// config is a job of an engine whose name is fake.
func config(e engine.Engine, t *testing.T) *job {
	t.Helper()
	c, err := newJob(trial.Plan{
		Engines: []string{"fake"}, Keys: []string{"uuidv4"}, Rows: []int{103}, Writers: []int{4}, Batch: []int{10}, Payload: []int{0}, Repeats: 3, Seed: 1,
	}.WithDefaults(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.oneWriter, c.open = false, opening(e)
	return c
}

func TestRun(t *testing.T) {
	f, o := &fake{}, &counting{}
	c := config(f, t)
	c.Observer = o
	r, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || r.Stopped != "" || r.Planned != 12 || len(r.Trials) != 12 {
		t.Errorf("complete %v, stopped %q, %d of %d trials", r.Complete, r.Stopped, len(r.Trials), r.Planned)
	}
	for _, run := range r.Trials {
		if got := run.Readings.Get(metric.LeafPages).Value; got != 103 {
			t.Errorf("%v rows were inserted, want 103", got)
		}
		// Four writers with 26, 26, 26 and 25 rows need three batches each.
		if got := run.Readings.Get(metric.PagesRead).Value; got != 12 {
			t.Errorf("%v transactions, want 12", got)
		}
		if v := run.Readings.Get(metric.RowsPerSecond); v.Missing != "" || v.Value <= 0 {
			t.Errorf("rows per second: %+v", v)
		}
	}
	if f.open != 0 || o.rows.Load() != 12*103 || o.done != 12 || o.ended != 1 {
		t.Errorf("%d trees are open; the observer saw %d rows, %d trials, %d ends", f.open, o.rows.Load(), o.done, o.ended)
	}
	if !r.Keys[0].Added || r.Keys[1].Added {
		t.Errorf("the keys are %+v", r.Keys)
	}
}

// Only a key that may collide is replaced, and that is counted.
func TestDuplicatesAreCounted(t *testing.T) {
	c := config(&fake{}, t)
	c.kinds[1].Collides = true // the fake engine asks for another key in each transaction
	r, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range r.Trials {
		want := map[string]float64{"counter": 0, "uuidv4": 12}[run.Key]
		if got := run.Readings.Get(metric.Duplicates); got != metric.Value(want) {
			t.Errorf("%s: %+v duplicates, want %v", run.Key, got, want)
		}
	}
}

func TestRunKeepsWhatWasMeasuredBeforeAFailure(t *testing.T) {
	f, o := &fake{failAt: 6}, &counting{}
	c := config(f, t)
	c.Observer = o
	r, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Interrupted || len(r.Trials) != 5 {
		t.Errorf("complete %v, interrupted %v, %d trials, want the 5 before the failure", r.Complete, r.Interrupted, len(r.Trials))
	}
	if !strings.Contains(r.Stopped, errBroken.Error()) || !strings.Contains(r.Stopped, "fake") {
		t.Errorf("the reason is %q", r.Stopped)
	}
	if f.open != 0 || o.ended != 1 {
		t.Errorf("%d trees are open, the observer saw %d ends", f.open, o.ended)
	}
}

func TestRunInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{onTree: func(n int) {
		if n == 4 {
			cancel()
		}
	}}
	r, err := config(f, t).run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || !r.Interrupted || len(r.Trials) != 3 || r.Stopped != "interrupted" {
		t.Errorf("complete %v, interrupted %v, stopped %q, %d trials, want 3", r.Complete, r.Interrupted, r.Stopped, len(r.Trials))
	}
	if f.open != 0 || f.trees != 4 {
		t.Errorf("%d trees are open of %d", f.open, f.trees)
	}
}

// A tree that could not be removed is reported, also when the trial was interrupted.
func TestRunTellsOfLeftovers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{closing: errBroken, onTree: func(int) { cancel() }}
	r, err := config(f, t).run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Interrupted || !strings.Contains(r.Stopped, errBroken.Error()) {
		t.Errorf("the reason is %q", r.Stopped)
	}
	r, err = config(&fake{closing: errBroken}, t).run(t.Context())
	if err != nil || r.Interrupted || !strings.Contains(r.Stopped, errBroken.Error()) || len(r.Trials) != 0 {
		t.Errorf("got %q, %d trials, %v", r.Stopped, len(r.Trials), err)
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct{ rows, writers int }{{10, 3}, {9, 3}, {7, 7}, {1, 1}} {
		sum := 0
		for i := range c.writers {
			n := share(c.rows, c.writers, i)
			if n < c.rows/c.writers || n > c.rows/c.writers+1 {
				t.Errorf("writer %d of %d gets %d of %d rows", i, c.writers, n, c.rows)
			}
			sum += n
		}
		if sum != c.rows {
			t.Errorf("%d writers insert %d of %d rows", c.writers, sum, c.rows)
		}
	}
}
