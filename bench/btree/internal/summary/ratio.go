package summary

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// ratioInterval bounds how many times as great the values of one set are as those of
// another, at the level of Confidence: it holds the factors that the Mann-Whitney U test
// would not reject. They lie between two of the quotients of all pairs, in their order.
// There is none where values are not above 0, or too few for the level.
func ratioInterval(values, control []float64) (low, high float64, ok bool) {
	if len(values) == 0 || len(control) == 0 || slices.Min(values) <= 0 || slices.Min(control) <= 0 {
		return 0, 0, false
	}
	var quotients []float64
	for _, v := range values {
		for _, c := range control {
			quotients = append(quotients, v/c)
		}
	}
	slices.Sort(quotients)
	k := outermost(len(values), len(control))
	if k < 0 {
		return 0, 0, false
	}
	return quotients[k], quotients[len(quotients)-1-k], true
}

// tooMany is the product of two numbers of runs from which the normal distribution
// stands in for that of U, which it then is to within a hundredth of its width.
const tooMany = 1000

// outermost is how many of the quotients of n values and m others lie outside of the
// interval on either side; -1 if all of them do not make one.
func outermost(n, m int) int {
	const tail = (1 - Confidence) / 2
	if n*m > tooMany {
		width := math.Sqrt(float64(n*m*(n+m+1)) / 12)
		return max(0, int(float64(n*m)/2-1.96*width-.5))
	}
	counts := orders(n, m)
	all, below := 0.0, 0.0
	for _, c := range counts {
		all += c
	}
	for u, c := range counts {
		if below += c; below/all > tail {
			return u - 1
		}
	}
	return -1
}

// orders counts the orders of n values and m others by U, the number of pairs in which
// the value is the lesser.
func orders(n, m int) []float64 {
	counts := []float64{1}
	// The counts are the coefficients of a Gaussian binomial: the product of
	// (1-q^(m+i))/(1-q^i) for i from 1 to n.
	for i := 1; i <= n; i++ {
		next := make([]float64, i*m+1)
		copy(next, counts)
		for u := len(next) - 1; u >= m+i; u-- {
			next[u] -= next[u-m-i]
		}
		for u := i; u < len(next); u++ {
			next[u] += next[u-i]
		}
		counts = next
	}
	return counts
}

// relate adds the comparison with the control.
func (s Stat) relate(control Stat) Stat {
	if s.sample == nil || control.sample == nil {
		return s
	}
	cmp := benchmath.AssumeNothing.Compare(control.sample, s.sample)
	s.P = &cmp.P
	s.Warnings = append(s.Warnings, words(cmp.Warnings)...)
	if *control.Median != 0 {
		ratio := *s.Median / *control.Median
		s.Ratio = &ratio
		if low, high, ok := ratioInterval(s.sample.Values, control.sample.Values); ok {
			s.RatioLow, s.RatioHigh = &low, &high
		}
	}
	return s
}
