package answer

import (
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// briefMetrics holds the columns of a short table of trials without a phase.
var briefMetrics = []string{
	metric.RowsPerSecond, metric.LeafPages, metric.LeafFill, metric.Neighbours, metric.PagesRead, metric.PagesWritten, metric.LogBytes, metric.ProcessorTime,
}

// BriefColumns returns the columns of a short table.
func (p Point) BriefColumns() []metric.Metric {
	return slices.DeleteFunc(columnsFor(p.Groups), func(m metric.Metric) bool {
		return m.Phase == "" && !slices.Contains(briefMetrics, m.Name)
	})
}

// Shared returns the table of the medians of keys, those together that are in all columns as good as
// their counter.
func (p Point) Shared(columns []metric.Metric) Table {
	t := tableOf("key", columns)
	for _, g := range p.Groups {
		for _, lines := range shared(columns, g) {
			row := Row{Cells: []Cell{{Text: labels(lines)}}}
			for _, m := range columns {
				row.Cells = append(row.Cells, rangeOf(m, lines))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// shared returns the lines of a group that have trials, those together that share a row: a rate of
// too few trials shares none with others.
func shared(columns []metric.Metric, g Group) [][]Line {
	var rows [][]Line
	for _, l := range g.Lines {
		switch {
		case l.Trials == 0:
		case len(rows) > 0 && rows[0][0].Key == g.Control && likeControl(columns, l):
			rows = join(rows, l, func(have Line) bool {
				return (have.Key == g.Control || likeControl(columns, have)) && have.fewOf(columns) == l.fewOf(columns)
			})
		default:
			rows = append(rows, []Line{l})
		}
	}
	return rows
}

// join adds a line to the first row of lines that are like it, or in a row by itself.
func join(rows [][]Line, l Line, like func(Line) bool) [][]Line {
	i := slices.IndexFunc(rows, func(row []Line) bool { return like(row[0]) })
	if i < 0 {
		return append(rows, []Line{l})
	}
	rows[i] = append(rows[i], l)
	return rows
}

// likeControl reports whether no column shows a difference between a line and its control.
// Only times may lack the runs to tell.
func likeControl(columns []metric.Metric, l Line) bool {
	return !slices.ContainsFunc(columns, func(m metric.Metric) bool {
		s := l.Metrics[m.Name]
		switch s.Finding {
		case NoDifference:
			return false
		case NotEnoughRuns:
			return m.Extent != metric.Span
		case NotCompared:
			return s.Median != nil && *s.Median != 0
		}
		return true
	})
}

func labels(lines []Line) string {
	var list []string
	for _, l := range lines {
		list = append(list, l.Label)
	}
	return strings.Join(list, ", ")
}

// rangeOf returns the median of a metric, or the least and the greatest one of several lines, of which all
// have too few trials or none has.
func rangeOf(m metric.Metric, lines []Line) Cell {
	var medians []float64
	for _, l := range lines {
		if s := l.Metrics[m.Name]; s.Median != nil {
			medians = append(medians, *s.Median)
		}
	}
	if len(medians) == 0 {
		return Cell{}
	}
	text, high := m.Print(slices.Min(medians)), m.Print(slices.Max(medians))
	if text != high {
		text += "-" + high
	}
	few := slices.ContainsFunc(lines, func(l Line) bool { return l.Few(m) })
	return Cell{Text: parenthesized(text, few), Few: few}
}
