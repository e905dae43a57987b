package table

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Keys of every width are in the table.
func TestBriefWidths(t *testing.T) {
	r := reporttest.Sample()
	for i := range r.Trials {
		r.Trials[i].Readings = metric.Readings{metric.RowsPerSecond: metric.Value(100), metric.LeafFill: metric.Value(90), metric.PagesRead: metric.Value(0)}
	}
	s := brief(t, r)
	for text, want := range map[string]bool{"\ncounter, uuidv4 ": true, "\ncounter-bigint, ulidflake": true, "leaf": true, "read": false} {
		if got := strings.Contains(s, text); got != want {
			t.Errorf("%q is in the table: %v\n%s", text, got, s)
		}
	}
}

// The answer has a verdict for each scenario and database and the first table, and fits a
// screen; more tables follow where there is room.
func TestBriefFitsAScreen(t *testing.T) {
	for _, c := range []struct {
		databases, scenarios, tables int
		want                         string // the last verdict
	}{
		{1, 2, 2, "d 1.2, 1,000 rows, payload of 100 bytes, 2 writers, batches of 10 rows, bb: Ulid-Flake is as good as a counter in size. UUIDv4 makes the index 2.0x as large."},
		{3, 3, 1, "ddd 1.2, 1,000 rows, payload of 100 bytes, 2 writers, batches of 10 rows, ccc: Ulid-Flake is as good as a counter in size. UUIDv4 makes the index 2.0x as large."},
		{4, 6, 1, "And with -v 9 more verdicts."},
		{6, 9, 1, "And with -v 39 more verdicts."},
	} {
		r := reporttest.Sample()
		d, trials := r.Engines[0], r.Trials
		r.Engines, r.Trials, r.Settings.Scenarios = nil, nil, nil
		for i := range c.scenarios {
			r.Settings.Scenarios = append(r.Settings.Scenarios, trial.Scenario(strings.Repeat(string(rune('a'+i)), i+1)))
		}
		for i := range c.databases {
			d.Name = strings.Repeat("d", i+1)
			r.Engines = append(r.Engines, d)
			for _, one := range trials {
				size := 10.0
				if one.Key == "uuidv4" {
					size = 20
				}
				one.Engine, one.Readings = d.Name, metric.Readings{metric.LeafFill: metric.Value(90), metric.BytesPerRow: metric.Value(size)}
				for _, one.Scenario = range r.Settings.Scenarios {
					r.Trials = append(r.Trials, one)
				}
			}
		}
		s := brief(t, r)
		if n := strings.Count(s, "\n"); n > 40 {
			t.Errorf("%+v: %d lines", c, n)
		}
		if n := strings.Count(s, "\nkey "); n != c.tables || !strings.Contains(strings.Join(strings.Fields(s), " "), c.want) {
			t.Errorf("%+v: %d tables\n%s", c, n, s)
		}
	}
}

// The answer says why a database shows no pages, below its table.
func TestBriefUnread(t *testing.T) {
	const why = "the rows are in a log-structured merge tree"
	for fill, want := range map[metric.Reading]bool{metric.Missing(why): true, metric.Value(90): false} {
		r := reporttest.Sample()
		for i := range r.Trials {
			r.Trials[i].Readings = metric.Readings{metric.RowsPerSecond: metric.Value(100), metric.LeafFill: fill}
		}
		s := strings.Join(strings.Fields(brief(t, r)), " ")
		if got := strings.Contains(s, "No leaf pages, fill and bytes were read: "+why+"."); got != want {
			t.Errorf("the leaf fill is %+v: the reason is shown: %v\n%s", fill, got, s)
		}
	}
}

// brief returns the answer of a result.
func brief(t *testing.T, r trial.Result) string {
	t.Helper()
	var b strings.Builder
	if err := Brief(&b, answer.Of(r)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
