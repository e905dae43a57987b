package table

import (
	"io"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Brief writes the answer on a screen: a verdict for each scenario and database, and tables of
// at most eight columns. It fits 80 columns and has no colours. Write has the rest.
func Brief(w io.Writer, r trial.Result) error {
	var b strings.Builder
	if beginning(&b, r) {
		answer(&b, r, summary.Of(r))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// screen is the number of lines that Brief writes at most, besides what a switch of keys brings.
const screen = 40

const rest = "\nThe rest: -v (all tables, notes and settings), -out DIR (page and JSON).\n"

// answer writes the verdicts, the tables of a change or else the first one of a verdict, and the others
// that the screen has room for.
func answer(b *strings.Builder, r trial.Result, groups []summary.Group) {
	list := verdict.Databases(r, groups)
	tables := changes(points.Of(r, groups), list)
	first := max(1, len(tables)) // tables of a change say more than the verdicts do
	for _, v := range list {
		tables = append(tables, titledTable(r, v))
	}
	if len(tables) > 0 {
		head := strings.Join(tables[:first], "")
		b.WriteString(verdicts(r, list, screen-height(b.String()+head+rest)))
		b.WriteString(head)
		tables = tables[first:]
	}
	for _, t := range tables {
		if height(b.String()+t+rest) > screen {
			break
		}
		b.WriteString(t)
	}
	b.WriteString(switches(r.Switch))
	b.WriteString(rest)
}

func height(s string) int { return strings.Count(s, "\n") }

// verdicts returns the verdicts in so many lines: in full if they fit, else the short ones
// that fit.
func verdicts(r trial.Result, list []verdict.Verdict, most int) string {
	var full strings.Builder
	for _, v := range list {
		english.Wrap(&full, "", v.Text())
	}
	if hint := verdict.Hint(r, list); hint != "" {
		english.Wrap(&full, "", hint)
	}
	if height(full.String()) <= most {
		return full.String()
	}
	var short, one strings.Builder
	for i, v := range list {
		one.Reset()
		english.Wrap(&one, "", v.Short())
		if height(short.String()+one.String()) >= most {
			english.Wrap(&short, "", "And with -v "+english.Count(len(list)-i, "more verdict")+".")
			break
		}
		short.WriteString(one.String())
	}
	return short.String()
}

// titledTable returns the table of a verdict below its title.
func titledTable(r trial.Result, v verdict.Verdict) string {
	var b strings.Builder
	b.WriteByte('\n')
	english.Wrap(&b, "", v.Title+": "+r.Layout(v.Point.Engine, v.Point.Layout).Title)
	b.WriteString(strings.Join(briefTable(v.Point), "\n") + "\n")
	if why := unread(v.Point); why != "" {
		english.Wrap(&b, "", "No leaf pages, fill and bytes were read: "+why+".")
	}
	return b.String()
}

// unread returns why no trial of a point has a reading of its pages, or "" if one has.
func unread(p points.Point) string {
	why := ""
	for _, g := range p.Groups {
		for _, l := range g.Lines {
			if l.Trials == 0 {
				continue
			}
			if why = l.Metrics[metric.LeafFill].Missing; why == "" {
				return ""
			}
		}
	}
	return why
}

// mostColumns is the number of metrics in a table of Brief, beside the keys.
const mostColumns = 7

// briefMetrics holds the columns of trials without a phase.
var briefMetrics = []string{
	metric.RowsPerSecond, metric.LeafPages, metric.LeafFill, metric.Neighbours, metric.PagesRead, metric.PagesWritten, metric.LogBytes, metric.ProcessorTime,
}

// briefTable returns the lines of the table of a point. Keys that are as good as the
// counter share its row.
func briefTable(p points.Point) []string {
	columns := slices.DeleteFunc(columnsFor(p.Groups), func(m metric.Metric) bool {
		return m.Phase == "" && !slices.Contains(briefMetrics, m.Name)
	})
	lines, _ := fitted(columns, mostColumns, func(columns []metric.Metric) []string {
		return render(briefMedians(columns, p), keysWidth)
	})
	return lines
}

// keysWidth is the width of the column of keys.
const keysWidth = 27

// briefMedians returns the table of a point: the medians of keys, those together that are as
// good as their counter.
func briefMedians(columns []metric.Metric, p points.Point) grid.Table {
	t := grid.Table{Head: grid.Head("key")}
	for _, m := range columns {
		t.Head = append(t.Head, grid.Cell{Text: m.Head})
	}
	for _, g := range p.Groups {
		for _, lines := range shared(columns, g) {
			row := grid.Row{Cells: []grid.Cell{{Text: labels(lines)}}}
			for _, m := range columns {
				row.Cells = append(row.Cells, grid.Cell{Text: valuesOf(m, lines)})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// shared returns the lines of a group that have trials, those together that share a row.
func shared(columns []metric.Metric, g summary.Group) [][]summary.Line {
	var rows [][]summary.Line
	for _, l := range g.Lines {
		switch {
		case l.Trials == 0:
		case len(rows) > 0 && rows[0][0].Key == g.Control && likeControl(columns, l):
			rows[0] = append(rows[0], l)
		default:
			rows = append(rows, []summary.Line{l})
		}
	}
	return rows
}

// likeControl reports whether no column shows a difference between a line and its control.
// Only times may lack the runs to tell.
func likeControl(columns []metric.Metric, l summary.Line) bool {
	return !slices.ContainsFunc(columns, func(m metric.Metric) bool {
		s := l.Metrics[m.Name]
		switch s.Finding {
		case summary.NoDifference:
			return false
		case summary.NotEnoughRuns:
			return m.Extent != metric.Span
		case summary.NotCompared:
			return s.Median != nil && *s.Median != 0
		}
		return true
	})
}

func labels(lines []summary.Line) string {
	var list []string
	for _, l := range lines {
		list = append(list, l.Label)
	}
	return strings.Join(list, ", ")
}

// valuesOf writes the median of a metric, or the least and the greatest one of several
// lines.
func valuesOf(m metric.Metric, lines []summary.Line) string {
	var medians []float64
	for _, l := range lines {
		if s := l.Metrics[m.Name]; s.Median != nil {
			medians = append(medians, *s.Median)
		}
	}
	if len(medians) == 0 {
		return ""
	}
	low, high := m.Print(slices.Min(medians)), m.Print(slices.Max(medians))
	if low == high {
		return low
	}
	return low + "-" + high
}
