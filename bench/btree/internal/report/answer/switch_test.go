package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// written writes a table, a row a line and a bar between cells, with the note of a cell behind it.
func written(table Table) []string {
	cells := func(list []Cell) string {
		var out []string
		for _, c := range list {
			text := strings.ReplaceAll(c.Text, "\n", " ")
			if c.Note != "" {
				text = strings.TrimSpace(text + " [" + c.Note + "]")
			}
			out = append(out, text)
		}
		return strings.Join(out, " | ")
	}
	list := []string{table.Caption, cells(table.Head)}
	for _, r := range table.Rows {
		if r.Band != "" {
			list = append(list, "= "+r.Band)
			continue
		}
		list = append(list, cells(r.Cells))
	}
	return list
}

// sameLines compares texts line by line.
func sameLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "no line", "no line"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("%s, line %d:\n%s\nwant\n%s", what, i+1, g, w)
		}
	}
}

func TestSwitches(t *testing.T) {
	if s := switchesOf(nil); s.Title != "" || s.List != nil {
		t.Errorf("without switches: %+v", s)
	}
	inno := reporttest.Switch("innodb")
	inno.NewRow = 33 // little is lost among old keys: a rebuild never pays again
	s := switchesOf([]trial.Switch{reporttest.Switch("nbtree"), inno})
	sameLines(t, "the title", []string{s.Title}, []string{"UUIDv7 for new rows of a table with UUIDv4: size with as many new rows as old ones, leaf pages that 1,000 inserts change, and those of the newest 1 % (of 10 million). Simulated; with ± by the law of random keys."})
	sameLines(t, "the table", written(s.Table), []string{
		"The tree of the primary key by the number of rows, half of them old",
		"keys | 1 million | 10 million | 1,000 million | pages by 1,000 | newest 1 %",
		"= PostgreSQL",
		"uuidv4 | 38.1 MiB | 381 MiB ±2.0% | 37.3 GiB ±2.0% | 990 | 300 MiB",
		"uuidv7 on uuidv4 | 47.7 MiB | 477 MiB ±2.0% | 46.6 GiB ±2.0% | 8 | 5.00 MiB",
		"uuidv7 alone | 28.6 MiB | 286 MiB | 27.9 GiB | 5 | 3.00 MiB",
		"= InnoDB",
		"uuidv4 | 38.1 MiB | 381 MiB ±2.0% | 37.3 GiB ±2.0% | 990 | 300 MiB",
		"uuidv7 on uuidv4 | 47.7 MiB | 477 MiB ±2.0% | 46.6 GiB ±2.0% | 8 | 5.00 MiB",
		"uuidv7 alone | 28.6 MiB | 286 MiB | 27.9 GiB | 5 | 3.00 MiB",
	})
	var sentences []string
	for _, one := range s.List {
		sentences = append(sentences, one.Sentence)
	}
	sameLines(t, "the sentences", sentences, []string{
		"PostgreSQL fills leaf pages of new keys among old ones to 50 %: a million rows take 57.2 MiB, with UUIDv4 38.1 MiB, alone 28.6 MiB. At the switch REINDEX makes the tree 25 % smaller, for good, and by 10 % again after each 12 % more rows.",
		"InnoDB fills leaf pages of new keys among old ones to 50 %: a million rows take 31.5 MiB, with UUIDv4 38.1 MiB, alone 28.6 MiB. At the switch OPTIMIZE TABLE makes the tree 25 % smaller, for good; later there is nothing to gain.",
	})
	if !slices.Equal([]string{s.List[0].Database, s.List[0].OldName, s.List[0].NewName, s.List[1].Database}, []string{"PostgreSQL", "UUIDv4", "UUIDv7", "InnoDB"}) {
		t.Errorf("%+v", s.List)
	}
}

// The sizes are of a million rows, and the shares are rounded.
func TestSentenceOfASwitch(t *testing.T) {
	s := Switched{Switch: trial.Switch{Layout: "nbtree", NewFill: 49.6, OldRow: 75, NewRow: 350. / 9, AloneRow: 30}, Database: "PostgreSQL", OldName: "UUIDv4"}
	for want, change := range map[string]func(*Switched){
		"to 50 %: ": func(*Switched) {},
		" the tree 60 % smaller, for good, and by 10 % again after each 60 % more rows.": func(*Switched) {},
		"take 1.00 KiB, with UUIDv4 1023 B, alone 30 B.":                                 func(s *Switched) { s.NewRow, s.OldRow, s.AloneRow = .001024, .0010234999, .00003 },
	} {
		s := s
		if change(&s); !strings.Contains(s.sentence(), want) {
			t.Errorf("%q does not say %q", s.sentence(), want)
		}
	}
}

// The interval of a size is in percent of it.
func TestTreeSize(t *testing.T) {
	for want, v := range map[string]trial.Switched{
		"1.00 MiB": {Bytes: 1 << 20, Low: 1 << 20, High: 1 << 20}, "1.00 MiB ±25.0%": {Bytes: 1 << 20, Low: .75 * (1 << 20), High: 1.25 * (1 << 20)}, "2.00 KiB ±10.0%": {Bytes: 2048, Low: 2048 * .85, High: 2048 * 1.05},
	} {
		if got := treeSize(v); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
