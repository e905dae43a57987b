package sim

import (
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The residual is the greatest one around the writers and the batch, and there is none
// beyond what was recorded.
func TestResidualAt(t *testing.T) {
	list := []record{
		{Layout: NBTree, Make: "batch", Writers: 2, Batch: 1, Measured: 90, Simulated: 89.5},
		{Layout: NBTree, Make: "batch", Writers: 2, Batch: 1, Measured: 90, Simulated: 88.5, Key: "uuidv7"},
		{Layout: NBTree, Make: "batch", Writers: 2, Batch: 100, Measured: 80, Simulated: 81},
		{Layout: NBTree, Make: "batch", Writers: 8, Batch: 1, Measured: 90, Simulated: 90},
		{Layout: NBTree, Make: "batch", Writers: 8, Batch: 100, Measured: 65, Simulated: 62},
		{Layout: NBTree, Make: "batch", Writers: 8, Batch: 100, Measured: 65, Simulated: 65.1, Key: "ulid"},
		{Layout: NBTree, Make: "batch", Writers: 8, Batch: 100, Measured: 66, Simulated: 65.1, Key: "ulid"},
	}
	for _, c := range []struct {
		layout, key, made string
		writers, batch    int
		want              float64 // -1 for none
	}{
		{NBTree, "wiji", "batch", 2, 1, 0.5},
		{NBTree, "wiji", "batch", 2, 50, 1},
		{NBTree, "wiji", "batch", 2, 100, 1},
		{NBTree, "wiji", "batch", 8, 1, 0},
		{NBTree, "wiji", "batch", 8, 100, -1},
		{NBTree, "wiji", "batch", 5, 100, -1},
		{NBTree, "ulid", "batch", 8, 100, 0.9},
		{NBTree, "ulid", "batch", 5, 1, 0.5},
		{NBTree, "ulid", "batch", 5, 100, -1},
		{NBTree, "wiji", "batch", 5, 1, 0.5},
		{NBTree, "wiji", "batch", 9, 100, -1},
		{NBTree, "wiji", "batch", 8, 101, -1},
		{InnoDB, "wiji", "batch", 2, 1, -1},
		{NBTree, "wiji", "row", 2, 1, -1},
		{NBTree, "uuidv7", "batch", 2, 1, 1.5},
		{NBTree, "uuidv7", "batch", 8, 1, -1},
	} {
		got, missing := residualAt(list, window{c.layout, c.key, c.made, c.writers, c.batch})
		if none := c.want < 0; none != (missing != "") || !none && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s, %d writers, batches of %d: %v, %q, want %v", c.layout, c.writers, c.batch, got, missing, c.want)
		}
	}
}

// A tree has its values if the residual is known and small, and the reason otherwise.
func TestTrustedReadings(t *testing.T) {
	defer func(list []record) { records = list }(records)
	for name, c := range map[string]struct {
		writers  int
		records  []record
		residual float64
		missing  string
	}{
		"one writer":   {1, nil, 0, ""},
		"not recorded": {2, nil, 0, "no server was measured with such keys"},
		"small":        {2, []record{{Layout: NBTree, Make: "batch", Writers: 2, Batch: 1, Measured: 90, Simulated: 91.23}}, 1.2, ""},
		"large":        {2, []record{{Layout: NBTree, Make: "batch", Writers: 2, Batch: 1, Measured: 90, Simulated: 87.9}}, 0, "more than 2 points off"},
	} {
		records = c.records
		if err := simulator(t).Limit(NBTree, "seq16", "batch", c.writers, 1); isBlank(err) != (c.missing != "") {
			t.Errorf("%s: %v", name, err)
		}
		k, _ := source(t, "seq16", key.Bytes)
		tr := prepare(t, engine.Conditions{BufferPool: 1 << 20}, engine.Spec{Layout: NBTree, Key: k.Form})
		record{Key: "seq16", Writers: c.writers, Batch: 1, Rows: 1000}.fill(t, tr, k, key.Bytes)
		r, err := tr.Measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leaves, leavesErr := tr.Leaves(t.Context())
		misses, err := tr.Misses(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, curveErr := tr.PoolCurve(t.Context())
		if c.missing == "" {
			if r.Get(metric.FillResidual) != metric.Value(c.residual) || r.Get(metric.LeafFill).Value < 80 || len(leaves) == 0 || misses.Missing != "" || curveErr != nil {
				t.Errorf("%s: %+v, %d leaves, %+v, %v", name, r, len(leaves), misses, curveErr)
			}
			continue
		}
		for metricName, v := range r {
			if v.Missing == "" {
				t.Errorf("%s: %s is %v", name, metricName, v.Value)
			}
		}
		if got := r.Get(metric.LeafFill).Missing; !strings.Contains(got, c.missing) || !isBlank(leavesErr) || !isBlank(curveErr) || misses.Missing != got {
			t.Errorf("%s: %q, %v, %v, %+v", name, got, leavesErr, curveErr, misses)
		}
	}
}

func simulator(t *testing.T) *Engine {
	t.Helper()
	e, err := Open(engine.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The simulator still gives the leaf fill that residuals.json says: the writers' trees
// depend on their keys alone, and those of other generators vary.
func TestRecordedResiduals(t *testing.T) {
	if want := len(machines) * len(recordedServers) * len(toRecord()); len(records) != want {
		t.Errorf("%d trees are recorded, want %d: run TestRecordSeveralWriters for each of %v", len(records), want, machines)
	}
	simulate := simulateOnce(t, simulatedTrees)
	for _, r := range records {
		// Five standard deviations of the difference of two means.
		tolerance := 0.5 + 5*r.SimulatedSpread*math.Sqrt(2./simulatedTrees)
		if got, _ := simulate(r); math.Abs(got-r.Simulated) > tolerance {
			t.Errorf("%s %s by %s, %d writers, batches of %d: the leaf fill is %.2f, recorded %.2f", r.Layout, r.Key, r.Make, r.Writers, r.Batch, got, r.Simulated)
		}
	}
}
