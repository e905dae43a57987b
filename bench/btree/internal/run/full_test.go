package run

import (
	"context"
	"database/sql/driver"
	"fmt"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// full is an engine that has all that an engine can have. Its tree costs two pages read for
// each row of random keys and one for any other, and a leaf page for every ten rows.
type full struct {
	fake
	trees  []*fullTree
	blank  error // what its methods return, if set
	refuse error // what Prepare returns, if set
	unable error // what Vacuum returns, if set
}

func (f *full) Describe(context.Context) (engine.Description, error) {
	return engine.Description{
		Name: "full", Layouts: []engine.Layout{{Name: "x"}},
	}, nil
}

func (f *full) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	if f.refuse != nil {
		return nil, f.refuse
	}
	t, err := f.fake.Prepare(ctx, s)
	if err != nil {
		return nil, err
	}
	one := &fullTree{fakeTree: t.(*fakeTree), full: f}
	f.trees = append(f.trees, one)
	return one, nil
}

type fullTree struct {
	*fakeTree
	full    *full
	keys    []string // in the order in which they came
	read    float64
	updated []string
	vacuums []int // how many rows were updated by then
}

func (t *fullTree) readings() metric.Readings {
	rows := float64(len(t.keys))
	return metric.Readings{
		metric.LeafPages: metric.Value(rows / 10),
		metric.PagesRead: engine.PerRow(metric.Value(t.read), int(rows)),
	}
}

func (t *fullTree) Measure(context.Context) (metric.Readings, error) { return t.readings(), nil }

func (t *fullTree) Sample(context.Context) (metric.Readings, error) {
	return t.readings(), t.full.blank
}

func (t *fullTree) Leaves(context.Context) ([]uint32, error) {
	var list []uint32
	for i := range 2 * trial.MaxLeaves {
		list = append(list, uint32(i))
	}
	return list, t.full.blank
}

func (t *fullTree) Writer(context.Context) (engine.Writer, error) { return fullWriter{t}, nil }

type fullWriter struct{ tree *fullTree }

// text is a key as a string whose order is the key's.
func text(k driver.Valuer) string {
	v, err := k.Value()
	if err != nil {
		panic(err)
	}
	if n, ok := v.(int64); ok {
		return fmt.Sprintf("%020d", n)
	}
	return string(v.([]byte))
}

func (w fullWriter) Insert(ctx context.Context, keys []driver.Valuer, _ engine.Replace) error {
	w.tree.mu.Lock()
	defer w.tree.mu.Unlock()
	for _, k := range keys {
		s := text(k)
		if w.tree.read++; s[0] >= 0x10 { // no key of a time in this century begins so, nor a counter
			w.tree.read++
		}
		w.tree.keys = append(w.tree.keys, s)
	}
	w.tree.batches = append(w.tree.batches, len(keys))
	return ctx.Err()
}

func (fullWriter) Close() error { return nil }

// fullConfig is a job of one key, without its control, on a full engine.
func fullConfig(t *testing.T, f *full, name string) *job {
	t.Helper()
	c := config(f, t)
	c.stages[0][0].engine = "full"
	c.Repeats, c.Writers, c.Rows = 1, []int{1}, []int{1000}
	for _, k := range key.All() {
		if k.Name == name {
			k.Control = k.Name
			c.kinds = []key.Kind{k}
			return c
		}
	}
	t.Fatalf("there is no key %s", name)
	return c
}

// complete runs a job and returns its runs.
func complete(t *testing.T, c *job) trial.Result {
	t.Helper()
	r, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		t.Fatalf("stopped: %s", r.Stopped)
	}
	return r
}

// reading returns a reading that must be there.
func reading(t *testing.T, r metric.Readings, name string) float64 {
	t.Helper()
	v, ok := r[name]
	if !ok || v.Missing != "" {
		t.Fatalf("%s is missing: %s", name, v.Missing)
	}
	return v.Value
}
