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

// When the server writes the pages that have changed, these are all of them after random keys, and the last
// ones after keys in order. The buffer pool's own statistics agree.
func TestWholePages(t *testing.T) {
	const rows = 20_000
	each(t, func(t *testing.T, e *Engine) {
		for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": enginetest.Shuffled(seq(1, rows))} {
			t.Run(name, func(t *testing.T) {
				tr := prepare(t, e, enginetest.Wide, 100)
				defer tr.Close()
				written := func() (n float64) {
					if err := e.QueryRowContext(t.Context(), "SELECT SUM(number_pages_written) FROM information_schema.innodb_buffer_pool_stats").Scan(&n); err != nil {
						t.Fatal(err)
					}
					return n
				}
				flush := func() {
					if _, _, err := e.readFile(t.Context(), "item"); err != nil {
						t.Fatal(err)
					}
				}
				enginetest.Insert(t, tr, keys[:rows/2], 1000)
				flush()
				before, first := written(), wholePages(t, tr)
				enginetest.Insert(t, tr, keys[rows/2:], 1000)
				flush()
				got, want := wholePages(t, tr)-first, written()-before
				leaves := enginetest.Value(t, enginetest.Measure(t, tr), metric.LeafPages)
				least := leaves
				if name == "in order" {
					least = leaves / 2
				}
				// The server writes undo pages and its own tables as well.
				if math.Abs(got-want) > .1*want+20 || got < least {
					t.Errorf("%v whole pages, the statistics say %v; there are %v leaf pages", got, want, leaves)
				}
			})
		}
	})
}

// wholePages returns how many pages were written since the tree was empty.
func wholePages(t *testing.T, tr *tree) float64 {
	t.Helper()
	now, err := tr.count(t.Context())
	if err != nil || now.written.Missing != "" || tr.start.written.Missing != "" {
		t.Fatalf("%+v, %v", now.written, err)
	}
	return now.written.Value - tr.start.written.Value
}
