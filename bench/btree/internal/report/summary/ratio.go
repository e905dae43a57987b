package summary

import (
	"math"
	"slices"
	"sort"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

// ratioInterval returns the confidence interval of the factor between two sets of values:
// the factors that the Mann-Whitney U test does not reject. Its ends are two of the sorted
// quotients of all pairs. There is none if values are not positive or too few.
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

// tooMany is the product of two numbers of trials above which the normal distribution
// approximates that of U, to within a hundredth of its width.
const tooMany = 1000

// outermost returns how many of the quotients of n values and m others are outside the
// interval on either side, -1 if there are too few for an interval.
func outermost(n, m int) int {
	const tail = (1 - Confidence) / 2
	if n*m > tooMany {
		width := math.Sqrt(float64(n*m*(n+m+1)) / 12)
		return max(0, int(float64(n*m)/2-1.96*width-.5))
	}
	u := stats.UDist{N1: n, N2: m}
	return sort.Search(n*m, func(i int) bool { return u.CDF(float64(i)) > tail }) - 1
}

// relate adds the comparison with the control.
func (s Stat) relate(control Stat) Stat {
	if s.sample == nil || control.sample == nil {
		return s
	}
	cmp := benchmath.AssumeNothing.Compare(control.sample, s.sample)
	s.P = &cmp.P
	s.Warnings = append(s.Warnings, messages(cmp.Warnings)...)
	if *control.Median != 0 {
		ratio := *s.Median / *control.Median
		s.Ratio = &ratio
		if low, high, ok := ratioInterval(s.sample.Values, control.sample.Values); ok {
			s.RatioLow, s.RatioHigh = &low, &high
		}
	}
	return s
}
