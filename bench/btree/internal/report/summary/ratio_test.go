package summary

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The interval holds just those factors that the test does not reject: a control that is
// multiplied by a factor in the interval is not significantly different from the values,
// and one multiplied by a factor beyond it is.
func TestRatioIntervalAgreesWithTheTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range [][2]int{{4, 4}, {6, 6}, {5, 9}, {12, 7}} {
		values, control := make([]float64, n[0]), make([]float64, n[1])
		for i := range values {
			values[i] = 70 + 20*rng.Float64()
		}
		for i := range control {
			control[i] = 100 + 10*rng.Float64()
		}
		low, high, ok := ratioInterval(values, control)
		if !ok || low > high {
			t.Fatalf("%v: %g to %g, %v", n, low, high, ok)
		}
		for factor, want := range map[float64]bool{low * .9999: true, low * 1.0001: false, high * .9999: false, high * 1.0001: true} {
			var scaled []float64
			for _, c := range control {
				scaled = append(scaled, c*factor)
			}
			th := benchmath.DefaultThresholds
			p := benchmath.AssumeNothing.Compare(benchmath.NewSample(scaled, &th), benchmath.NewSample(slices.Clone(values), &th)).P
			if (p <= 1-Confidence) != want {
				t.Errorf("%v: at a factor of %g of %g to %g p is %g", n, factor, low, high, p)
			}
		}
	}
}

func TestRatioIntervalBounds(t *testing.T) {
	s := stat(t, result(metric.BytesPerRow, values(10, 10, 10, 10), values(15, 15, 15, 15)), metric.BytesPerRow)
	if s.RatioLow == nil || *s.RatioLow != 1.5 || *s.RatioHigh != 1.5 {
		t.Errorf("what never varies is known to %v and %v", s.RatioLow, s.RatioHigh)
	}
	for name, r := range map[string][2][]metric.Reading{
		"three runs": {values(1, 2, 3), values(4, 5, 6)},
		"a zero":     {values(0, 2, 3, 4, 5), values(4, 5, 6, 7, 8)},
	} {
		if s := stat(t, result(metric.LogBytes, r[0], r[1]), metric.LogBytes); s.RatioLow != nil || s.RatioHigh != nil {
			t.Errorf("%s: %v to %v", name, *s.RatioLow, *s.RatioHigh)
		}
	}
}

// Where the normal distribution takes over, it has the same interval to a pair in
// a hundred.
func TestManyRuns(t *testing.T) {
	n := int(math.Sqrt(tooMany))
	exact := outermost(n, n)
	if normal := outermost(n+1, n+1); math.Abs(float64(normal-exact)) > .1*float64(exact) || normal < exact {
		t.Errorf("%d of %d quotients lie outside, and of the next size %d", exact, n*n, normal)
	}
	var all []float64
	for u := range 7 {
		all = append(all, math.Round(10*stats.UDist{N1: 2, N2: 3}.PMF(float64(u))))
	}
	if !slices.Equal(all, []float64{1, 1, 2, 2, 2, 1, 1}) {
		t.Errorf("the orders of 2 and 3 are %v", all)
	}
}
