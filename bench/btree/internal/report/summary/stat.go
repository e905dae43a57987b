package summary

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Confidence is the confidence level of the intervals.
const Confidence = 0.95

// Stat summarizes one metric over the repeats of a trial.
type Stat struct {
	// Median is the median of the repeats, nil if Missing is set.
	Median *float64 `json:"median,omitempty"`
	// Low and High are the confidence interval of the median, nil if there are too few
	// repeats for one.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// Ratio is the median divided by the control's, nil for the control itself and if the
	// control's median is 0 or missing.
	Ratio *float64 `json:"ratio_to_control,omitempty"`
	// RatioLow and RatioHigh are the confidence interval of the factor between the
	// control's values and these, nil if Ratio is nil or there are too few repeats.
	// Ratio, which is another estimate of the same factor, may lie outside a narrow one.
	RatioLow  *float64 `json:"ratio_low,omitempty"`
	RatioHigh *float64 `json:"ratio_high,omitempty"`
	// P is the p-value of the exact Mann-Whitney U test of these repeats against those of
	// the control.
	P *float64 `json:"p_value,omitempty"`
	// Missing is the reason why there is no value.
	Missing string `json:"missing,omitempty"`
	// Warnings are those of benchmath about the sample.
	Warnings []string `json:"warnings,omitempty"`

	sample  *benchmath.Sample
	percent string
}

// Spread returns the interval of the median in percent of it, such as "±3%"; "" if there
// is none.
func (s Stat) Spread() string { return s.percent }

// Significant reports whether the rank test tells the key from its control, at 5 %.
func (s Stat) Significant() bool {
	return s.P != nil && *s.P < benchmath.DefaultThresholds.CompareAlpha
}

// Total returns the sum over the repeats; 0 if the metric is missing.
func (s Stat) Total() float64 {
	if s.sample == nil {
		return 0
	}
	n := 0.0
	for _, v := range s.sample.Values {
		n += v
	}
	return n
}

// statOf summarizes a metric. If no trial reports the metric, ok is false.
func statOf(m metric.Metric, trials []trial.Trial) (s Stat, ok bool) {
	var values []float64
	missing := ""
	for _, t := range trials {
		switch v, reported := t.Readings[m.Name]; {
		case reported && v.Missing == "":
			values = append(values, v.Value)
		case reported:
			missing = v.Missing
		}
	}
	switch n := len(values); {
	case missing != "":
		return Stat{Missing: missing}, true
	case n == 0:
		return Stat{}, false
	case n == len(trials) || m.Once:
		return of(values), true
	default:
		return Stat{Missing: fmt.Sprintf("only %d of %d trials report it", n, len(trials))}, true
	}
}

// of returns the statistics of values.
func of(values []float64) Stat {
	th := benchmath.DefaultThresholds
	sample := benchmath.NewSample(values, &th)
	sum := benchmath.AssumeNothing.Summary(sample, Confidence)
	s := Stat{Median: &sum.Center, sample: sample}
	if !math.IsInf(sum.Lo, 0) && !math.IsInf(sum.Hi, 0) {
		s.Low, s.High, s.percent = &sum.Lo, &sum.Hi, "±"+sum.PctRangeString()
	}
	s.Warnings = messages(append(append([]error(nil), sample.Warnings...), sum.Warnings...))
	return s
}

func messages(errs []error) []string {
	var list []string
	for _, e := range errs {
		list = append(list, e.Error())
	}
	return list
}
