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
