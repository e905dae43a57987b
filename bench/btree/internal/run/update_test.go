package run

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Update notes the keys, and reads a page for each.
func (w fullWriter) Update(_ context.Context, keys []driver.Valuer) error {
	w.tree.mu.Lock()
	defer w.tree.mu.Unlock()
	for _, k := range keys {
		w.tree.updated = append(w.tree.updated, text(k))
		w.tree.read += 3
	}
	return nil
}

// Every row is updated once, in another order than it was inserted in, and times and counts
// are of the updates.
func TestUpdate(t *testing.T) {
	f := &full{}
	c := fullConfig(t, f, "wiji")
	c.Scenarios, c.Writers = []trial.Scenario{trial.Update}, []int{3}
	run := complete(t, c).Trials[0]
	tree := f.trees[0]
	if tree.spec.Shape != engine.Updated {
		t.Errorf("the shape of the tree is %q", tree.spec.Shape)
	}
	if slices.Equal(tree.updated, tree.keys) || slices.IsSorted(tree.updated) {
		t.Error("the rows are updated in the order of their keys")
	}
	slices.Sort(tree.updated)
	slices.Sort(tree.keys)
	if !slices.Equal(tree.updated, tree.keys) {
		t.Errorf("%d updates of %d rows are not one of each", len(tree.updated), len(tree.keys))
	}
	if got := fmt.Sprint(tree.vacuums); len(tree.vacuums) != 5 || tree.vacuums[4] != 1000 || tree.vacuums[0] < 195 || tree.vacuums[0] > 205 {
		t.Errorf("VACUUM ran after %s updates", got)
	}
	if got := reading(t, run.Readings, metric.PagesRead); got != 3 {
		t.Errorf("%v pages were read per update, want 3", got)
	}
	if got, want := reading(t, run.Readings, metric.RowsPerSecond), 1000/run.Seconds; got != want {
		t.Errorf("%v rows/s, want %v", got, want)
	}
	if got := reading(t, run.Readings, metric.Bloat); got != 1 {
		t.Errorf("the bloat is %v, want 1", got)
	}
}

// The last hundredth of the rows is updated after all others, and has readings.
func TestUpdateRecent(t *testing.T) {
	f := &full{}
	c := fullConfig(t, f, "uuidv4")
	c.Scenarios = []trial.Scenario{trial.Update}
	run := complete(t, c).Trials[0]
	tree := f.trees[0]
	got, want := slices.Clone(tree.updated[990:]), slices.Clone(tree.keys[990:])
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%x are updated at last, want %x", got, want)
	}
	if got := reading(t, run.Readings, metric.RecentUpdateReads); got != 3 {
		t.Errorf("%v pages were read per update, want 3", got)
	}
	if got := reading(t, run.Readings, metric.RecentUpdates); got < 10/run.Seconds {
		t.Errorf("%v updates per second, want those of 10 rows in less than %v s", got, run.Seconds)
	}
}

// A key that was made twice has one row, which one writer updates.
func TestKeysMadeTwice(t *testing.T) {
	keys := enginetest.Seq(key.Bytes, 1, 4)
	before := make(seen)
	for _, c := range []struct{ made, want []driver.Valuer }{
		{[]driver.Valuer{keys[0], keys[1], keys[0]}, keys[:2]},
		{[]driver.Valuer{keys[1], keys[3]}, keys[3:]},
	} {
		if got, err := before.fresh(c.made); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v leaves %v, want %v; %v", c.made, got, c.want, err)
		}
	}
}

// Settle returns the readings of Sample.
func (t *fullTree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

// Vacuum fails if the full engine is unable to do so.
func (t *fullTree) Vacuum(context.Context) error {
	t.vacuums = append(t.vacuums, len(t.updated))
	return t.full.unable
}

// An account that may not learn when the rows are removed has no such trials.
func TestUpdateIsLeftOut(t *testing.T) {
	f := &full{unable: &engine.Missing{Reason: "no privilege"}}
	c := fullConfig(t, f, "wiji")
	c.Scenarios = []trial.Scenario{trial.Update}
	if r, err := c.run(t.Context()); err != nil || r.Planned != 0 || !strings.Contains(strings.Join(r.Notes, " "), "wiji): no privilege, and was left out") {
		t.Errorf("%d planned, notes %q, %v", r.Planned, r.Notes, err)
	}
}

// An engine without such tables says so before the first trial.
func TestShapeIsLeftOut(t *testing.T) {
	f := &choosy{check: func(s engine.Spec) error {
		if s.Shape == engine.Indexed {
			return &engine.Missing{Reason: "no other indexes"}
		}
		return nil
	}}
	c := config(f, t)
	c.Scenarios = []trial.Scenario{trial.Insert, trial.Indexes}
	r := complete(t, c)
	if want := "fake (x): the scenario indexes is impossible (no other indexes), and was left out."; !slices.Contains(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if slices.ContainsFunc(r.Trials, func(one trial.Trial) bool { return one.Scenario != trial.Insert }) {
		t.Error("there is a trial of what cannot be")
	}
}
