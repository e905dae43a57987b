package block

import (
	"slices"
	"testing"
)

// hundreds are IDs 100, 101 and so on.
type hundreds struct{}

func (hundreds) ID(place int) int { return 100 + place }

// TestBlock: a block has the ID of each place, in order or in two passes, one by one or several at a time.
func TestBlock(t *testing.T) {
	made, err := Make("test", 5, 5, func() (Source[int], error) { return hundreds{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		block Block[int]
		want  []int
	}{
		{"in order", made, []int{100, 101, 102, 103, 104}},
		{"in two passes", made.TwoPass(), []int{101, 103, 100, 102, 104}},
		{"of none", Block[int]{}, nil},
	} {
		if n := c.block.Len(); n != len(c.want) {
			t.Errorf("%s: %d IDs, want %d", c.name, n, len(c.want))
		}
		one, several := c.block, c.block
		var got []int
		for x, ok := one.Next(); ok; x, ok = one.Next() {
			got = append(got, x)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: Next returns %v, want %v", c.name, got, c.want)
		}
		if x, ok := one.Next(); x != 0 || ok {
			t.Errorf("%s: behind the end, Next returns %d, %v", c.name, x, ok)
		}
		got = nil
		for _, size := range []int{2, 0, 4, 1} {
			dst := make([]int, size)
			got = append(got, dst[:several.Fill(dst)]...)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: Fill returns %v, want %v", c.name, got, c.want)
		}
	}
}
