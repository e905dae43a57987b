package summary

import "github.com/sortid/sortid/bench/btree/internal/metric"

// costs are the metrics that a verdict compares: size, bloat, time, pages read and written or the
// log, the order of the leaf pages, updates of recent rows, and reads
// by time.
var costs = []string{
	metric.BytesPerRow, metric.IndexBytes, metric.Bloat, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten, metric.LogBytes, metric.Neighbours,
	metric.RecentUpdateWrites, metric.RecentUpdateLog, metric.Page50P50, metric.TimeRangeP50,
}

// Verdict compares the costs of a key with what is possible.
type Verdict struct {
	// Finding is Worse if a cost is worse; otherwise NotEnoughRuns if the trials of a cost
	// do not tell; otherwise NoDifference, also if a cost is better.
	Finding Finding
	// Comparisons are those of the costs that have a finding.
	Comparisons []Comparison
}

// Comparison compares one cost of a key with that of its control.
type Comparison struct {
	Metric metric.Metric
	Relation
	// Value and Base are the medians of the key and of the control.
	Value, Base float64
}

// Judge compares a line with its control. If there are several writers and the control was
// inserted by one writer as well, it compares the tree, which does not depend on the time
// that several writers save, with the tree of that one.
func Judge(l Line) Verdict {
	var v Verdict
	for _, name := range costs {
		s, m := l.Metrics[name], metric.Named(name)
		r := s.Relation
		if s.Possible != nil {
			r = *s.Possible
		}
		if r.Finding != NotCompared && !v.has(m.Unless) {
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
func (v Verdict) has(name string) bool {
	for _, c := range v.Comparisons {
		if c.Metric.Name == name {
			return true
		}
	}
	return false
}

// With returns the comparisons that have a finding.
func (v Verdict) With(f Finding) []Comparison {
	var list []Comparison
	for _, c := range v.Comparisons {
		if c.Finding == f {
			list = append(list, c)
		}
	}
	return list
}
