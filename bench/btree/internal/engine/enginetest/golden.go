package enginetest

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// record writes the golden files instead of comparing with them.
var record = flag.Bool("golden-record", false, "write the golden readings of engines to testdata instead of comparing with them")

// goldenMetrics holds readings that the same keys in the same order always give, with one
// writer.
var goldenMetrics = []string{metric.LeafPages, metric.LeafFill, metric.RangePages, metric.RangeSkipped, metric.Neighbours, metric.BytesPerRow}

// goldenTolerance is how far two readings may lie apart, as a share of them: what
// adding the same numbers in another order can make.
const goldenTolerance = 1e-9

// goldenRows holds the numbers of rows of the golden trees.
var goldenRows = []int{300, 3000, 20_000}

// Golden grows trees by one writer, on each layout, with the sequential keys and with
// shuffled ones, and compares their readings with those in testdata/golden-NAME.json.
// Metrics that the engine adds to the usual ones are compared as well. With the flag
// -golden-record it writes the file.
func (s Subject) Golden(t *testing.T, layouts []string, more ...string) {
	t.Helper()
	got := make(map[string]map[string]float64)
	for _, layout := range layouts {
		for _, rows := range goldenRows {
			for name, c := range s.goldenKeys(t, rows) {
				r := s.goldenReadings(t, engine.Spec{Layout: layout, Key: c.form, Payload: 100}, c.keys)
				values := make(map[string]float64)
				for _, m := range slices.Concat(goldenMetrics, more) {
					values[m] = Value(t, r, m)
				}
				got[fmt.Sprintf("%s/%s/%d", layout, name, rows)] = values
			}
		}
	}
	path := filepath.Join("testdata", "golden-"+s.Name+".json")
	if *record {
		writeGolden(t, path, got)
		return
	}
	s.compareGolden(t, readGolden(t, path), got)
}

// goldenInput holds the keys of one golden tree.
type goldenInput struct {
	form key.Form
	keys []driver.Valuer
}

func (s Subject) goldenKeys(t *testing.T, rows int) map[string]goldenInput {
	t.Helper()
	inputs := map[string]goldenInput{"shuffled": {Wide, Shuffled(s.Keys(1, rows))}}
	for _, name := range []string{"counter", "counter-bigint", "counter20"} {
		kinds, _, err := key.Select([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		source := kinds[0].Open(1, key.Options{Column: s.Column}).Writer(0)
		keys := make([]driver.Valuer, rows)
		for i := range keys {
			if keys[i], err = source.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		inputs[name] = goldenInput{kinds[0].Form, keys}
	}
	return inputs
}

func (s Subject) goldenReadings(t *testing.T, spec engine.Spec, keys []driver.Valuer) metric.Readings {
	t.Helper()
	tr, err := s.Prepare(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	}()
	Insert(t, tr, keys, 1000)
	return Measure(t, tr)
}

func readGolden(t *testing.T, path string) map[string]map[string]float64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]map[string]float64
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	return want
}

func writeGolden(t *testing.T, path string, values map[string]map[string]float64) {
	t.Helper()
	text, err := json.MarshalIndent(values, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s Subject) compareGolden(t *testing.T, want, got map[string]map[string]float64) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))) {
		t.Errorf("the trees are %v, the golden ones %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	for tree, values := range want {
		for name, v := range values {
			tolerance := goldenTolerance * math.Abs(v)
			if name == metric.LeafFill {
				tolerance += s.FillTolerance
			}
			g, ok := got[tree][name]
			if !ok || math.Abs(g-v) > tolerance {
				t.Errorf("%s: %s is %v, the golden value is %v", tree, name, g, v)
			}
		}
	}
}
