package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/summary"
)

// Table writes the result for a person: for each engine and layout one table,
// which keeps keys of different widths apart, and below them what the columns
// mean. It fits 80 columns and has no colours, so that it reads the same in a
// file.
func Table(w io.Writer, r bench.Result) error {
	var b strings.Builder
	if !r.Complete {
		wrap(&b, "INCOMPLETE: ", fmt.Sprintf("%d of %d runs, %s", len(r.Runs), r.Planned, r.Stopped))
		b.WriteByte('\n')
	}
	if len(r.Runs) == 0 {
		b.WriteString("Nothing was measured.\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	groups := summary.Of(r)
	shown := make(map[string]bool)
	for _, e := range r.Engines {
		for _, l := range e.Layouts {
			columns := columnsOf(e.Name, l.Name, groups)
			for _, m := range columns {
				shown[m.Name] = true
			}
			layoutTable(&b, columns, e, l, groups)
		}
	}
	legend(&b, r, shown)
	notes(&b, r, groups)
	circumstances(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

func layoutTable(b *strings.Builder, columns []metric.Metric, e engine.Description, l engine.Layout, groups []summary.Group) {
	fmt.Fprintf(b, "%s, %s: %s\n", e.Name, l.Name, l.Title)
	t := table.NewWriter()
	t.SetStyle(style())
	header := table.Row{"key"}
	configs := []table.ColumnConfig{{Number: 1, Align: text.AlignLeft}}
	for _, m := range columns {
		header = append(header, m.Head)
		configs = append(configs, table.ColumnConfig{Number: len(header), Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(configs)
	for _, g := range groups {
		if g.Engine != e.Name || g.Layout != l.Name {
			continue
		}
		t.AppendSeparator()
		t.AppendRow(table.Row{g.Form})
		for _, line := range g.Lines {
			appendLine(t, columns, g, line)
		}
	}
	for _, s := range strings.Split(t.Render(), "\n") {
		b.WriteString(strings.TrimRight(s, " ") + "\n")
	}
	b.WriteByte('\n')
}

// columnsOf returns the metrics that a layout's table has a column for: those that
// were read in any run of it. Why the others were not is in the notes.
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
		if m.Head != "" && read[m.Name] && !read[m.Unless] {
			list = append(list, m)
		}
	}
	return list
}

// appendLine adds the medians of a key, and in a second row what they are
// relative to the control.
func appendLine(t table.Writer, columns []metric.Metric, g summary.Group, l summary.Line) {
	values, ratios := table.Row{l.Key}, table.Row{"  /" + g.Control}
	for _, m := range columns {
		v, q := cells(m, l)
		values, ratios = append(values, v), append(ratios, q)
	}
	t.AppendRow(values)
	if l.Key != g.Control && l.Runs > 0 {
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
	if !s.Distinct() {
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

func legend(b *strings.Builder, r bench.Result, shown map[string]bool) {
	b.WriteString("Medians. Below each: how many times the sequential keys of the same width.\n")
	if slices.ContainsFunc(r.Keys, func(k bench.Key) bool { return k.Control != k.Name }) {
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
