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

// Mark is a mark of a ratio.
type Mark string

// The marks.
const (
	Unmarked   Mark = ""  // there is no ratio, it is exact, or its interval is beyond the margin
	Equivalent Mark = "~" // by its interval, the value is within the margin of the control's
	Undecided  Mark = "?" // there are not enough runs to tell
	Equal      Mark = "=" // each trial has the value of the control's
)

func markOf(r summary.Relation) Mark {
	switch {
	case r.Ratio == nil:
		return Unmarked
	case r.Exact && *r.Ratio == 1:
		return Equal
	case r.Finding == summary.NotEnoughRuns:
		return Undecided
	case r.Finding == summary.NoDifference && !r.Exact:
		return Equivalent
	}
	return Unmarked
}

// Figure is the median of a metric in words, with the ratio to the control's. A missing metric has
// the zero Figure.
type Figure struct {
	// Median is printed as the metric says, Spread is its interval in percent of it, such as "±3%",
	// and Ratio has no mark. Each is "" if there is none.
	Median, Spread, Ratio string
	Mark                  Mark
	// Zero reports whether Median is printed as zero is.
	Zero bool
}

// FigureOf puts a metric of a line into words.
func FigureOf(m metric.Metric, l summary.Line) Figure {
	s := l.Metrics[m.Name]
	if s.Median == nil {
		return Figure{}
	}
	f := Figure{Median: m.Print(*s.Median), Mark: markOf(s.Relation), Zero: m.IsZero(*s.Median)}
	if m.Spread {
		f.Spread = s.Spread()
	}
	if s.Ratio != nil {
		f.Ratio = Ratio(*s.Ratio)
	}
	return f
}

// Value is the median with its interval.
func (f Figure) Value() string { return strings.TrimSpace(f.Median + " " + f.Spread) }

// Marked is the ratio with its mark. That of equal values is the mark alone.
func (f Figure) Marked() string {
	if f.Mark == Equal {
		return string(Equal)
	}
	return string(f.Mark) + f.Ratio
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
