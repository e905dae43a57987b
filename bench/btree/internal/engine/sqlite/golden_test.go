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

// Each metric that SQLite shows is plausible.
func TestPlausible(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		enginetest.Subject{Engine: open(t), Name: engine.SQLite, Layout: layout, Column: key.Bytes}.Plausible(t)
	}
}
