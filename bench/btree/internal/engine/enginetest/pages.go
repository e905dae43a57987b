package enginetest

import (
	"math"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// LeavesAgree compares the leaf pages of a tree in key order with its readings. The mean
// fill may differ by so many percentage points.
func LeavesAgree(t *testing.T, leaves []engine.Leaf, r metric.Readings, tolerance float64) {
	t.Helper()
	var fill float64
	numbers := make([]int, len(leaves))
	for i, l := range leaves {
		fill += float64(l.Fill)
		numbers[i] = int(l.Page)
	}
	if got := Value(t, r, metric.LeafPages); int(got) != len(leaves) {
		t.Errorf("%d leaf pages of %v", len(leaves), got)
	}
	if got, want := fill/float64(len(leaves)), Value(t, r, metric.LeafFill); math.Abs(got-want) > tolerance {
		t.Errorf("their mean fill is %v, the tree's %v", got, want)
	}
	if got, want := metric.Order(numbers, 1, 1)[metric.Neighbours].Value, Value(t, r, metric.Neighbours); got != want {
		t.Errorf("their neighbours are %v apart, the tree's %v", got, want)
	}
}
