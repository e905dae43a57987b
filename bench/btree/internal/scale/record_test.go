package scale

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/format"
)

var results = flag.String("results", "", "write recorded.json from this `file` of results")

// TestRecord writes recorded.json, see recordedFile.
func TestRecord(t *testing.T) {
	if *results == "" {
		t.Skip("it needs -results and measures on servers")
	}
	f, err := os.Open(*results)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := format.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	versions := make(map[string]string)
	for _, e := range r.Engines {
		versions[e.Name] = e.Version
	}
	var list []Recorded
	for _, one := range r.Trials {
		// The order of keys that collide, and with it their tree, depends on the rate of the inserts.
		if kind(t, one.Key).Collides {
			continue
		}
		if one.Payload != Payload || one.Batch != batch || one.Writers != 1 {
			t.Fatalf("the trial %+v is not by one writer in batches of %d rows of %d bytes", one.Coordinates, batch, Payload)
		}
		list = append(list, Recorded{
			Server: one.Engine, Version: versions[one.Engine], Key: one.Key, Rows: one.Rows,
			TreeBytes: one.Readings.Get(metric.BytesPerRow).Value, LogBytes: one.Readings.Get(metric.LogBytes).Value,
		})
	}
	slices.SortFunc(list, func(a, b Recorded) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Rows, b.Rows))
	})
	var b bytes.Buffer
	for i, one := range list {
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString([]string{",\n\t", "[\n\t"}[max(0, 1-i)])
		b.Write(line)
	}
	b.WriteString("\n]\n")
	if err := os.WriteFile("recorded.json", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
