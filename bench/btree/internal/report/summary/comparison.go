package summary

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

const (
	// EquivalenceMargin is the factor up to which a cost counts as equal to the control's.
	EquivalenceMargin = 1.05
	// LeastTrials is the number of repeats of each key from which the rank test can find a
	// difference at 5 %.
	LeastTrials = 4
)

// Costs are the metrics that a verdict compares: space, time and log volume.
func Costs() []string {
	return []string{metric.BytesPerRow, metric.RowsPerSecond, metric.LogBytes}
}

// Comparison compares one cost of a key with that of its control.
type Comparison struct {
	// Metric is the name of the metric.
	Metric string
	// Known reports whether both were measured.
	Known bool
	// Ratio is the key's value divided by the control's.
	Ratio float64
	// Factor is how much worse the key is: above 1 it costs more than the control. It is 1
	// if there is no evidence of a difference.
	Factor float64
	// Significant reports whether there is evidence of a difference: the rank test finds
	// one, or the values are exact.
	Significant bool
	// TooFew reports whether there are too few trials for evidence.
	TooFew bool
	// Inconclusive reports whether the cost may be beyond EquivalenceMargin by its
	// interval, from Low to High of Ratio, without evidence that it is.
	Inconclusive bool
	Low, High    float64
}

// Outcome is the result of comparing a key with its control.
type Outcome int

// The outcomes.
const (
	NotComparable Outcome = iota // no cost of both was measured
	Equivalent                   // every cost is within EquivalenceMargin
	Inconclusive                 // no cost is known to be beyond it, and one may be
	TooFewTrials                 // as Inconclusive, and there are too few trials for evidence
	Worse                        // a cost is beyond it
)

// Verdict compares the costs of a key with those of its control.
type Verdict struct {
	Outcome Outcome
	// Factor is the greatest Factor of the comparisons, at least 1.
	Factor float64
	// Comparisons are those of Costs, in their order.
	Comparisons []Comparison
}

// Judge compares a key with its control. Simulated values are exact, except for times,
// which do not count.
func Judge(key, control Line, simulated bool) Verdict {
	v := Verdict{Factor: 1}
	few := min(key.Trials, control.Trials) < LeastTrials
	for _, name := range Costs() {
		c := compare(metric.Named(name), key.Metrics[name], simulated, few)
		v.Comparisons = append(v.Comparisons, c)
		v.Factor = max(v.Factor, c.Factor)
	}
	v.Outcome = v.outcome()
	return v
}

// compare relates a metric to the control's. With too few trials for the rank test, the
// state of the tree counts as exact; times and counters of the whole server do not count.
func compare(m metric.Metric, s Stat, simulated, few bool) Comparison {
	c := Comparison{Metric: m.Name, Factor: 1}
	if s.Ratio == nil || *s.Ratio <= 0 || simulated && m.Extent == metric.Span {
		return c
	}
	c.Known, c.Ratio = true, *s.Ratio
	factor := costFactor(m, c.Ratio)
	if simulated || few && m.Extent == metric.State {
		c.Significant, c.Factor = true, factor
		return c
	}
	if c.Significant = s.Significant(); c.Significant {
		c.Factor = factor
	}
	if s.RatioLow == nil || s.RatioHigh == nil {
		c.TooFew = !c.Significant
		return c
	}
	c.Low, c.High = *s.RatioLow, *s.RatioHigh
	worst := max(costFactor(m, c.Low), costFactor(m, c.High))
	c.Inconclusive = worst >= EquivalenceMargin && (!c.Significant || factor < EquivalenceMargin)
	return c
}

// costFactor turns the ratio of a metric into a factor that is above 1 if it is worse.
func costFactor(m metric.Metric, ratio float64) float64 {
	if m.Better == metric.Higher {
		return 1 / ratio
	}
	return ratio
}

func (v Verdict) outcome() Outcome {
	has := func(is func(Comparison) bool) bool { return slices.ContainsFunc(v.Comparisons, is) }
	switch {
	case !has(func(c Comparison) bool { return c.Known }):
		return NotComparable
	case v.Factor >= EquivalenceMargin:
		return Worse
	case has(func(c Comparison) bool { return c.TooFew }):
		return TooFewTrials
	case has(func(c Comparison) bool { return c.Inconclusive }):
		return Inconclusive
	}
	return Equivalent
}
