package answer

import (
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

const (
	// EquivalenceMargin is the factor up to which a value counts as equal to the control's.
	EquivalenceMargin = 1.05
	// RatioConfidence is the confidence level of the intervals of ratios. A plan has dozens
	// of comparisons: at 95 % some of them would be wrong in each run.
	RatioConfidence = 0.995
	// ExactTrials is the number of trials of each key whose values must agree to be exact:
	// page counts of random keys may agree in two or three of them by chance.
	ExactTrials = 4
	// countedTrials is the number of blocks that give an interval of a counted metric.
	countedTrials = 3
)

// Finding is what the trials tell about a metric of a key compared with that of its control.
type Finding string

// The findings. The interval of the ratio decides, and an exact ratio is its own interval.
const (
	NotCompared   Finding = ""                // there is no ratio
	NoDifference  Finding = "no difference"   // the interval is within EquivalenceMargin: the two are equivalent
	Worse         Finding = "worse"           // the interval is beyond EquivalenceMargin, on the side that costs more
	Better        Finding = "better"          // the interval is beyond it, on the other side
	NotEnoughRuns Finding = "not enough runs" // anything else: more trials may tell
)

// Relation relates the values of a key to those of its control. It compares the trials of
// the same block, so that a disturbance of the machine affects both.
type Relation struct {
	// Ratio is the median of the ratios of the blocks, nil if the control has a value of 0.
	Ratio *float64 `json:"ratio_to_control,omitempty"`
	// RatioLow and RatioHigh are the confidence interval of that median, nil if Ratio is
	// nil or there are too few blocks and the ratio is not exact.
	RatioLow  *float64 `json:"ratio_low,omitempty"`
	RatioHigh *float64 `json:"ratio_high,omitempty"`
	// Exact reports whether all trials of the key agree exactly, and all of the control, as
	// page counts of one writer do, or each trial with that of the control. Then the ratio
	// needs no test.
	Exact bool `json:"exact,omitempty"`
	// Simulated reports whether the ratio and its interval are of simulated trees, with which the
	// trials agree but are too few.
	Simulated bool `json:"simulated,omitempty"`
	// Finding is the result of the comparison.
	Finding Finding `json:"finding,omitempty"`

	base float64 // the control's median
}

// relate compares values with those of the control, both by block.
func relate(m metric.Metric, values, control map[int]float64) Relation {
	noticed := quotients(values, control, m.Negligible)
	if len(noticed) == 0 {
		return Relation{}
	}
	r := Relation{base: summarize(slices.Collect(maps.Values(control))).Center}
	r.Exact = len(noticed) >= ExactTrials && constant(values) && constant(control) || maps.Equal(values, control)
	low, high := interval(m, noticed, r.Exact)
	r.Finding = finding(m, low, high)
	if ratios := quotients(values, control, 0); len(ratios) > 0 {
		median := summarize(ratios).Center
		r.Ratio = &median
		if low, high := interval(m, ratios, r.Exact); !math.IsInf(high-low, 0) {
			r.RatioLow, r.RatioHigh = &low, &high
		}
	}
	return r
}

// quotients returns the ratio of each block that has both values. Values below the least
// one count as that: differences between them are negligible. It returns none if a value
// of the control is not positive then.
func quotients(values, control map[int]float64, least float64) []float64 {
	var list []float64
	for block, v := range values {
		c, ok := control[block]
		if !ok {
			continue
		}
		if c = max(c, least); c <= 0 {
			return nil
		}
		list = append(list, max(v, least)/c)
	}
	return list
}

func constant(values map[int]float64) bool {
	first := true
	var value float64
	for _, v := range values {
		if first {
			value, first = v, false
		}
		if v != value {
			return false
		}
	}
	return true
}

func summarize(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(sample(values), RatioConfidence)
}

// interval returns the confidence interval of the median, infinite if there are too few
// values. That of an exact ratio is the ratio.
func interval(m metric.Metric, ratios []float64, exact bool) (low, high float64) {
	if len(ratios) == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	if exact {
		return ratios[0], ratios[0]
	}
	s := summarize(ratios)
	if math.IsInf(s.Hi-s.Lo, 0) && m.Counted && len(ratios) >= countedTrials && slices.Min(ratios) > 0 {
		return counted(ratios)
	}
	return s.Lo, s.Hi
}

// counted returns the confidence interval of few ratios of counts, whose logarithms follow the normal
// distribution. It is wide where one of them stands out.
func counted(ratios []float64) (low, high float64) {
	var logs []float64
	for _, r := range ratios {
		logs = append(logs, math.Log(r))
	}
	s := benchmath.AssumeNormal.Summary(sample(logs), RatioConfidence)
	return math.Exp(s.Lo), math.Exp(s.Hi)
}

// finding judges an interval of ratios. It calls nothing different that may be within the
// margin, and nothing equal that may be beyond it.
func finding(m metric.Metric, low, high float64) Finding {
	if math.IsInf(high-low, 0) {
		return NotEnoughRuns
	}
	if m.Better == metric.Higher {
		low, high = 1/high, 1/low
	}
	switch {
	case low > EquivalenceMargin:
		return Worse
	case high < 1/EquivalenceMargin:
		return Better
	case low >= 1/EquivalenceMargin && high <= EquivalenceMargin:
		return NoDifference
	}
	return NotEnoughRuns
}
