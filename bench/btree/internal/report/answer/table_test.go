package answer

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// A cell has the median with its interval, and the ratio with the mark of what is known of it.
func TestCell(t *testing.T) {
	value := func(v float64) *float64 { return &v }
	of := func(v float64) Stat { return Stat{Median: &v, Low: &v, High: &v} }
	related := func(v float64, r Relation) Stat { s := of(v); s.Relation = r; return s }
	rate := metric.Named(metric.RowsPerSecond)
	for name, c := range map[string]struct {
		stat Stat
		want Cell
	}{
		"nothing":         {Stat{Missing: "no dbstat"}, Cell{}},
		"the counter":     {Stat{Median: value(1500), Low: value(1450), High: value(1550), percent: "±3%"}, Cell{Text: "1,500 ±3%"}},
		"zero":            {of(0), Cell{Text: "0", Zero: true}},
		"worse":           {related(1500, Relation{Ratio: value(.5), Finding: Worse}), Cell{Text: "1,500", Note: "0.50x"}},
		"equivalent":      {related(1500, Relation{Ratio: value(1.01), Finding: NoDifference}), Cell{Text: "1,500", Note: "~1.01x", Mark: Equivalent}},
		"an exact ratio":  {related(1500, Relation{Ratio: value(1.01), Finding: NoDifference, Exact: true}), Cell{Text: "1,500", Note: "1.01x"}},
		"equal":           {related(1500, Relation{Ratio: value(1), Finding: NoDifference, Exact: true}), Cell{Text: "1,500", Note: "=", Mark: Equal}},
		"not enough runs": {related(1500, Relation{Ratio: value(2), Finding: NotEnoughRuns}), Cell{Text: "1,500", Note: "?2.00x", Mark: Undecided}},
	} {
		if got := (Line{Metrics: map[string]Stat{rate.Name: c.stat}}).Cell(rate); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// A part of a table has the names of the rows, and leaves the table as it is.
func TestPartsOfTables(t *testing.T) {
	columns := []metric.Metric{metric.Named(metric.LeafPages), metric.Named(metric.LeafFill), metric.Named(metric.LogBytes)}
	whole := tableOf("key", columns)
	whole.Rows = []Row{{Band: "16-byte"}, {Cells: []Cell{{Text: "wiji"}, {Text: "0", Zero: true}, {}, {Text: "7"}}}}
	for want, part := range map[string]Table{
		"wiji 0 7": whole.Only([]metric.Metric{columns[2], columns[0]}), "wiji 7": whole.NonEmpty(), "wiji": whole.Pick(nil), "wiji 0  7": whole,
	} {
		text := ""
		for i, c := range part.Rows[1].Cells {
			if text += " " + c.Text; i > 0 && !slices.Contains([]string{columns[0].Head, columns[1].Head, columns[2].Head}, part.Head[i].Text) {
				t.Errorf("the head is %+v", part.Head)
			}
		}
		if text[1:] != want || part.Rows[0].Band != "16-byte" || len(part.Rows[0].Cells) > 0 || len(part.Head) != len(part.Rows[1].Cells) {
			t.Errorf("%+v, want %q", part, want)
		}
	}
}

// A list leaves out cells that are empty.
func TestClasses(t *testing.T) {
	for want, c := range map[string]Cell{
		"empty": {}, "first empty": {Class: "first"}, "first": {Class: "first", Text: "1"}, "second": {Class: "second", Note: "="},
	} {
		if got := c.Classes(); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// A table without an empty column has no cell of it, also in rows that are short.
func TestNonEmpty(t *testing.T) {
	table := Table{Head: Heads("h", "key", "a", "b", "c"), Rows: []Row{
		{Cells: []Cell{{Text: "x"}, {Text: "0", Zero: true}, {Text: "1"}}}, {Cells: []Cell{{Text: "y"}, {}, {}}}, {Cells: []Cell{{Text: "z"}, {Text: "0", Zero: true}, {Text: "2"}}},
	}}
	sameLines(t, "non-empty", written(table.NonEmpty())[1:], []string{"key | b", "x | 1", "y | ", "z | 2"})
	if h := table.Head[1]; h.Class != "h" || h.Text != "a" {
		t.Errorf("the head is %+v", h)
	}
	for few, rows := range map[bool][]Row{true: {{Cells: []Cell{{}, {Few: true}}}}, false: {{Cells: []Cell{{}, {}}}}} {
		if got := (Table{Rows: rows}).Few(); got != few {
			t.Errorf("%+v: %v", rows, got)
		}
	}
}
