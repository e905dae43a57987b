package run

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// The first half of a migration is random, and what is counted is the second's.
func TestMigration(t *testing.T) {
	f := &full{}
	c := fullConfig(t, f, "wiji")
	c.Scenarios = []trial.Scenario{trial.Migration}
	run := complete(t, c).Trials[0]
	keys := f.trees[0].keys
	if len(keys) != 1000 || run.Rows != 1000 {
		t.Fatalf("%d keys, and %d rows in the result, want 1000", len(keys), run.Rows)
	}
	random := 0
	for _, k := range keys[:500] {
		if k[6]>>4 == 4 { // the version of a UUID
			random++
		}
	}
	if random != 500 {
		t.Errorf("%d of the first half are UUIDs of version 4", random)
	}
	for i := 501; i < 1000; i++ {
		if keys[i-1] >= keys[i] {
			t.Fatalf("key %d does not come after the one before", i)
		}
	}
	// Over all rows it is about 1.5 pages a row.
	if got := reading(t, run.Readings, metric.PagesRead); got != 1 {
		t.Errorf("%v pages were read per row of the second half, want 1", got)
	}
	if got := reading(t, run.Readings, metric.LeafPages); got != 100 {
		t.Errorf("%v leaf pages, want those of the whole tree, 100", got)
	}
	if got, want := reading(t, run.Readings, metric.RowsPerSecond), 500/run.Seconds; got != want {
		t.Errorf("%v rows/s, want %v", got, want)
	}
}

// A tree that cannot be sampled has no figures of the second half alone.
func TestMigrationWithoutSamples(t *testing.T) {
	f := &full{blank: &engine.Missing{Reason: "no privilege"}}
	c := fullConfig(t, f, "wiji")
	c.Scenarios = []trial.Scenario{trial.Migration}
	run := complete(t, c).Trials[0]
	if v := run.Readings[metric.PagesRead]; v.Missing == "" {
		t.Errorf("the pages read are %v, of both halves together", v.Value)
	}
	if why := run.Detail.Missing["leaves"]; why != "no privilege" {
		t.Errorf("the reason of no leaves is %q", why)
	}
}

// All rows are inserted, however the keys are made.
func TestModes(t *testing.T) {
	for _, mode := range trial.Makes() {
		f := &full{}
		c := fullConfig(t, f, "wiji")
		c.Make, c.Rows, c.blockSize = []trial.Make{mode}, []int{20}, 7
		run := complete(t, c).Trials[0]
		if run.Make != mode || len(f.trees[0].keys) != 20 {
			t.Errorf("%s: the run says %s, and has %d keys", mode, run.Make, len(f.trees[0].keys))
		}
	}
}

// A tree that the engine cannot have is left out with a note, and its rows are told as done.
func TestSkips(t *testing.T) {
	f, o := &full{refuse: &engine.Missing{Reason: "no such column"}}, &counting{}
	c := fullConfig(t, f, "wiji")
	c.Observer = o
	if r, err := c.run(t.Context()); err != nil || r.Planned != 0 || !r.Complete || !strings.Contains(strings.Join(r.Notes, " "), "(no such column), and was left out") {
		t.Errorf("%d planned, stopped %q, notes %q, %v", r.Planned, r.Stopped, r.Notes, err)
	}
	if got := o.rows.Load(); got != 1000 {
		t.Errorf("the observer saw %d rows, want those left out, 1000", got)
	}
}

// The leaves of the first block are listed, thinned evenly.
func TestLeaves(t *testing.T) {
	f := &full{}
	c := fullConfig(t, f, "wiji")
	c.Repeats = 2
	runs := complete(t, c).Trials
	l := runs[0].Detail.Leaves
	if l == nil || runs[1].Detail != nil {
		t.Fatal("the leaves are not those of the first block alone")
	}
	if l.Pages != 2*trial.MaxLeaves || len(l.Page) != trial.MaxLeaves || l.Page[1] != 2 {
		t.Errorf("%d pages, %d listed, the second is %d", l.Pages, len(l.Page), l.Page[1])
	}
}
