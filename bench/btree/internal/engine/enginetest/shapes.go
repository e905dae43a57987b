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
			tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: Wide, Payload: 100, Shape: engine.Updated})
			changing := tr.(engine.Changing)
			Insert(t, tr, order, batch)
			before, err := changing.Settle(t.Context())
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
				if err := errors.Join(w.Close(), changing.Vacuum(t.Context())); err != nil {
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
