package idkind

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// trend is what the order of rows shows of the order of their values.
type trend struct {
	// correlation is the rank correlation, from -1 to 1: Spearman's.
	correlation float64
	// steps is how far apart the ranks of neighbours are, as a share of the distance of random ones: values
	// that grow in several places, such as numbers without leading zeros in a text, have no correlation.
	steps float64
}

// isRandom reports whether values are in no order.
func (t trend) isRandom() bool {
	const scattered, least = 0.5, 0.7
	return math.Abs(t.correlation) < scattered && t.steps > least
}

// trendOf compares values with others of the same rows, or without others with the places of the rows. It is
// false of few values, if they are always the same, and if most of the others are the same, as the time of
// rows that were imported.
func trendOf(values, others []any) (trend, bool) {
	const least = 30
	a, b := make([]decoded, 0, len(values)), make([]decoded, 0, len(values))
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
		return trend{}, false
	}
	ranked, by := ranks(a), ranks(b)
	const varying = 0.8 // of the variance of ranks without equal ones
	n := float64(len(a))
	variance, own := covariance(by, by), covariance(ranked, ranked)
	if variance < varying*n*(n*n-1)/12 || own == 0 {
		return trend{}, false
	}
	return trend{correlation: covariance(ranked, by) / math.Sqrt(own*variance), steps: steps(ranked, by)}, true
}

// steps returns the mean distance of the ranks of neighbours in the order of others, as a share of the
// distance of any two.
func steps(ranks, by []float64) float64 {
	order := rand.New(rand.NewPCG(1, 1)).Perm(len(by)) // rows of the same time are in no order
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(by[i], by[j]) })
	near := 0.0
	for i := range order[1:] {
		near += math.Abs(ranks[order[i+1]] - ranks[order[i]])
	}
	n, all := float64(len(ranks)), 0.0
	for i, r := range slices.Sorted(slices.Values(ranks)) {
		all += (2*float64(i) - n + 1) * r
	}
	return near / (n - 1) / (all / (n * (n - 1) / 2))
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

// covariance returns the sum of the products of the distances of two lists of ranks from their means.
func covariance(a, b []float64) float64 {
	mean, sum := float64(len(a)-1)/2, 0.0
	for i := range a {
		sum += (a[i] - mean) * (b[i] - mean)
	}
	return sum
}

// asNumbers returns the values of a column that compares them as numbers, as integers in the same order. If one
// is none, such as a time in a column DATETIME of SQLite, it returns the values as they are.
func asNumbers(values []any) []any {
	list := make([]any, len(values))
	for i, v := range values {
		var f float64
		switch v := v.(type) {
		case string:
			n, err := strconv.ParseFloat(v, 64)
			if err != nil && !math.IsInf(n, 0) {
				return values
			}
			f = n
		case float32:
			f = float64(v)
		case float64:
			f = v
		case int64:
			f = float64(v)
		case uint64:
			f = float64(v)
		default:
			continue
		}
		n := int64(math.Float64bits(f))
		if n < 0 {
			n ^= math.MaxInt64
		}
		list[i] = n
	}
	return list
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
