package answer

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// FewNote explains the parentheses of Figure.
const FewNote = "(…): too few trials for an interval"

// Few reports whether a metric is a rate or a time, and a line has too few trials for the interval of its
// median. Sizes and counts do not depend on what else the machine does.
func (l Line) Few(m metric.Metric) bool {
	s := l.Metrics[m.Name]
	return m.Extent == metric.Span && s.Median != nil && s.Low == nil
}

// Figure returns the median of a metric, in parentheses if there are too few trials for its interval:
// in tables, on the page and in pictures, which also draw its bar empty.
func (l Line) Figure(m metric.Metric) string {
	s := l.Metrics[m.Name]
	if s.Median == nil {
		return ""
	}
	return parenthesized(m.Print(*s.Median), l.Few(m))
}

func parenthesized(text string, few bool) string {
	if few {
		return "(" + text + ")"
	}
	return text
}

// fewOf reports whether a line has too few trials for one of metrics.
func (l Line) fewOf(list []metric.Metric) bool { return slices.ContainsFunc(list, l.Few) }

// Few reports whether a cell of the table has too few trials for an interval.
func (t Table) Few() bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Few })
	})
}
