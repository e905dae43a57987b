// Package grid is the model of a table: what the terminal and the page show of a result, and
// what the files for programs have.
package grid

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
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
type Cell struct{ Text, Note, Class string }

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
		if slices.ContainsFunc(t.Rows, func(r Row) bool { return i < len(r.Cells) && strings.Trim(r.Cells[i].Text, "0.") != "" }) {
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
				value, ratio := words.Value(m, l)
				out.Cells = append(out.Cells, Cell{Text: value, Note: ratio})
			}
			t.Rows = append(t.Rows, out)
		}
	}
	return t
}

// Trials returns the table of all trials for programs: the coordinates, the seconds, and a
// column for each metric. A missing reading is empty, and the last column has the reasons.
func Trials(r trial.Result) Table {
	var t Table
	for _, c := range Coordinates(trial.Trial{}, trial.Key{}) {
		t.Head = append(t.Head, Cell{Text: c.Name})
	}
	t.Head = append(t.Head, Head("counter", "repeat", "seconds")...)
	for _, m := range metric.All() {
		t.Head = append(t.Head, Cell{Text: m.Name})
	}
	t.Head = append(t.Head, Cell{Text: "missing"})
	for _, one := range r.Trials {
		var cells []Cell
		add := func(text string) { cells = append(cells, Cell{Text: text}) }
		k := r.Key(one.Key)
		for _, c := range Coordinates(one, k) {
			add(c.Value)
		}
		add(k.Control)
		add(strconv.Itoa(one.Repeat))
		add(exact(one.Seconds))
		var missing []string
		for _, m := range metric.All() {
			switch v, ok := one.Readings[m.Name]; {
			case ok && v.Missing == "":
				add(exact(v.Value))
				continue
			case ok:
				missing = append(missing, m.Name+": "+v.Missing)
			}
			add("")
		}
		add(strings.Join(missing, "; "))
		t.Rows = append(t.Rows, Row{Cells: cells})
	}
	return t
}

// Coordinate is a coordinate of a trial by its name.
type Coordinate struct{ Name, Value string }

// Coordinates returns the coordinates of a trial but for the repeat, with the layout and the
// width of its key.
func Coordinates(t trial.Trial, k trial.Key) []Coordinate {
	var list []Coordinate
	for _, a := range trial.Axes() {
		list = append(list, Coordinate{a.Column, a.Cell(t.Coordinates)})
	}
	return slices.Insert(list, 1, Coordinate{"layout", t.Layout}, Coordinate{"width_bytes", strconv.Itoa(k.Width)}) // after the engine
}

// exact writes a value so that it reads back the same.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
