// Package grid is the model of a table, which the terminal and the page show.
package grid

import (
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// Table is a table of text.
type Table struct {
	Caption string
	Head    []Cell
	Rows    []Row
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
	Mark words.Mark
	// Zero reports whether the text is a zero.
	Zero bool
}

// OfFigure returns the cell of a figure.
func OfFigure(f words.Figure) Cell {
	return Cell{Text: f.Value(), Note: f.Marked(), Mark: f.Mark, Zero: f.Zero}
}

// Classes returns the cell's classes. Lists leave out cells of the class empty.
func (c Cell) Classes() string {
	if c.Text == "" && c.Note == "" {
		return strings.TrimSpace(c.Class + " empty")
	}
	return c.Class
}

// Head returns the cells of a table's head. A name that starts with < is the heading of a
// column of text.
func Head(names ...string) []Cell {
	var list []Cell
	for _, n := range names {
		c := Cell{Text: strings.TrimPrefix(n, "<")}
		if c.Text != n {
			c.Class = "text"
		}
		list = append(list, c)
	}
	return list
}

// DropEmpty removes the columns that are empty or zero in all rows.
func (t *Table) DropEmpty() {
	for i := len(t.Head) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.Rows, func(r Row) bool { return i < len(r.Cells) && r.Cells[i].Text != "" && !r.Cells[i].Zero }) {
			continue
		}
		t.Head = slices.Delete(t.Head, i, i+1)
		for j, r := range t.Rows {
			if i < len(r.Cells) {
				t.Rows[j].Cells = slices.Delete(r.Cells, i, i+1)
			}
		}
	}
}

// Medians returns the table of the keys of groups, those of each form below a band: the medians
// of metrics, and below each its ratio to the control's.
func Medians(groups []summary.Group, columns []metric.Metric) Table {
	t := Table{Head: Head("key")}
	for _, m := range columns {
		t.Head = append(t.Head, Cell{Text: m.Head})
	}
	for _, g := range groups {
		t.Rows = append(t.Rows, Row{Band: g.Form})
		for _, l := range g.Lines {
			out := Row{Cells: []Cell{{Text: l.Label}}}
			if l.Key != g.Control && l.Trials > 0 {
				out.Cells[0].Note = "/" + g.Control
			}
			for _, m := range columns {
				out.Cells = append(out.Cells, OfFigure(words.FigureOf(m, l)))
			}
			t.Rows = append(t.Rows, out)
		}
	}
	return t
}
