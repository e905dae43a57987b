// Package words puts values of a result into words, the same in the terminal and on the
// page.
package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
)

// Integer writes a whole number with commas, such as "30,000".
func Integer(n int) string {
	s := strconv.Itoa(n)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number of things, such as "6 trials".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Integer(n) + " " + thing
}

// Or joins numbers by "or".
func Or(values []int) string {
	var list []string
	for _, v := range values {
		list = append(list, Integer(v))
	}
	return strings.Join(list, " or ")
}

// Amounts writes the values of an axis that counts things, such as "1 or 8 writers".
func Amounts(values []int, thing string) string {
	if len(values) == 1 {
		return Count(values[0], thing)
	}
	return Or(values) + " " + thing + "s"
}

// Join joins names by a separator.
func Join[T ~string](values []T, sep string) string {
	var list []string
	for _, v := range values {
		list = append(list, string(v))
	}
	return strings.Join(list, sep)
}

// And joins names as a sentence does: "a, b and c".
func And(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Once returns the list without repetitions.
func Once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

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
)

// Marked writes the ratio of a relation with its mark, "" if there is none. A ratio without
// a mark is exact, or its interval is beyond the margin.
func Marked(r summary.Relation) string {
	switch {
	case r.Ratio == nil:
		return ""
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

// Margin is the equivalence margin in percent.
var Margin = fmt.Sprintf("%.0f %%", 100*(summary.EquivalenceMargin-1))
