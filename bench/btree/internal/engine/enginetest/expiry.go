package enginetest

import (
	"database/sql/driver"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Retention keeps the rows of six days in a table while two more times as many days pass,
// once with keys in order and once with shuffled ones. The leaf pages of keys in order must
// be as many as after the first fill. Those of shuffled keys must be so many times those of
// the first fill, from least to most.
func (s Subject) Retention(t *testing.T, least, most float64) {
	const rows = 4500 // which fill the pages of shuffled keys well at first, on PostgreSQL
	const days, turnovers = 6, 2
	keys := s.Keys(1, rows*(1+turnovers))
	for name, order := range map[string][]driver.Valuer{"in order": keys, "shuffled": Shuffled(keys)} {
		t.Run(name, func(t *testing.T) {
			tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: Wide, Payload: 100, Shape: engine.Dated}).(engine.Expiring)
			Insert(t, tr, order[:rows], 100)
			first, err := tr.Settle(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for day := range days * turnovers {
				from := rows + day*rows/days
				Insert(t, tr, order[from:from+rows/days], 100)
				if err := tr.Expire(t.Context(), rows/days); err != nil {
					t.Fatal(err)
				}
			}
			last := Measure(t, tr) // it counts the rows and the entries
			bloat := Value(t, last, metric.LeafPages) / Value(t, first, metric.LeafPages)
			t.Logf("%.0f leaf pages, %.3f times those of the first fill, filled to %.1f %%", last.Get(metric.LeafPages).Value, bloat, last.Get(metric.LeafFill).Value)
			low, high := least, most
			if name == "in order" {
				low, high = .95, 1.06 // a page of the last day may not be free yet
			}
			if bloat < low || bloat > high {
				t.Errorf("the leaf pages are %.3f times those of the first fill, want %v to %v", bloat, low, high)
			}
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
