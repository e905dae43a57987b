package sqlite

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// SQLite moves cells between neighbouring pages, but does not keep them as full as inserts
// alone do.
func TestRetention(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			s := enginetest.Subject{Engine: open(t), Name: Name, Layout: layout, Column: key.Bytes}
			s.Retention(t, 1.1, 1.3)
		})
	}
}

// SQLite splits the pages of rows that get longer; its index of the key has entries of the
// same size.
func TestUpdates(t *testing.T) {
	for layout, want := range map[string][2]float64{Clustered: {1.15, 1.3}, Index: {1, 1}} {
		t.Run(layout, func(t *testing.T) {
			s := enginetest.Subject{Engine: open(t), Name: Name, Layout: layout, Column: key.Bytes}
			s.Updates(t, map[string][2]float64{"in order": want, "shuffled": want}, nil)
		})
	}
}

// The entries of a WITHOUT ROWID table's indexes have its primary key, those of a rowid table
// the rowid.
func TestOtherIndexes(t *testing.T) {
	for layout, want := range map[string][2]float64{Clustered: {1.3, 1.6}, Index: {.95, 1.05}} {
		s := enginetest.Subject{Engine: open(t), Name: Name, Layout: layout, Column: key.Bytes}
		if q := s.OtherIndexes(t); q < want[0] || q > want[1] {
			t.Errorf("%s: with wide keys the other indexes are %.2f times as large, want %v", layout, q, want)
		}
	}
}

// SQLite fills the pages of an index whatever the order.
func TestChildren(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		s := enginetest.Subject{Engine: open(t), Name: Name, Layout: layout, Column: key.Bytes}
		q := s.Children(t, func(t *testing.T, tr engine.Tree) error {
			_, err := tr.(*tree).file.conn.ExecContext(t.Context(), "DELETE FROM parent")
			return err
		})
		if q < .95 || q > 1.05 {
			t.Errorf("%s: with shuffled keys the index of the foreign key is %.2f times as large", layout, q)
		}
	}
}
