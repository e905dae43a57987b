package answer

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// costs holds the metrics that a verdict compares: size, bloat, time and processor time, pages read
// and written or the log, the order of the leaf pages, updates of recent rows, and reads by time.
var costs = []string{
	metric.BytesPerRow, metric.IndexBytes, metric.Bloat, metric.RowsPerSecond, metric.ProcessorTime, metric.PagesRead, metric.PagesWritten,
	metric.LogBytes, metric.Neighbours, metric.RecentUpdateWrites, metric.RecentUpdateLog, metric.Page50P50, metric.TimeRangeP50,
}

// Judgement compares the costs of a key with those of a counter.
type Judgement struct {
	// Finding is Worse if a cost is worse; otherwise NotEnoughRuns if the trials of a cost
	// do not tell; otherwise NoDifference, also if a cost is better.
	Finding Finding
	// Comparisons holds the comparisons of the costs that have a finding.
	Comparisons []Comparison
}

// Comparison compares one cost of a key with that of its control.
type Comparison struct {
	Metric metric.Metric
	Relation
	// Value and Base are the medians of the key and of the control.
	Value, Base float64
}

// Costs returns the interval of the ratio of costs: that of a rate is one of times. The
// comparison has an interval.
func (c Comparison) Costs() (low, high float64) {
	if c.Metric.Better == metric.Higher {
		return 1 / *c.RatioHigh, 1 / *c.RatioLow
	}
	return *c.RatioLow, *c.RatioHigh
}

// judged compares a line with the counter of as many writers.
func judged(l Line) Judgement { return judge(l, func(s Stat) Relation { return s.Relation }) }

// judgedWindow compares the tree of several writers with that of a counter of one writer.
func judgedWindow(l Line) Judgement {
	return judge(l, func(s Stat) Relation {
		if s.Possible == nil {
			return Relation{}
		}
		return *s.Possible
	})
}

func judge(l Line, relation func(Stat) Relation) Judgement {
	var v Judgement
	for _, name := range costs {
		s, m := l.Metrics[name], metric.Named(name)
		r := relation(s)
		if r.Finding != NotCompared && !v.has(m.Unless) && (m.Extent != metric.PerRow || max(*s.Median, r.base) >= m.Negligible) {
			v.Comparisons = append(v.Comparisons, Comparison{m, r, *s.Median, r.base})
		}
	}
	switch {
	case len(v.Comparisons) == 0:
	case len(v.With(Worse)) > 0:
		v.Finding = Worse
	case len(v.With(NotEnoughRuns)) > 0:
		v.Finding = NotEnoughRuns
	default:
		v.Finding = NoDifference
	}
	return v
}

// has reports whether a metric is among the comparisons.
func (v Judgement) has(name string) bool {
	return slices.ContainsFunc(v.Comparisons, func(c Comparison) bool { return c.Metric.Name == name })
}

// With returns the comparisons that have a finding.
func (v Judgement) With(f Finding) []Comparison {
	return slices.DeleteFunc(slices.Clone(v.Comparisons), func(c Comparison) bool { return c.Finding != f })
}

// Open returns the comparisons that more trials should decide. Of time and processor time one
// decides: on a busy machine time may need ten times the trials.
func (v Judgement) Open() []Comparison {
	times := []string{metric.RowsPerSecond, metric.ProcessorTime}
	decided := slices.ContainsFunc(v.Comparisons, func(c Comparison) bool {
		return slices.Contains(times, c.Metric.Name) && c.Finding != NotEnoughRuns
	})
	return slices.DeleteFunc(v.With(NotEnoughRuns), func(c Comparison) bool { return decided && slices.Contains(times, c.Metric.Name) })
}
