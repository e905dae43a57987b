package answer

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// A verdict compares the metrics that have phrases for it, and no others.
func TestCostsHavePhrases(t *testing.T) {
	for _, m := range metric.All() {
		if slices.Contains(costs, m.Name) != (m.Verdict != nil) {
			t.Errorf("%s: it has phrases: %v", m.Name, m.Verdict != nil)
		}
	}
}
