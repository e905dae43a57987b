package engine

import "testing"

func TestFragmentation(t *testing.T) {
	for _, c := range []struct {
		leaves []int
		want   float64
	}{
		{[]int{7}, 0},
		{[]int{3, 4, 5, 6, 7}, 0},
		{[]int{3, 9, 40}, 0}, // pages of others lie between, no leaf of this tree
		{[]int{40, 9, 3}, 1},
		{[]int{3, 4, 9, 8, 10}, 0.75},
		{[]int{5, 6, 2, 3, 4}, 0.25},
	} {
		if got := Fragmentation(c.leaves); got != c.want {
			t.Errorf("Fragmentation(%v) = %v, want %v", c.leaves, got, c.want)
		}
	}
}
