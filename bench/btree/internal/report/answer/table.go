package answer

import (
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Table is a table of text.
type Table struct {
	Caption string
	Head    []Cell
	Rows    []Row
	// Columns holds the metrics of the columns behind the first one, nil in tables of other things.
	Columns []metric.Metric
}

// Row has cells, or a Band: a heading across the table.
type Row struct {
	Band  string
	Cells []Cell
}

// Cell has a text and below it a note.
type Cell struct {
	Text, Note, Class string
	// Mark is that of a ratio in the note.
	Mark Mark
	// Zero reports whether the text is a zero.
	Zero bool
	// Few reports whether there are too few trials for an interval of the text's value.
	Few bool
}

// Mark is a mark of a ratio.
type Mark string

// The marks.
const (
	Unmarked   Mark = ""  // there is no ratio, it is exact, or its interval is beyond the margin
	Equivalent Mark = "~" // by its interval, the value is within the margin of the control's
	Undecided  Mark = "?" // there are not enough runs to tell
	Equal      Mark = "=" // each trial has the value of the control's
)

// mark returns the mark of a ratio.
func (r Relation) mark() Mark {
	switch {
	case r.Ratio == nil:
		return Unmarked
	case r.Exact && *r.Ratio == 1:
		return Equal
	case r.Finding == NotEnoughRuns:
		return Undecided
	case r.Finding == NoDifference && !r.Exact:
		return Equivalent
	}
	return Unmarked
}

// Cell returns the median of a metric with its interval, and its marked ratio to the control's as
// the note. That of equal values is the mark alone.
func (l Line) Cell(m metric.Metric) Cell {
	s := l.Metrics[m.Name]
	if s.Median == nil {
		return Cell{}
	}
	c := Cell{Text: l.Figure(m), Mark: s.mark(), Zero: m.IsZero(*s.Median), Few: l.Few(m)}
	if m.Spread {
		c.Text = strings.TrimSpace(c.Text + " " + s.Spread())
	}
	c.Note = string(c.Mark)
	if s.Ratio != nil && c.Mark != Equal {
		c.Note += ratioText(*s.Ratio)
	}
	return c
}

// Classes returns the cell's classes. Lists leave out cells of the class empty.
func (c Cell) Classes() string {
	if c.Text == "" && c.Note == "" {
		return strings.TrimSpace(c.Class + " empty")
	}
	return c.Class
}

// Heads returns the cells of a table's head, of a class.
func Heads(class string, names ...string) []Cell {
	var list []Cell
	for _, n := range names {
		list = append(list, Cell{Text: n, Class: class})
	}
	return list
}

// tableOf returns a table without rows of a column and of metrics.
func tableOf(first string, columns []metric.Metric) Table {
	t := Table{Head: Heads("", first), Columns: columns}
	for _, m := range columns {
		t.Head = append(t.Head, Cell{Text: m.Head})
	}
	return t
}

// Pick returns the table of the first column and of those with the given indexes.
func (t Table) Pick(columns []int) Table {
	of := func(cells []Cell) []Cell {
		out := slices.Clone(cells[:min(1, len(cells))])
		for _, i := range columns {
			if i < len(cells) {
				out = append(out, cells[i])
			}
		}
		return out
	}
	rows := slices.Clone(t.Rows)
	for i, r := range rows {
		rows[i].Cells = of(r.Cells)
	}
	t.Head, t.Rows = of(t.Head), rows
	return t
}

// Only returns the table of the first column and of those of metrics.
func (t Table) Only(columns []metric.Metric) Table {
	var list []int
	for i, m := range t.Columns {
		if slices.ContainsFunc(columns, func(c metric.Metric) bool { return c.Name == m.Name }) {
			list = append(list, i+1)
		}
	}
	return t.Pick(list)
}

// NonEmpty returns the table without the columns that are empty or zero in all rows.
func (t Table) NonEmpty() Table {
	var list []int
	for i := 1; i < len(t.Head); i++ {
		if slices.ContainsFunc(t.Rows, func(r Row) bool { return i < len(r.Cells) && r.Cells[i].Text != "" && !r.Cells[i].Zero }) {
			list = append(list, i)
		}
	}
	return t.Pick(list)
}

// medians returns the table of the keys of groups, those of each form below a band: the medians
// of metrics, and below each its ratio to the control's.
func medians(groups []Group) Table {
	t := tableOf("key", columnsFor(groups))
	for _, g := range groups {
		t.Rows = append(t.Rows, Row{Band: g.Form})
		for _, l := range g.Lines {
			out := Row{Cells: []Cell{{Text: l.Label}}}
			if l.Key != g.Control && l.Trials > 0 {
				out.Cells[0].Note = "/" + g.Control
			}
			for _, m := range t.Columns {
				out.Cells = append(out.Cells, l.Cell(m))
			}
			t.Rows = append(t.Rows, out)
		}
	}
	return t
}

// columnsFor returns the columns of a table. If the scenario has metrics that other
// scenarios lack, its columns follow the rate and the fill alone.
func columnsFor(groups []Group) []metric.Metric {
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
func measured(groups []Group) []metric.Metric {
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
