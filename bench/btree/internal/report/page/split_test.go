package page

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
)

// A table of many columns continues in others, which name the rows again and have each column once.
func TestSplit(t *testing.T) {
	names := []string{"key", "a", "b", "c", "d", "e"}
	var cells []answer.Cell
	for _, n := range names {
		cells = append(cells, answer.Cell{Text: n})
	}
	for columns, want := range map[int][][]string{
		6: {names}, 9: {names},
		4: {{"key", "a", "b", "c"}, {"key", "d", "e"}},
		3: {{"key", "a", "b"}, {"key", "c", "d"}, {"key", "e"}},
	} {
		first := &table{Table: answer.Table{Head: answer.Heads("", names...), Rows: []answer.Row{{Band: "16 bytes"}, {Cells: slices.Clone(cells)}}}, Stack: true}
		var got [][]string
		for _, one := range append([]*table{first}, first.split(columns)...) {
			head, texts := textsOf(one.Head), textsOf(one.Rows[1].Cells)
			if !slices.Equal(head, texts) || one.Rows[0].Band != "16 bytes" || !one.Stack {
				t.Errorf("%d columns: the head %q has the rows %+v", columns, head, one.Rows)
			}
			got = append(got, head)
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}

func textsOf(cells []answer.Cell) (list []string) {
	for _, c := range cells {
		list = append(list, c.Text)
	}
	return list
}
