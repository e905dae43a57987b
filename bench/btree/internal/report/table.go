package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Table writes the result for a person: for each engine, layout and point of the axes
// one table, which keeps keys of different widths apart, and below them what the
// columns mean. It fits 80 columns and has no colours, so that it reads the same in a
// file.
func Table(w io.Writer, r trial.Result) error {
	var b strings.Builder
	if !r.Complete {
		wrap(&b, "INCOMPLETE: ", fmt.Sprintf("%d of %d runs, %s", len(r.Trials), r.Planned, r.Stopped))
		b.WriteByte('\n')
	}
	if len(r.Trials) == 0 {
		b.WriteString("Nothing was measured.\n")
		for _, n := range r.Notes {
			wrap(&b, "Note: ", n)
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	groups := summary.Of(r)
	shown := make(map[string]bool)
	for part := groups; len(part) > 0; {
		n := slices.IndexFunc(part, func(g summary.Group) bool { return g.Coordinates != part[0].Coordinates })
		if n < 0 {
			n = len(part)
		}
		pointTable(&b, r, part[:n], shown)
		part = part[n:]
	}
	windows(&b, r, groups)
	legend(&b, r, shown)
	notes(&b, r, groups)
	circumstances(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

// pointTable writes the table of one point, and notes which metrics it shows. Columns
// that do not fit in the width are left out, the last ones first: they are in the
// files of results.
func pointTable(b *strings.Builder, r trial.Result, groups []summary.Group, shown map[string]bool) {
	wrap(b, "", place(r, groups[0].Coordinates)+differences(r, groups[0].Coordinates, true))
	columns := tableColumns(r, groups)
	lines := render(columns, groups)
	for slices.ContainsFunc(lines, func(s string) bool { return utf8.RuneCountInString(s) > width }) {
		i := lastPlain(columns)
		if i < 0 {
			break
		}
		columns = slices.Delete(columns, i, i+1)
		lines = render(columns, groups)
	}
	for _, m := range columns {
		shown[m.Name] = true
	}
	b.WriteString(strings.Join(lines, "\n") + "\n\n")
}

// lastPlain returns the place of the last column that the table can do without, or -1.
func lastPlain(columns []metric.Metric) int {
	for i := len(columns) - 1; i > 0; i-- {
		if columns[i].Phase == "" {
			return i
		}
	}
	return len(columns) - 2 // -1 of one column: it stays
}

// place names a layout of an engine, and says what it is.
func place(r trial.Result, p trial.Coordinates) string {
	for _, e := range r.Engines {
		for _, l := range e.Layouts {
			if e.Name == p.Engine && l.Name == p.Layout && l.Title != "" {
				return p.Engine + ", " + p.Layout + ": " + l.Title
			}
		}
	}
	return p.Engine + ", " + p.Layout
}

// differences says of a point what is not the same in all tables, with the writers
// and the batch or without.
func differences(r trial.Result, p trial.Coordinates, window bool) string {
	s, set := "", r.Settings
	for _, part := range []struct {
		several bool
		text    string
	}{
		{len(set.Scenarios) > 1 || p.Scenario != trial.Insert && p.Scenario != "", string(p.Scenario)},
		{len(set.Rows) > 1, count(p.Rows, "row")},
		{len(set.Payload) > 1, "payload of " + count(p.Payload, "byte")},
		{p.BufferPool != "" || checkpointed(p.Checkpoints), asked(p.BufferPool, p.Checkpoints)},
		{window && len(set.Writers) > 1, count(p.Writers, "writer")},
		{window && len(set.Batch) > 1, batches(p.Batch)},
	} {
		if part.several {
			s += ", " + part.text
		}
	}
	return s
}

// batches writes the number of rows in a transaction.
func batches(n int) string { return "batches of " + metricNamed(metric.LeafPages).Print(float64(n)) }

func render(columns []metric.Metric, groups []summary.Group) []string {
	t := table.NewWriter()
	t.SetStyle(style())
	header := table.Row{"key"}
	for _, m := range columns {
		header = append(header, m.Head)
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(alignments(len(header)))
	for _, g := range groups {
		t.AppendSeparator()
		t.AppendRow(table.Row{g.Form})
		for _, line := range g.Lines {
			appendLine(t, columns, g, line)
		}
	}
	return rendered(t)
}

// alignments puts the first of so many columns to the left and the others to the
// right.
func alignments(columns int) []table.ColumnConfig {
	configs := []table.ColumnConfig{{Number: 1, Align: text.AlignLeft}}
	for n := 2; n <= columns; n++ {
		configs = append(configs, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	return configs
}

// rendered returns the lines of a table, without spaces at their ends.
func rendered(t table.Writer) []string {
	lines := strings.Split(t.Render(), "\n")
	for i, s := range lines {
		lines[i] = strings.TrimRight(s, " ")
	}
	return lines
}

// tableColumns returns the columns of the table of a point. Where rows are read, those
// of reading stand beside the rate and the fill alone.
func tableColumns(r trial.Result, groups []summary.Group) []metric.Metric {
	p := groups[0].Coordinates
	list := columnsOf(p.Engine, p.Layout, groups)
	if r.Settings.Rate > 0 {
		for _, m := range metric.All() {
			if m.Phase == metric.OfferedPhase && m.Head != "" {
				list = append(list, m)
			}
		}
	}
	if !slices.ContainsFunc(list, func(m metric.Metric) bool { return m.Phase == metric.ReadPhase }) {
		return list
	}
	return slices.DeleteFunc(list, func(m metric.Metric) bool {
		return m.Phase == "" && m.Name != metric.RowsPerSecond && m.Name != metric.LeafFill
	})
}

// columnsOf returns the metrics that a layout's table has a column for: those that
// were read in any run of it. Why the others were not is in the notes. Latencies have
// columns only where there is an offered rate, which groups do not tell.
func columnsOf(engine, layout string, groups []summary.Group) []metric.Metric {
	read := make(map[string]bool)
	for _, g := range groups {
		for _, l := range g.Lines {
			for name, s := range l.Metrics {
				if g.Engine == engine && g.Layout == layout && s.Median != nil {
					read[name] = true
				}
			}
		}
	}
	var list []metric.Metric
	for _, m := range metric.All() {
		if m.Head != "" && m.Phase != metric.OfferedPhase && read[m.Name] && !read[m.Unless] {
			list = append(list, m)
		}
	}
	return list
}

// appendLine adds the medians of a key, and in a second row what they are
// relative to the control.
func appendLine(t table.Writer, columns []metric.Metric, g summary.Group, l summary.Line) {
	values, ratios := table.Row{l.Label}, table.Row{"  /" + g.Control}
	for _, m := range columns {
		v, q := cells(m, l)
		values, ratios = append(values, v), append(ratios, q)
	}
	t.AppendRow(values)
	if l.Key != g.Control && l.Trials > 0 {
		t.AppendRow(ratios)
	}
}

// cells are the value of a metric and its ratio. What is not there is a blank;
// the notes give the reason.
func cells(m metric.Metric, l summary.Line) (value, ratio string) {
	s, ok := l.Metrics[m.Name]
	if !ok || s.Median == nil {
		return "", ""
	}
	value = m.Print(*s.Median)
	if m.Spread && s.Spread() != "" {
		value += " " + s.Spread()
	}
	if s.Ratio == nil {
		return value, ""
	}
	mark := ""
	if !s.Significant() {
		mark = "~"
	}
	return value, mark + times(*s.Ratio)
}

// times prints a ratio with two decimals, fewer where it is large.
func times(q float64) string {
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

func style() table.Style {
	s := table.StyleLight
	s.Format.Header = text.FormatDefault
	s.Options.DrawBorder = false
	s.Options.SeparateColumns = false
	s.Box.PaddingLeft = ""
	s.Box.PaddingRight = " "
	s.Box.MiddleHorizontal = "-"
	return s
}

func legend(b *strings.Builder, r trial.Result, shown map[string]bool) {
	b.WriteString("Medians. Below each: how many times the sequential keys of the same width.\n")
	if slices.ContainsFunc(r.Keys, func(k trial.Key) bool { return k.Control != k.Name }) {
		b.WriteString("~ the runs do not tell it from the sequential keys (Mann-Whitney U, 5%). A blank\n" +
			"  there: the sequential keys have 0.\n")
	}
	for _, m := range metric.All() {
		if shown[m.Name] {
			wrap(b, strings.NewReplacer("-\n", "", "\n/", "/", "\n", " ").Replace(m.Head)+": ", m.About)
		}
	}
	b.WriteByte('\n')
}
