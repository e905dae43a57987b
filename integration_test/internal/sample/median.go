// Package sample is the arithmetic of benchmarks that report medians of turns.
package sample

import "slices"

// Median returns the median of values, of which there must be one.
func Median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
