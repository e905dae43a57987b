package sample

import "testing"

func TestInterval(t *testing.T) {
	for n, want := range map[int][2]float64{1: {0, 0}, 2: {0, 1}, 5: {0, 4}, 10: {1, 8}, 25: {7, 17}, 100: {40, 59}} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(n - 1 - i)
		}
		if low, high := Interval(values); [2]float64{low, high} != want {
			t.Errorf("of %d values: %v to %v, want %v", n, low, high, want)
		}
		if m := Median(values); m != float64(n-1)/2 {
			t.Errorf("the median of %d values is %v", n, m)
		}
	}
}
