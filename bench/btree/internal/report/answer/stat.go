package answer

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Confidence is the confidence level of the intervals of medians.
const Confidence = 0.95

// Stat summarizes one metric over the repeats of a trial.
type Stat struct {
	// Median is the median of the repeats, nil if Missing is set.
	Median *float64 `json:"median,omitempty"`
	// Low and High are the confidence interval of the median, nil if there are too few
	// repeats for one.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// Relation compares the metric with the control's. That of the control is zero.
	Relation
	// Possible compares it, if there are several writers, with the control that one writer
	// inserts: keys in flight cost a counter as well. It is nil for times.
	Possible *Relation `json:"possible,omitempty"`
	// Missing is the reason why there is no value.
	Missing string `json:"missing,omitempty"`

	blocks  map[int]float64 // the values by block
	percent string
}

// Spread returns the interval of the median in percent of it, such as "±3%"; "" if there
// is none.
func (s Stat) Spread() string { return s.percent }

// Total returns the sum over the repeats; 0 if the metric is missing.
func (s Stat) Total() float64 {
	return total(s.blocks)
}

func total(blocks map[int]float64) float64 {
	n := 0.0
	for _, v := range slices.Sorted(maps.Values(blocks)) {
		n += v
	}
	return n
}

// statOf summarizes a metric. If no trial reports the metric, ok is false.
func statOf(m metric.Metric, trials []trial.Trial) (s Stat, ok bool) {
	values := make(map[int]float64)
	missing := ""
	for _, t := range trials {
		switch v, reported := t.Readings[m.Name]; {
		case reported && v.Missing == "":
			values[t.Repeat] = v.Value
		case reported:
			missing = v.Missing
		}
	}
	switch n := len(values); {
	case missing != "":
		return Stat{Missing: missing}, true
	case n == 0:
		return Stat{}, false
	case n == len(trials):
		return ofBlocks(values), true
	default:
		return Stat{Missing: fmt.Sprintf("only %d of %d trials report it", n, len(trials))}, true
	}
}

// ofBlocks returns the statistics of values by block.
func ofBlocks(blocks map[int]float64) Stat {
	sum := benchmath.AssumeNothing.Summary(sample(slices.Collect(maps.Values(blocks))), Confidence)
	s := Stat{Median: &sum.Center, blocks: blocks}
	if !math.IsInf(sum.Lo, 0) && !math.IsInf(sum.Hi, 0) {
		s.Low, s.High, s.percent = &sum.Lo, &sum.Hi, "±"+sum.PctRangeString()
	}
	return s
}

// sample makes a sample of values, which it does not change.
func sample(values []float64) *benchmath.Sample {
	thresholds := benchmath.DefaultThresholds
	return benchmath.NewSample(slices.Clone(values), &thresholds)
}
