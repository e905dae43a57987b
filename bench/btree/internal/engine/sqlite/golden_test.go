package sqlite

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The figures stay what they are.
func TestGolden(t *testing.T) {
	s := enginetest.Subject{Engine: open(t), Name: engine.SQLite, Column: key.Bytes}
	s.Golden(t, []string{Clustered, Index}, metric.PagesWritten, metric.LogBytes)
}
