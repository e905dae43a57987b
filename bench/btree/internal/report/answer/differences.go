package answer

import (
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/english"
)

// differences says in which costs a key is worse or better, such as "makes the index 39 %
// larger, takes 28 % longer (1.25x to 1.31x) and reads 13x the pages", and which costs are not
// decided.
func differences(v Judgement) string {
	var parts []string
	for _, c := range v.Comparisons {
		if c.Finding == Worse || c.Finding == Better {
			parts = append(parts, difference(c))
		}
	}
	if open := v.With(NotEnoughRuns); len(open) > 0 {
		return english.And(parts) + "; " + undecided(open)
	}
	return english.And(parts)
}

// difference says how one cost differs. A ratio of times has its interval, and so has one of
// simulated trees.
func difference(c Comparison) string {
	s := c.Metric.Difference(c.Value, c.Base, c.Ratio)
	if c.Ratio == nil || c.RatioLow == nil || c.Exact || c.Metric.Verdict.Say == "" || c.Metric.Extent != metric.Span && !c.Simulated {
		return s
	}
	low, high := c.Costs()
	return s + " (" + metric.Interval(low, high) + ")"
}

// undecided says the costs that are not decided and the interval of each,
// which holds the intervals of all keys, or without an interval that there are too few trials.
func undecided(list []Comparison) string {
	var parts, short []string
	for _, noun := range nouns(list) {
		of := slices.DeleteFunc(slices.Clone(list), func(c Comparison) bool { return c.Metric.Verdict.Noun != noun })
		if len(few(of)) > 0 {
			short = append(short, noun)
			continue
		}
		low, high := of[0].Costs()
		for _, c := range of[1:] {
			l, h := c.Costs()
			low, high = min(low, l), max(high, h)
		}
		parts = append(parts, noun+" ("+metric.Interval(low, high)+")")
	}
	var out []string
	if len(parts) > 0 {
		out = append(out, "not enough runs for "+english.And(parts))
	}
	if len(short) > 0 {
		out = append(out, "too few trials for "+english.And(short))
	}
	return strings.Join(out, "; ")
}

// few returns the comparisons that have too few trials for an interval.
func few(list []Comparison) []Comparison {
	return slices.DeleteFunc(slices.Clone(list), func(c Comparison) bool { return c.RatioLow != nil })
}
