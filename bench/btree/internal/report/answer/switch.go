package answer

import (
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Switches says what ordered keys for new rows bring to tables with random keys. It is zero if the
// result has nothing of it.
type Switches struct {
	// Title says what the table shows, which has the trees of each database below a band.
	Title string
	Table Table
	List  []Switched
}

// Switched is such a switch of keys on one database.
type Switched struct {
	trial.Switch
	// Database is the one whose trees these are.
	Database string
	// OldName and NewName are the names of the kinds of key that people use.
	OldName, NewName string
	// Sentence says what a million new rows cost, and when a rebuild pays.
	Sentence string
}

func switchesOf(list []trial.Switch) Switches {
	if len(list) == 0 {
		return Switches{}
	}
	var out []Switched
	for _, s := range list {
		one := Switched{Switch: s, Database: simulations[s.Layout].database, OldName: KeyName(s.Old), NewName: KeyName(s.New)}
		one.Sentence = one.sentence()
		out = append(out, one)
	}
	first, sizes := out[0], list[0].Sizes()
	return Switches{
		Title: fmt.Sprintf("%s for new rows of a table with %s: size with as many new rows as old ones, leaf pages that 1,000 inserts change, and those of the newest 1 %% (of %s million). Simulated; with ± by the law of random keys.",
			first.NewName, first.OldName, english.Integer(sizes[len(sizes)/2]/1_000_000)),
		Table: switchTable(out), List: out,
	}
}

// switchTable returns the table of what other keys for new rows bring.
func switchTable(list []Switched) Table {
	t := Table{Caption: "The tree of the primary key by the number of rows, half of them old", Head: Heads("", "keys")}
	sizes := list[0].Sizes()
	for _, rows := range sizes {
		t.Head = append(t.Head, Cell{Text: english.Integer(rows/1_000_000) + " million"})
	}
	t.Head = append(t.Head, Heads("", "pages by\n1,000", "newest\n1 %")...)
	for _, s := range list {
		t.Rows = append(t.Rows, Row{Band: s.Database})
		for _, h := range trial.Histories() {
			row := Row{Cells: []Cell{{Text: s.History(h)}}}
			for _, rows := range sizes {
				v, _ := s.Tree(h, rows)
				row.Cells = append(row.Cells, Cell{Text: treeSize(v)})
			}
			v, _ := s.Tree(h, sizes[len(sizes)/2])
			row.Cells = append(row.Cells, Cell{Text: english.Integer(int(math.Round(v.Changed)))}, Cell{Text: sizeText(v.Recent)})
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// treeSize writes the bytes of a tree, with its interval in percent.
func treeSize(v trial.Switched) string {
	text := sizeText(v.Bytes)
	if off := (v.High - v.Low) / 2 / v.Bytes; off > 0 {
		text += fmt.Sprintf(" ±%.1f%%", 100*off)
	}
	return text
}

// History says which keys a tree has.
func (s Switched) History(h trial.History) string {
	switch h {
	case trial.NewOnOld:
		return s.New + " on " + s.Old
	case trial.NewAlone:
		return s.New + " alone"
	}
	return s.Old
}

func (s Switched) sentence() string {
	const million, percent = 1_000_000, 10
	text := fmt.Sprintf("%s fills leaf pages of new keys among old ones to %.0f %%: a million rows take %s, with %s %s, alone %s.",
		s.Database, s.NewFill, sizeText(million*s.NewRow), s.OldName, sizeText(million*s.OldRow), sizeText(million*s.AloneRow))
	text += fmt.Sprintf(" At the switch %s makes the tree %.0f %% smaller, for good", simulations[s.Layout].rebuild, 100*(1-s.AloneRow/s.OldRow))
	if more, ok := s.Again(percent / 100.0); ok {
		return text + fmt.Sprintf(", and by %d %% again after each %.0f %% more rows.", percent, 100*more)
	}
	return text + "; later there is nothing to gain."
}
