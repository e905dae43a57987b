package table

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Keys of another width that are as good as their control are in the table of a scenario in
// which the width matters, unless there are many databases.
func TestBriefWidths(t *testing.T) {
	for _, c := range []struct {
		scenario  trial.Scenario
		databases int
		want      bool
	}{{trial.Insert, 1, false}, {trial.Indexes, 1, true}, {trial.Indexes, 3, false}} {
		r := reporttest.Sample()
		d, trials := r.Engines[0], r.Trials
		r.Engines, r.Trials = nil, nil
		for i := range c.databases {
			d.Name = strings.Repeat("d", i+1)
			r.Engines = append(r.Engines, d)
			for _, one := range trials {
				one.Engine, one.Scenario = d.Name, c.scenario
				one.Readings = metric.Readings{metric.RowsPerSecond: metric.Value(100), metric.BytesPerRow: metric.Value(10), metric.IndexBytes: metric.Value(20), metric.TotalBytes: metric.Value(30)}
				r.Trials = append(r.Trials, one)
			}
		}
		var b strings.Builder
		if err := Brief(&b, r); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "bigint, ulidflake"); got != c.want {
			t.Errorf("%s on %d databases: the other width is in the table: %v\n%s", c.scenario, c.databases, got, &b)
		}
	}
}
