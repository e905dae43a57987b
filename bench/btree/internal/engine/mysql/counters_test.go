package mysql

import (
	"database/sql/driver"
	"math"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The pages asked of the buffer pool against those of its own statistics.
func TestPageRequests(t *testing.T) {
	const rows = 10_000
	each(t, func(t *testing.T, e *Engine) {
		for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": enginetest.Shuffled(seq(1, rows))} {
			t.Run(name, func(t *testing.T) {
				tr := prepare(t, e, enginetest.Wide, 100)
				defer tr.Close()
				asked := func() (n float64) {
					if err := e.QueryRowContext(t.Context(), "SELECT SUM(number_pages_get) FROM information_schema.innodb_buffer_pool_stats").Scan(&n); err != nil {
						t.Fatal(err)
					}
					return n
				}
				before := asked()
				enginetest.Insert(t, tr, keys, 1000)
				want := (asked() - before) / rows
				r := enginetest.Measure(t, tr)
				if got := enginetest.Value(t, r, metric.PageRequests); math.Abs(got-want) > .1*want || got < 1 {
					t.Errorf("%v pages per row were asked of the buffer pool, its statistics say %v", got, want)
				}
				if r.AddHits(); enginetest.Value(t, r, metric.BufferHits) < 99 {
					t.Errorf("%v of the pages were in a pool that is large enough", r[metric.BufferHits])
				}
			})
		}
	})
}
