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
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Write writes all verdicts, a table for each engine, layout and set of conditions, with keys of
// different widths apart, and below the tables what the columns mean. It fits 80 columns
// and has no colours.
func Write(w io.Writer, a *answer.Answer) error {
	var b strings.Builder
	if beginning(&b, a) {
		all(&b, a)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// beginning says whether the result is complete, and reports whether anything was measured.
func beginning(b *strings.Builder, a *answer.Answer) bool {
	if a.Incomplete != "" {
		english.Wrap(b, "INCOMPLETE: ", a.Incomplete)
		b.WriteByte('\n')
	}
	if len(a.Trials) > 0 {
		return true
	}
	b.WriteString("Nothing was measured.\n")
	for _, n := range a.Result.Notes {
		english.Wrap(b, "Note: ", n)
	}
	return false
}

func all(b *strings.Builder, a *answer.Answer) {
	for _, v := range a.Verdicts.List {
		english.Wrap(b, "", v.Text())
		b.WriteByte('\n')
	}
	if a.Verdicts.Hint != "" {
		english.Wrap(b, "", a.Verdicts.Hint)
		b.WriteByte('\n')
	}
	shown := make(map[string]bool)
	for _, t := range a.Tables {
		whole(b, t, shown)
	}
	switches(b, a.Switches)
	legend(b, a, shown)
	notes(b, a)
	circumstances(b, a)
}

// whole writes a table, and notes in shown which metrics it has. The columns that do not fit a line
// follow in another table.
func whole(b *strings.Builder, t answer.Table, shown map[string]bool) {
	english.Wrap(b, "", t.Caption)
	for left := t.Columns; len(left) > 0; {
		lines, fit := fitted(left, len(left), func(list columns) []string { return render(t.Only(list), 0) })
		for _, m := range fit {
			shown[m.Name] = true
		}
		b.WriteString(strings.Join(lines, "\n") + "\n\n")
		left = slices.DeleteFunc(slices.Clone(left), func(m metric.Metric) bool { return has(fit, m) })
	}
}

// columns are the metrics of a table.
type columns = []metric.Metric

func has(list columns, m metric.Metric) bool {
	return slices.ContainsFunc(list, func(have metric.Metric) bool { return have.Name == m.Name })
}

// fitted renders a table with the columns that fit a line, at most so many, and returns them.
func fitted(list columns, most int, render func(columns) []string) ([]string, columns) {
	for list = slices.Clone(list); ; {
		lines := render(list)
		i := lastOptional(list)
		if len(list) <= most && !tooWide(lines) || i < 0 {
			return lines, list
		}
		list = slices.Delete(list, i, i+1)
	}
}

func tooWide(lines []string) bool {
	return slices.ContainsFunc(lines, func(s string) bool { return utf8.RuneCountInString(s) > english.Width })
}

// lastOptional returns the index of the last column that may be left out, or -1: columns
// of a phase are the point of its table.
func lastOptional(list columns) int {
	for i := len(list) - 1; i > 0; i-- {
		if list[i].Phase == "" {
			return i
		}
	}
	if len(list) == 1 {
		return -1
	}
	return len(list) - 1
}

// render returns the lines of a table, with a line below each row that has notes. The names of
// keys have so many columns at most; without a limit there is a line below the head.
func render(g answer.Table, keys int) []string {
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

// legend says what the columns mean.
func legend(b *strings.Builder, a *answer.Answer, shown map[string]bool) {
	english.Wrap(b, "", "Medians. Below each: the ratio to the counter of the same width, from the trials of the same block.")
	if len(a.Result.Simulated) > 0 {
		english.Wrap(b, "", "Where they are too few, ratios of leaf pages, fill, bytes and order are those of simulated trees.")
	}
	if slices.ContainsFunc(a.Keys, func(k trial.Key) bool { return !k.IsControl() }) {
		english.Wrap(b, string(answer.Equivalent)+" ", fmt.Sprintf("no difference: by its %.1f %% interval the ratio is within %s of 1. No mark: the ratio is exact (= if the values are equal), or beyond %s.",
			100*answer.RatioConfidence, answer.Margin, answer.Margin))
		english.Wrap(b, string(answer.Undecided)+" ", "not enough runs to tell. Blank: the counter has 0.")
	}
	if slices.ContainsFunc(a.Tables, answer.Table.Few) {
		b.WriteString(answer.FewNote + ".\n")
	}
	for _, m := range metric.All() {
		if shown[m.Name] {
			english.Wrap(b, answer.LegendHeading(m)+": ", m.About)
		}
	}
	b.WriteByte('\n')
}

// notes writes what a reader must know to judge the values.
func notes(b *strings.Builder, a *answer.Answer) {
	list := slices.Clone(a.Notes)
	for _, k := range a.Keys {
		if k.Added {
			list = append(list, fmt.Sprintf("%s was added as the counter of the %s keys.", k.Name, k.Form))
		}
	}
	for _, n := range append(list, a.Missing...) {
		english.Wrap(b, "Note: ", n)
	}
}

// circumstances writes how the values were measured.
func circumstances(b *strings.Builder, a *answer.Answer) {
	english.Wrap(b, "Plan: ", fmt.Sprintf("%s; %s of %s in shuffled blocks, %.0f s", a.Plan, english.Integer(len(a.Trials)), english.Count(a.Planned, "trial"), a.Seconds))
	for _, e := range a.Engines {
		name := e.Name + " " + e.Version
		if asked := answer.Requested(e); asked != "" {
			name += ", " + asked
		}
		english.Wrap(b, "Engine: ", name+", "+answer.Settings(e.Settings))
		if e.Environment != nil {
			english.Wrap(b, "Its machine: ", answer.Settings(e.Environment))
		}
	}
	english.Wrap(b, "Machine: ", answer.Settings(a.Environment))
}
