// Package sample is the arithmetic of benchmarks that report medians of turns.
package sample

import (
	"math"
	"slices"
)

// Median returns the median of values, of which there must be one.
func Median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// Interval returns the 95 % confidence interval of the median of values, of which there
// must be one: two of them, by their ranks. Fewer than six values have no narrower one than
// the least and the greatest.
func Interval(values []float64) (low, high float64) {
	v := slices.Sorted(slices.Values(values))
	n := float64(len(v))
	rank := max(0, int((n-1.96*math.Sqrt(n))/2))
	return v[rank], v[len(v)-1-rank]
}
