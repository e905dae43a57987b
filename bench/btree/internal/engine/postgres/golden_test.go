package postgres

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The figures stay what they are. Older versions count one item pointer of 4 bytes less
// as free on each leaf page, of 8152 bytes.
func TestGolden(t *testing.T) {
	s := subject(open(t))
	s.FillTolerance = 0.06
	s.Golden(t, []string{Primary})
}

// Each metric that the server shows is plausible.
func TestPlausible(t *testing.T) {
	e := open(t)
	var without []string
	if e.number < countsApart {
		without = append(without, metric.PagesRead)
	}
	subject(e).Plausible(t, without...)
}
