package mysql

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/dbserver"
)

// Keys that the server makes are there and differ, one row at a time and many.
func TestKeysOfTheServer(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		names := slices.Sorted(maps.Keys(e.generate))
		if !slices.Contains(names, key.MadeIdentity) || slices.Contains(names, key.MadeUUIDv7) != (e.Server.Kind == dbserver.MariaDB && e.least >= 110700) {
			t.Errorf("the server makes %v", names)
		}
		subject(e).KeysMade(t, names, 10, 250, func(t *testing.T, _ engine.Tree) (n int) {
			if err := e.QueryRowContext(t.Context(), "SELECT COUNT(DISTINCT id) FROM item").Scan(&n); err != nil {
				t.Error(err)
			}
			return n
		})
		_, err := e.Prepare(t.Context(), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Generate: "dice"})
		if err == nil || !strings.Contains(err.Error(), `"dice"`) || !strings.Contains(err.Error(), key.MadeIdentity) {
			t.Errorf("got %v", err)
		}
	})
}

// A sample agrees with what Measure gives afterwards, where nothing happens between.
func TestSample(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 40)
		w := enginetest.Writer(t, tr)
		defer w.Close()
		for part := range slices.Chunk(enginetest.Shuffled(seq(1, 20_000)), 1000) {
			if err := w.Insert(t.Context(), part, nil); err != nil {
				t.Fatal(err)
			}
		}
		s, err := tr.Sample(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := enginetest.Measure(t, tr)
		if e.Server.Kind == dbserver.MySQL || e.noFiles == "" {
			for _, name := range []string{metric.LeafPages, metric.LeafFill} {
				if got, want := enginetest.Value(t, s, name), enginetest.Value(t, r, name); got != want {
					t.Errorf("%s is %v in the sample and %v at the end", name, got, want)
				}
			}
		}
		for _, name := range []string{metric.LogBytes, metric.PagesRead} {
			enginetest.Value(t, s, name)
		}
	})
}

// Rows are read in the order of time.
func TestByTime(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) { subject(e).ByTime(t, Clustered) })
}
