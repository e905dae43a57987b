package matrix_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	table "github.com/sortid/sortid/internal/format"
)

var everyCell = flag.Bool("every-cell", false, "try each format in each cell and setting; by itself, formats of one kind of column share the cells")

func TestMain(m *testing.M) {
	dbtest.LazyCommits = true
	clusters.Main(m)
}

// TestMatrix: every format of this module through every layer on every server.
func TestMatrix(t *testing.T) {
	var names []string
	for _, f := range formats() {
		names = append(names, f.title())
		f.run(t)
	}
	if want := table.Names(); !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the matrix has the formats %q, and there are %q: add a row to formats", names, want)
	}
}

// TestForeign: the identifier types of other libraries in the same cells.
func TestForeign(t *testing.T) {
	googleFormat().run(t)
	oklogFormat().run(t)
}

func (f format[T]) title() string { return f.name }

// run runs the cells of a format.
func (f format[T]) run(t *testing.T) {
	t.Run(f.name, func(t *testing.T) {
		for _, l := range layers[T]() {
			t.Run(l.name, func(t *testing.T) {
				for _, s := range l.servers {
					if !f.has(l.name, s) && !*everyCell {
						continue
					}
					t.Run(s.name, func(t *testing.T) {
						t.Parallel() // a cell has a database of its own, and waits for the server most of the time
						runCell(t, f, l, s)
					})
				}
			})
		}
	})
}
