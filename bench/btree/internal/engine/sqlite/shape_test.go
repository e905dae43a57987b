package sqlite

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// SQLite splits the pages of rows that get longer; its index of the key has entries of the
// same size.
func TestUpdates(t *testing.T) {
	for layout, want := range map[string][2]float64{Clustered: {1.15, 1.3}, Index: {1, 1}} {
		t.Run(layout, func(t *testing.T) {
			s := enginetest.Subject{Engine: open(t), Name: engine.SQLite, Layout: layout, Column: key.Bytes}
			s.Updates(t, map[string][2]float64{"in order": want, "shuffled": want}, nil)
		})
	}
}

// The entries of a WITHOUT ROWID table's indexes have its primary key, those of a rowid table
// the rowid. The indexed values are random, so that a ratio has a standard deviation of 0.02:
// the mean of five is within the limits in all but one of a million runs.
func TestOtherIndexes(t *testing.T) {
	const times = 5
	for layout, want := range map[string][2]float64{Clustered: {1.3, 1.6}, Index: {.95, 1.05}} {
		s := enginetest.Subject{Engine: open(t), Name: engine.SQLite, Layout: layout, Column: key.Bytes}
		var q float64
		for range times {
			q += s.OtherIndexes(t) / times
		}
		if q < want[0] || q > want[1] {
			t.Errorf("%s: with wide keys the other indexes are %.2f times as large, want %v", layout, q, want)
		}
	}
}
