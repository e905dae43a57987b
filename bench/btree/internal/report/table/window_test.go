package table

import (
	"regexp"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Where writers or batches are several, one table has the fill of all; and where they
// are not, there is none.
func TestWindows(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^db 1\.2, clustered: rows in the tree, leaf fill by writers x batch$`)
	if s := shown(t, reporttest.Sample()); heading.MatchString(s) {
		t.Errorf("there is a table of one window:\n%s", s)
	}
	r := reporttest.Sample()
	r.Settings.Writers, r.Settings.Batch = []int{2, 8}, []int{10, 1000}
	for _, run := range r.Trials[:len(reporttest.Sample().Trials)] {
		for i, window := range []struct{ writers, batch int }{{8, 1000}, {2, 1000}, {8, 10}} {
			run.Writers, run.Batch = window.writers, window.batch
			run.Readings = metric.Readings{metric.LeafFill: metric.Value(float64(50 + 10*i))}
			if run.Key == "ulidflake" && i == 1 {
				run.Readings = metric.Readings{metric.LeafFill: metric.Missing("no privilege")}
			}
			r.Trials = append(r.Trials, run)
		}
	}
	s := shown(t, r)
	if !heading.MatchString(s) {
		t.Errorf("there is no table of the windows:\n%s", s)
	}
	for _, want := range []string{
		`(?m)^key +2 x +2 x +8 x +8 x\n +10 +1000 +10 +1000$`,
		`(?m)^uuidv4 +6004\.5% +60\.0% +70\.0% +50\.0%$`,
		`(?m)^ulidflake +12004\.5% +70\.0% +50\.0%$`,
	} {
		if !regexp.MustCompile(want).MatchString(s) {
			t.Errorf("the table has no %q:\n%s", want, s)
		}
	}
	// More windows than a line has room for stay in the tables of the points.
	for batch := range 40 {
		run := r.Trials[0]
		run.Batch = 100 + batch
		r.Trials = append(r.Trials, run)
		r.Settings.Batch = append(r.Settings.Batch, run.Batch)
	}
	if s := shown(t, r); heading.MatchString(s) {
		t.Errorf("a table of 44 windows was written:\n%s", s)
	}
	if s := shown(t, trial.Result{Schema: trial.Schema}); heading.MatchString(s) {
		t.Errorf("a result without trials has windows:\n%s", s)
	}
}
