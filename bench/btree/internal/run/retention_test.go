package run

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Settle returns the readings of Sample.
func (t *fullTree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

// Expire notes how many rows were there, and how many of them go.
func (t *fullTree) Expire(_ context.Context, rows int) error {
	t.expired = append(t.expired, [2]int{len(t.keys), rows})
	return nil
}

// Vacuum fails if the full engine is unable to do so.
func (t *fullTree) Vacuum(context.Context) error {
	t.vacuums = append(t.vacuums, len(t.updated))
	return t.full.unable
}

// The first rows are those of a month. Every day after them deletes as many rows as it has
// inserted before, and two months later every figure is of their rows.
func TestRetention(t *testing.T) {
	f, o := &full{}, &counting{}
	c := fullConfig(t, f, "wiji")
	c.Scenarios, c.Observer = []trial.Scenario{trial.Retention}, o
	run := complete(t, c).Trials[0]
	tree := f.trees[0]
	if tree.spec.Shape != engine.Dated {
		t.Errorf("the shape of the tree is %q", tree.spec.Shape)
	}
	if len(tree.keys) != 3000 || run.Rows != 1000 || o.rows.Load() != 3000 {
		t.Errorf("%d keys, of which the observer saw %d, and %d rows in the result", len(tree.keys), o.rows.Load(), run.Rows)
	}
	before, deleted := 1000, 0
	for day, e := range tree.expired {
		if e[0] != before+e[1] || e[1] < 33 || e[1] > 34 {
			t.Fatalf("day %d deletes %d of %d rows, with %d rows the day before", day, e[1], e[0], before)
		}
		before, deleted = e[0], deleted+e[1]
	}
	if len(tree.expired) != 60 || deleted != 2000 {
		t.Errorf("%d days deleted %d rows", len(tree.expired), deleted)
	}
	if got := reading(t, run.Readings, metric.Bloat); got != 3 { // a fake tree keeps what is deleted
		t.Errorf("the bloat is %v, want that of three times the pages", got)
	}
	if got, want := reading(t, run.Readings, metric.RowsPerSecond), 2000/run.Seconds; got != want {
		t.Errorf("%v rows/s, want %v", got, want)
	}
	if got := reading(t, run.Readings, metric.PagesRead); got != 1 {
		t.Errorf("%v pages were read per row, want 1", got)
	}
	if got := run.Detail.Latency[0].Count; got != 60*4 {
		t.Errorf("%d transactions have a latency, want those of the days after the first month, 240", got)
	}
	if reading(t, run.Readings, metric.Deletes) <= 0 {
		t.Error("no rows were deleted")
	}
}

// An account that may not learn when the rows are removed has no such trials.
func TestRetentionIsLeftOut(t *testing.T) {
	f := &full{unable: &engine.Missing{Reason: "no privilege"}}
	c := fullConfig(t, f, "wiji")
	c.Scenarios = []trial.Scenario{trial.Retention}
	if r, err := Run(t.Context(), c); err != nil || r.Planned != 0 || !strings.Contains(strings.Join(r.Notes, " "), "wiji): no privilege, and was left out") {
		t.Errorf("%d planned, notes %q, %v", r.Planned, r.Notes, err)
	}
}

// An engine without such tables says so before the first trial.
func TestShapeIsLeftOut(t *testing.T) {
	f := &choosy{check: func(s engine.Spec) error {
		if s.Shape == engine.Dated {
			return &engine.Missing{Reason: "no column of dates"}
		}
		return nil
	}}
	c := config(f, t)
	c.Scenarios = []trial.Scenario{trial.Insert, trial.Retention}
	r := complete(t, c)
	if want := "fake (x): the scenario retention is impossible (no column of dates), and was left out."; !slices.Contains(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if slices.ContainsFunc(r.Trials, func(one trial.Trial) bool { return one.Scenario != trial.Insert }) {
		t.Error("there is a trial of what cannot be")
	}
}
