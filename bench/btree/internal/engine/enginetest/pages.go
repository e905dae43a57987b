package enginetest

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// LeavesAgree compares the leaf pages of a tree in key order with its readings.
func LeavesAgree(t *testing.T, leaves []uint32, r metric.Readings) {
	t.Helper()
	if got := Value(t, r, metric.LeafPages); int(got) != len(leaves) {
		t.Errorf("%d leaf pages of %v", len(leaves), got)
	}
	if got, want := metric.Order(leaves, 1, 1)[metric.Neighbours].Value, Value(t, r, metric.Neighbours); got != want {
		t.Errorf("their neighbours are %v apart, the tree's %v", got, want)
	}
}
