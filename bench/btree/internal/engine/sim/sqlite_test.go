package sim

import (
	"context"
	"database/sql/driver"
	"math"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// ofPages holds the metrics of which a simulated tree of SQLite has the database's value.
var ofPages = []string{metric.LeafPages, metric.LeafFill, metric.PageSplits, metric.BytesPerRow, metric.RangePages, metric.RangeSkipped, metric.Neighbours}

// Each layout of SQLite has the pages that the database has after the same keys, some of which were there
// before, with the same numbers.
func TestTreesOfSQLite(t *testing.T) {
	database, err := sqlite.Open(t.TempDir(), engine.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Close(t, database)
	for layout, twin := range map[string]string{sqlite.Clustered: SQLiteClustered, sqlite.Index: SQLiteIndex} {
		for _, name := range []string{"counter", "counter-bigint", "counter20", "uuidv4", "ulid-plain"} {
			for _, payload := range []int{0, 100, 900} {
				k, src := source(t, name, key.Bytes)
				list, spare := keys(t, src, 12_000), keys(t, src, 2)
				list = slices.Insert(list, 6000, list[7], list[8])
				want := pagesOf(t, database, engine.Spec{Layout: layout, Key: k.Form, Payload: payload}, list, spare)
				got := pagesOf(t, simulator(t), engine.Spec{Layout: twin, Key: k.Form, Payload: payload}, list, spare)
				for _, name := range ofPages {
					a, b := got.readings.Get(name), want.readings.Get(name)
					if a.Missing != "" || math.Abs(a.Value-b.Value) > 1e-9*b.Value {
						t.Errorf("%s, %s, %d bytes: %s is %+v, in SQLite %+v", layout, k.Name, payload, name, a, b)
					}
				}
				if !slices.Equal(got.leaves, want.leaves) {
					t.Errorf("%s, %s, %d bytes: other leaf pages", layout, k.Name, payload)
				}
			}
		}
	}
}

// pages is what a tree of SQLite has.
type pages struct {
	readings metric.Readings
	leaves   []uint32
}

// pagesOf inserts keys into a tree, the spare ones in the place of those that are there, and returns its pages.
func pagesOf(t *testing.T, e engine.Engine, s engine.Spec, list, spare []driver.Valuer) pages {
	t.Helper()
	tr, err := e.Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	w := enginetest.Writer(t, tr)
	defer w.Close()
	another := func(context.Context) (driver.Valuer, error) {
		k := spare[0]
		spare = spare[1:]
		return k, nil
	}
	for part := range slices.Chunk(list, 100) {
		if err := w.Insert(t.Context(), part, another); err != nil {
			t.Fatal(err)
		}
	}
	leaves, err := tr.Leaves(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return pages{enginetest.Measure(t, tr), leaves}
}
