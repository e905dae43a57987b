package sqlite

import (
	"testing"

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
