package matrix_test

import (
	"testing"

	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/integration_test/internal/clusters"
)

func TestMain(m *testing.M) {
	dbtest.LazyCommits = true
	clusters.Main(m)
}

// TestMatrix: every format of this module through every layer on every server.
func TestMatrix(t *testing.T) {
	each(t, wijiFormat())
	each(t, ulidFormat())
	each(t, uuidv7Format())
	each(t, ulidflakeFormat())
	each(t, uid11Format())
	each(t, scru160Format())
}

// TestForeign: the identifier types of other libraries in the same cells.
func TestForeign(t *testing.T) {
	each(t, googleFormat())
	each(t, oklogFormat())
}

// each runs the cells of a format.
func each[T id.Fixed](t *testing.T, f format[T]) {
	t.Run(f.name, func(t *testing.T) {
		for _, l := range layers[T]() {
			t.Run(l.name, func(t *testing.T) {
				for _, s := range l.servers {
					t.Run(s.name, func(t *testing.T) {
						t.Parallel() // a cell has a database of its own, and waits for the server most of the time
						runCell(t, f, l, s)
					})
				}
			})
		}
	})
}
