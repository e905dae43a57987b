// Package enginetest has what the tests of engines share: keys to insert, the steps from
// an engine to its readings, and tests that every engine must pass.
package enginetest

import (
	"database/sql/driver"
	"io"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Subject is an engine that is tested.
type Subject struct {
	engine.Engine
	// Name is the engine's name, with which its errors begin.
	Name string
	// Layout is the default layout of its trees.
	Layout string
	// Column is the column of its keys of 16 bytes.
	Column key.Column
	// FillTolerance is how far the golden leaf fill may be off, in percentage points,
	// because versions of the server count it differently.
	FillTolerance float64
}

// Keys returns n different keys of 16 bytes in order, as [Seq] makes them.
func (s Subject) Keys(from, n int) []driver.Valuer { return Seq(s.Column, from, n) }

// Close closes an engine or a tree when the test ends, and fails the test if that fails.
func Close(t *testing.T, c io.Closer) {
	t.Helper()
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Prepare prepares a tree, which is closed when the test ends at the latest.
func Prepare(t *testing.T, e engine.Engine, s engine.Spec) engine.Tree {
	t.Helper()
	tr, err := e.Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	Close(t, tr)
	return tr
}

// Writer returns a writer of the tree, which the test must close.
func Writer(t *testing.T, tr engine.Tree) engine.Writer {
	t.Helper()
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Insert inserts the keys in their order, in transactions of so many rows.
func Insert(t *testing.T, tr engine.Tree, keys []driver.Valuer, batch int) {
	t.Helper()
	w := Writer(t, tr)
	for part := range slices.Chunk(keys, batch) {
		if err := w.Insert(t.Context(), part, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// Measure measures the tree, which fails if a committed row is missing.
func Measure(t *testing.T, tr engine.Tree) metric.Readings {
	t.Helper()
	r, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Value returns a reading. If it is missing, the test fails.
func Value(t *testing.T, r metric.Readings, name string) float64 {
	t.Helper()
	v := r.Get(name)
	if v.Missing != "" {
		t.Fatalf("%s is missing: %s", name, v.Missing)
	}
	return v.Value
}
