package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A table that was read while it outgrew the buffer pool has pictures of its rate and reads
// by its size in buffer pools; one that stays within it has none.
func TestOutgrow(t *testing.T) {
	for rows, want := range map[int]bool{280_000: true, 27_000: false} {
		r := reporttest.Rich()
		for i, tr := range r.Trials {
			if tr.BufferPool != "4MB" || tr.Engine != "postgres" || tr.Detail == nil {
				continue
			}
			detail := *tr.Detail
			detail.Curve = nil
			for n := range 5 {
				detail.Curve = append(detail.Curve, trial.CurvePoint{Rows: (n + 1) * rows / 5, Readings: metric.Readings{
					metric.FileBytes: metric.Value(150), metric.RowsPerSecond: metric.Value(50_000 - 5000*float64(n)), metric.PagesRead: metric.Value(.1 * float64(n)),
				}})
			}
			r.Trials[i].Detail = &detail
		}
		s := page(t, r)
		for _, text := range []string{"insert rate by the size of the table: ", "uuidv4 50k at 2.0 times the buffer pool and 30k at 10.0", "size of the table / buffer pool"} {
			if got := strings.Contains(s, text); got != want {
				t.Errorf("%d rows: %q is on the page: %v", rows, text, got)
			}
		}
		pictured := slices.ContainsFunc(Of(answer.Of(r)).Pictures(), func(p Picture) bool {
			return p.Figure.Title == "A table that outgrows the buffer pool" && IsPicture(p.Name+".svg")
		})
		if pictured != want {
			t.Errorf("%d rows: a picture: %v", rows, pictured)
		}
	}
}
