package grid

import (
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Switch returns the table of what other keys for new rows bring, those of each database below a band.
// It has no rows without a switch.
func Switch(list []trial.Switch) Table {
	t := Table{Caption: "The tree of the primary key by the number of rows, half of them old"}
	if len(list) == 0 {
		return t
	}
	sizes := list[0].Sizes()
	t.Head = Head("keys")
	for _, rows := range sizes {
		t.Head = append(t.Head, Cell{Text: english.Integer(rows/1_000_000) + " million"})
	}
	t.Head = append(t.Head, Cell{Text: "pages by\n1,000"}, Cell{Text: "newest\n1 %"})
	for _, s := range list {
		t.Rows = append(t.Rows, Row{Band: words.Simulated(s.Layout)})
		for _, h := range trial.Histories() {
			row := Row{Cells: []Cell{{Text: words.History(s, h)}}}
			for _, rows := range sizes {
				v, _ := s.Tree(h, rows)
				row.Cells = append(row.Cells, Cell{Text: size(v)})
			}
			v, _ := s.Tree(h, sizes[len(sizes)/2])
			row.Cells = append(row.Cells, Cell{Text: english.Integer(int(math.Round(v.Changed)))}, Cell{Text: words.Bytes(v.Recent)})
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// size writes the bytes of a tree, with its interval in percent.
func size(v trial.Switched) string {
	text := words.Bytes(v.Bytes)
	if off := (v.High - v.Low) / 2 / v.Bytes; off > 0 {
		text += fmt.Sprintf(" ±%.1f%%", 100*off)
	}
	return text
}
