// Package table writes a result as text for a terminal.
package table

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Write writes all verdicts, a table for each engine, layout and set of conditions, with keys of
// different widths apart, and below the tables what the columns mean. It fits 80 columns
// and has no colours.
func Write(w io.Writer, r trial.Result) error {
	var b strings.Builder
	if !beginning(&b, r) {
		_, err := io.WriteString(w, b.String())
		return err
	}
	groups := summary.Of(r)
	list := verdict.Of(r, groups)
	for _, v := range list {
		english.Wrap(&b, "", v.Text())
		b.WriteByte('\n')
	}
	if hint := verdict.Hint(r, list); hint != "" {
		english.Wrap(&b, "", hint)
		b.WriteByte('\n')
	}
	shown := make(map[string]bool)
	for part := groups; len(part) > 0; {
		n := slices.IndexFunc(part, func(g summary.Group) bool { return g.Coordinates != part[0].Coordinates })
		if n < 0 {
			n = len(part)
		}
		pointTable(&b, r, part[:n], shown)
		part = part[n:]
	}
	b.WriteString(switches(r.Switch))
	legend(&b, r, shown)
	notes(&b, r, groups)
	circumstances(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

// beginning says whether the result is complete, and reports whether anything was measured.
func beginning(b *strings.Builder, r trial.Result) bool {
	if s := words.Incomplete(r); s != "" {
		english.Wrap(b, "INCOMPLETE: ", s)
		b.WriteByte('\n')
	}
	if len(r.Trials) > 0 {
		return true
	}
	b.WriteString("Nothing was measured.\n")
	for _, n := range r.Notes {
		english.Wrap(b, "Note: ", n)
	}
	return false
}

// pointTable writes the table of groups with the same conditions, and notes in shown which
// metrics it has. The columns that do not fit a line follow in another table.
func pointTable(b *strings.Builder, r trial.Result, groups []summary.Group, shown map[string]bool) {
	at := groups[0].Coordinates
	english.Wrap(b, "", words.Place(r, at)+words.Differences(r, at))
	for left := columnsFor(groups); len(left) > 0; {
		lines, columns := fitted(slices.Clone(left), len(left), func(columns []metric.Metric) []string { return render(grid.Medians(groups, columns), 0) })
		for _, m := range columns {
			shown[m.Name] = true
		}
		b.WriteString(strings.Join(lines, "\n") + "\n\n")
		left = slices.DeleteFunc(left, func(m metric.Metric) bool { return has(columns, m) })
	}
}

func has(list []metric.Metric, m metric.Metric) bool {
	return slices.ContainsFunc(list, func(have metric.Metric) bool { return have.Name == m.Name })
}

// fitted renders a table with the columns that fit a line, at most so many, and returns them.
func fitted(columns []metric.Metric, most int, render func([]metric.Metric) []string) ([]string, []metric.Metric) {
	for {
		lines := render(columns)
		i := lastOptional(columns)
		if len(columns) <= most && !tooWide(lines) || i < 0 {
			return lines, columns
		}
		columns = slices.Delete(columns, i, i+1)
	}
}

func tooWide(lines []string) bool {
	return slices.ContainsFunc(lines, func(s string) bool { return utf8.RuneCountInString(s) > english.Width })
}

// lastOptional returns the index of the last column that may be left out, or -1: columns
// of a phase are the point of its table.
func lastOptional(columns []metric.Metric) int {
	for i := len(columns) - 1; i > 0; i-- {
		if columns[i].Phase == "" {
			return i
		}
	}
	if len(columns) == 1 {
		return -1
	}
	return len(columns) - 1
}

// render returns the lines of a table, with a line below each row that has notes. The names of
// keys have so many columns at most; without a limit there is a line below the head.
func render(g grid.Table, keys int) []string {
	t := table.NewWriter()
	s := style()
	s.Options.SeparateHeader = keys == 0
	t.SetStyle(s)
	header := table.Row{}
	for _, c := range g.Head {
		header = append(header, c.Text)
	}
	t.AppendHeader(header)
	configs := alignments(len(header))
	configs[0].WidthMax, configs[0].WidthMaxEnforcer = keys, text.WrapSoft
	t.SetColumnConfigs(configs)
	for _, r := range g.Rows {
		if r.Band != "" {
			t.AppendSeparator()
			t.AppendRow(table.Row{r.Band})
			continue
		}
		values, notes := table.Row{}, table.Row{}
		for _, c := range r.Cells {
			values, notes = append(values, c.Text), append(notes, c.Note)
		}
		t.AppendRow(values)
		if r.Cells[0].Note != "" {
			notes[0] = "  " + r.Cells[0].Note
			t.AppendRow(notes)
		}
	}
	return rendered(t)
}

// alignments aligns the first of so many columns to the left and the others to the right.
func alignments(columns int) []table.ColumnConfig {
	configs := []table.ColumnConfig{{Number: 1, Align: text.AlignLeft}}
	for n := 2; n <= columns; n++ {
		configs = append(configs, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	return configs
}

// rendered returns the lines of a table, without trailing spaces.
func rendered(t table.Writer) []string {
	lines := strings.Split(t.Render(), "\n")
	for i, s := range lines {
		lines[i] = strings.TrimRight(s, " ")
	}
	return lines
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

// columnsFor returns the columns of a table. If the scenario has metrics that other
// scenarios lack, its columns follow the rate and the fill alone.
func columnsFor(groups []summary.Group) []metric.Metric {
	list := measured(groups)
	columns := groups[0].Scenario.Spec().Columns
	if !slices.ContainsFunc(columns, func(name string) bool { return metric.Named(name).Phase != "" }) {
		return list
	}
	return slices.DeleteFunc(list, func(m metric.Metric) bool {
		return !slices.Contains(columns, m.Name) && m.Name != metric.RowsPerSecond && m.Name != metric.LeafFill
	})
}

// measured returns the metrics with a heading that a trial of the groups has.
func measured(groups []summary.Group) []metric.Metric {
	read := make(map[string]bool)
	for _, g := range groups {
		for _, l := range g.Lines {
			for name, s := range l.Metrics {
				read[name] = read[name] || s.Median != nil && !metric.Named(name).IsZero(*s.Median)
			}
		}
	}
	return slices.DeleteFunc(metric.All(), func(m metric.Metric) bool { return m.Head == "" || !read[m.Name] || read[m.Unless] })
}

// legend says what the columns mean.
func legend(b *strings.Builder, r trial.Result, shown map[string]bool) {
	english.Wrap(b, "", "Medians. Below each: the ratio to the counter of the same width, from the trials of the same block.")
	if len(r.Simulated) > 0 {
		english.Wrap(b, "", "Where they are too few, ratios of leaf pages, fill, bytes and order are those of simulated trees.")
	}
	if slices.ContainsFunc(r.Keys, func(k trial.Key) bool { return !k.IsControl() }) {
		english.Wrap(b, string(words.Equivalent)+" ", fmt.Sprintf("no difference: by its %.1f %% interval the ratio is within %s of 1. No mark: the ratio is exact (= if the values are equal), or beyond %s.",
			100*summary.RatioConfidence, words.Margin, words.Margin))
		english.Wrap(b, string(words.Undecided)+" ", "not enough runs to tell. Blank: the counter has 0.")
	}
	for _, m := range metric.All() {
		if shown[m.Name] {
			english.Wrap(b, words.LegendHeading(m)+": ", m.About)
		}
	}
	b.WriteByte('\n')
}

// notes writes what a reader must know to judge the values.
func notes(b *strings.Builder, r trial.Result, groups []summary.Group) {
	list := words.Notes(r, groups)
	for _, k := range r.Keys {
		if k.Added {
			list = append(list, fmt.Sprintf("%s was added as the counter of the %s keys.", k.Name, k.Form))
		}
	}
	list = append(list, words.Missing(groups)...)
	for _, n := range list {
		english.Wrap(b, "Note: ", n)
	}
}
