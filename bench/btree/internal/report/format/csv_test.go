package format

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Each run is a line with every value as it was, and the reasons of those that are
// missing.
func TestCSV(t *testing.T) {
	r := reporttest.Sample()
	r.Trials[0].Readings[metric.LeafFill] = metric.Value(1.0 / 3)
	r.Trials[0].Readings[metric.FileBytes] = metric.Missing(`no "privilege", sorry`)
	var b bytes.Buffer
	if err := CSV(&b, r); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != len(r.Trials)+1 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	at := make(map[string]int)
	for i, name := range lines[0] {
		if _, twice := at[name]; twice {
			t.Errorf("the column %s is there twice", name)
		}
		at[name] = i
	}
	for i, run := range r.Trials {
		line := lines[i+1]
		for name, want := range map[string]string{
			"engine": run.Engine, "layout": run.Layout, "scenario": string(run.Scenario), "key": run.Key, "make": string(run.Make),
			"writers": "2", "generators": "1", "batch": "10", "rows": "1000", "payload_bytes": "100", "repeat": strconv.Itoa(run.Repeat),
		} {
			if got := line[at[name]]; got != want {
				t.Errorf("trial %d: %s is %q, want %q", i, name, got, want)
			}
		}
		for _, m := range metric.All() {
			want := run.Readings.Get(m.Name)
			got, err := strconv.ParseFloat(line[at[m.Name]], 64)
			if (err == nil) != (want.Missing == "") || err == nil && got != want.Value {
				t.Errorf("trial %d: %s is %q, want %+v", i, m.Name, line[at[m.Name]], want)
			}
		}
	}
	if got, want := lines[1][at["missing"]], `pages_read_per_row: nobody counted; file_bytes_per_row: no "privilege", sorry`; got != want {
		t.Errorf("missing is %q, want %q", got, want)
	}
	b.Reset()
	if err := CSV(&b, trial.Result{}); err != nil || bytes.Count(b.Bytes(), []byte("\n")) != 1 {
		t.Errorf("a result without trials is %q, %v", &b, err)
	}
}
