package idkind

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
)

// correlation returns the rank correlation of values with others of the same rows, from -1 to 1:
// Spearman's. Without others it is that with the places of the rows. It is false of few values, and if
// one of the two is always the same.
func correlation(values, others []any) (float64, bool) {
	const least = 30
	var a, b []decoded
	for i, v := range values {
		x, y := decode(v), decoded{form: Integer, number: int64(i)}
		if others != nil {
			y = decode(others[i])
		}
		if x.isComparable() && y.isComparable() {
			a, b = append(a, x), append(b, y)
		}
	}
	if len(a) < least {
		return 0, false
	}
	r := pearson(ranks(a), ranks(b))
	return r, !math.IsNaN(r)
}

// isComparable reports whether a value can be compared with others: that it is not NULL.
func (d decoded) isComparable() bool { return d.form == Integer || len(d.raw) > 0 || d.text != "" }

// ranks returns the ranks of values. Equal ones have the mean of theirs.
func ranks(list []decoded) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return list[a].compare(list[b]) })
	rank := make([]float64, len(list))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && list[order[i]].compare(list[order[j]]) == 0 {
			j++
		}
		for _, k := range order[i:j] {
			rank[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return rank
}

// pearson returns the correlation of two lists, NaN if one of them is constant.
func pearson(a, b []float64) float64 {
	mean := float64(len(a)-1) / 2 // of ranks
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]-mean, b[i]-mean
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

// compare compares two values as the columns do that hold them: as integers, bytes or texts.
func (d decoded) compare(o decoded) int {
	switch {
	case d.form == Integer && o.form == Integer:
		if below := (d.number < 0) && d.unsigned; below != (o.number < 0 && o.unsigned) {
			return map[bool]int{true: 1, false: -1}[below] // one of 2^63 and more is greater
		}
		return cmp.Compare(d.number, o.number)
	case d.form == Decimal && o.form == Decimal && len(d.text) != len(o.text):
		return cmp.Compare(len(d.text), len(o.text))
	case d.text != "" || o.text != "":
		return strings.Compare(d.text, o.text)
	}
	return bytes.Compare(d.raw, o.raw)
}
