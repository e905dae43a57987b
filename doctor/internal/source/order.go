package source

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
)

// OrderOf returns the rank correlation (Spearman's) of values and places. It compares
// texts and bytes by their bytes.
func OrderOf(values []any, places []float64) Figure {
	const least = 30
	var rows []int
	for i, v := range values {
		if v != nil && i < len(places) {
			rows = append(rows, i)
		}
	}
	if len(rows) < least {
		return Unknown("too few rows with a known place")
	}
	a := ranks(rows, func(i, j int) int { return compare(values[i], values[j]) })
	b := ranks(rows, func(i, j int) int { return cmp.Compare(places[i], places[j]) })
	r := correlation(a, b)
	// Fisher's transformation gives the interval.
	z, e := math.Atanh(max(-0.999999, min(r, 0.999999))), 1.96/math.Sqrt(float64(len(rows)-3))
	return Figure{Value: r, Low: math.Tanh(z - e), High: math.Tanh(z + e)}
}

// compare compares two values of one column.
func compare(a, b any) int {
	switch a := a.(type) {
	case []byte:
		if b, ok := b.([]byte); ok {
			return bytes.Compare(a, b)
		}
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b)
		}
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	case uint64:
		if b, ok := b.(uint64); ok {
			return cmp.Compare(a, b)
		}
	}
	return 0
}

// ranks returns the rank of each row; equal ones share the mean of theirs.
func ranks(rows []int, compare func(i, j int) int) []float64 {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(rows[i], rows[j]) })
	list := make([]float64, len(rows))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && compare(rows[order[i]], rows[order[j]]) == 0 {
			j++
		}
		for k := i; k < j; k++ {
			list[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return list
}

// correlation is Pearson's; 0 if one side is constant.
func correlation(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb, ab, aa, bb float64
	for i := range a {
		ma, mb = ma+a[i]/n, mb+b[i]/n
	}
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}
