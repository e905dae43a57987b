package enginetest

import (
	"database/sql/driver"
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
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
			tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: Wide, Payload: 100, Shape: engine.Dated}).(engine.Changing)
			Insert(t, tr, order[:rows], 100)
			first, err := tr.Settle(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for day := range days * turnovers {
				from := rows + day*rows/days
				Insert(t, tr, order[from:from+rows/days], 100)
				if err := errors.Join(tr.Expire(t.Context(), rows/days), tr.Vacuum(t.Context())); err != nil {
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

// Updates inserts rows once with keys in order and once with shuffled ones, and updates
// each of them once in another order. Want has the least and the greatest bloat of both.
// Beside, if not nil, begins something beside the updates between two vacuums, and returns
// what ends it. Updates returns the share of HOT updates of each order.
func (s Subject) Updates(t *testing.T, want map[string][2]float64, beside func() (end func())) map[string]metric.Reading {
	hot := make(map[string]metric.Reading)
	const rows, batch, vacuums = 5000, 100, 5
	keys := s.Keys(1, rows)
	for name, order := range map[string][]driver.Valuer{"in order": keys, "shuffled": Shuffled(keys)} {
		t.Run(name, func(t *testing.T) {
			tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: Wide, Payload: 100, Shape: engine.Updated}).(engine.Changing)
			Insert(t, tr, order, batch)
			before, err := tr.Settle(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for part := range slices.Chunk(Shuffled(order), rows/vacuums) {
				end := func() {}
				if beside != nil {
					end = beside()
				}
				w := Writer(t, tr).(engine.Updater)
				for b := range slices.Chunk(part, batch) {
					if err := w.Update(t.Context(), b); err != nil {
						t.Fatal(err)
					}
				}
				end()
				if err := errors.Join(w.Close(), tr.Vacuum(t.Context())); err != nil {
					t.Fatal(err)
				}
			}
			w := Writer(t, tr).(engine.Updater)
			if err := w.Update(t.Context(), s.Keys(rows+1, 1)); err == nil {
				t.Error("a row that is not there was updated")
			}
			after := Measure(t, tr) // it counts the rows and the entries
			hot[name] = after.Get(metric.HotUpdates)
			bloat := Value(t, after, metric.LeafPages) / Value(t, before, metric.LeafPages)
			if bloat < want[name][0] || bloat > want[name][1] {
				t.Errorf("the leaf pages are %.3f times those before the updates, want %v", bloat, want[name])
			}
			if err := errors.Join(w.Close(), tr.Close()); err != nil {
				t.Fatal(err)
			}
		})
	}
	return hot
}

// OtherIndexes inserts rows in the order of their keys into tables with three other indexes,
// once with keys of 16 bytes and once of 8. It returns how many times as large the other
// indexes are with the wide keys.
func (s Subject) OtherIndexes(t *testing.T) float64 {
	const rows = 6000
	numbers := make([]driver.Valuer, rows)
	for i := range numbers {
		numbers[i] = Number(1<<62 + i)
	}
	size := func(f key.Form, keys []driver.Valuer) float64 {
		tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: f, Payload: 100, Shape: engine.Indexed})
		Insert(t, tr, keys, 100)
		r := Measure(t, tr)
		others, total := Value(t, r, metric.IndexBytes), Value(t, r, metric.TotalBytes)
		if tree := Value(t, r, metric.BytesPerRow); others < 3*8 || total < others+tree-.01 {
			t.Errorf("%v: of %v bytes a row %v are of the other indexes and %v of the key's tree", f, total, others, tree)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		return others
	}
	return size(Wide, s.Keys(1, rows)) / size(Number64, numbers)
}

// Children inserts rows that refer to parents in the order of the parents' keys, and to
// shuffled ones. Orphan deletes the parents,
// which must be refused. Children returns how
// many times as large the index of the foreign key is with shuffled keys.
func (s Subject) Children(t *testing.T, orphan func(t *testing.T, tr engine.Tree) error) float64 {
	const rows = 12_000
	size := func(order func([]driver.Valuer) []driver.Valuer) float64 {
		tr := Prepare(t, s, engine.Spec{
			Layout: s.Layout, Key: Wide, Payload: 20, Shape: engine.Child, Parents: order(s.Keys(1, rows/engine.ChildrenOf)),
		})
		Insert(t, tr, order(s.Keys(1_000_000, rows)), 100)
		if err := orphan(t, tr); err == nil {
			t.Error("a parent was deleted that has rows")
		}
		r := Measure(t, tr)
		index := Value(t, r, metric.IndexBytes)
		if total := Value(t, r, metric.TotalBytes); index < 8 || total < index+Value(t, r, metric.BytesPerRow)-.01 {
			t.Errorf("of %v bytes a row %v are of the foreign key's index", total, index)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		return index
	}
	return size(Shuffled) / size(slices.Clone[[]driver.Valuer])
}
