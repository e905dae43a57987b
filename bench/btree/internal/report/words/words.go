// Package words puts values of a result into words, the same in the terminal and on the
// page.
package words

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
)

// Ratio writes a ratio with two decimals, such as "1.35x", and fewer if it is large.
func Ratio(q float64) string {
	switch {
	case q >= 999.5:
		return fmt.Sprintf("%.1fkx", q/1000)
	case q >= 99.95:
		return fmt.Sprintf("%.0fx", q)
	case q >= 9.995:
		return fmt.Sprintf("%.1fx", q)
	}
	return fmt.Sprintf("%.2fx", q)
}

// Settings writes settings as a list.
func Settings(list []engine.Setting) string {
	var out []string
	for _, v := range list {
		out = append(out, v.Name+" "+v.Value)
	}
	return strings.Join(out, ", ")
}

// Heading is the heading of a metric on one line, on the page and in notes.
func Heading(m metric.Metric) string {
	if m.Title != "" {
		return m.Title
	}
	return oneLine(m.Head)
}

// oneLine joins the lines of a heading.
func oneLine(head string) string {
	return strings.NewReplacer("-\n", "", "\n/", "/", "\n", " ").Replace(head)
}

// LegendHeading is the heading of a metric's column in the terminal's table, on one line.
func LegendHeading(m metric.Metric) string { return oneLine(m.Head) }

// Marks of a ratio.
const (
	Equivalent = "~" // by its interval, the value is within the margin of the control's
	Undecided  = "?" // there are not enough runs to tell
	Equal      = "=" // each trial has the value of the control's
)

// Marked writes the ratio of a relation with its mark, "" if there is none. A ratio without
// a mark is exact, or its interval is beyond the margin.
func Marked(r summary.Relation) string {
	switch {
	case r.Ratio == nil:
		return ""
	case r.Exact && *r.Ratio == 1:
		return Equal
	case r.Finding == summary.NotEnoughRuns:
		return Undecided + Ratio(*r.Ratio)
	case r.Finding == summary.NoDifference && !r.Exact:
		return Equivalent + Ratio(*r.Ratio)
	}
	return Ratio(*r.Ratio)
}

// Value writes the median of a metric with its interval, and its ratio to the control. Both
// are "" if the metric is missing.
func Value(m metric.Metric, l summary.Line) (value, ratio string) {
	s, ok := l.Metrics[m.Name]
	if !ok || s.Median == nil {
		return "", ""
	}
	value = m.Print(*s.Median)
	if m.Spread && s.Spread() != "" {
		value += " " + s.Spread()
	}
	return value, Marked(s.Relation)
}

// Between writes an interval of two texts.
func Between(low, high string) string {
	if low == high {
		return low
	}
	return low + " to " + high
}

// Margin is the equivalence margin in percent.
var Margin = fmt.Sprintf("%.0f %%", 100*(summary.EquivalenceMargin-1))
