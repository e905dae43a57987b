package answer

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
)

// A merged result may have more rows of a few runs: they are not what a report is about.
func TestMainPointIsWhatIsKnown(t *testing.T) {
	r := reporttest.Sample()
	for _, key := range []string{"counter", "uuidv4"} {
		run := r.Trials[0]
		run.Key, run.Rows = key, 2*run.Rows
		r.Trials = append(r.Trials, run)
	}
	list := mainPoints(Of(r).Points)
	if len(list) != 1 || list[0].Rows != r.Settings.Rows[0] {
		t.Errorf("there are %d main points, the first of %d rows", len(list), list[0].Rows)
	}
}
