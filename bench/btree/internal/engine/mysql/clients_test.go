package mysql

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// A sample agrees with what Measure gives afterwards, where nothing happens between.
func TestSample(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
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
	either(t, func(t *testing.T, e *Engine) { subject(e).ByTime(t, Clustered) })
}

// Rows are read by their keys.
func TestPointReads(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) { subject(e).PointReads(t, Clustered) })
}
