package block

import (
	"slices"
	"testing"
)

// TestTwoPass: in every size there are two ascending passes, which have each place
// once, and the first has its share of any part of the block.
func TestTwoPass(t *testing.T) {
	sizes := []int{1<<16 - 1, 1 << 16}
	for n := range 3000 {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		p := Of(n).TwoPass()
		if p.Len() != n {
			t.Fatalf("two passes of %d places have %d", n, p.Len())
		}
		seen := make([]bool, n)
		last, passes, first := n, 0, 0
		for i := range n {
			x, ok := p.Next()
			if !ok || x < 0 || x >= n || seen[x] {
				t.Fatalf("%d places: %d is taken after %d others, %v", n, x, i, ok)
			}
			if x < last {
				passes++
			}
			if passes == 1 {
				first++
				if want := x * firstPass / 100; first-1 != want {
					t.Fatalf("%d places: %d of the first pass are before %d, want %d", n, first-1, x, want)
				}
			}
			last, seen[x] = x, true
		}
		if _, ok := p.Next(); ok || passes > 2 || p.Len() != 0 {
			t.Fatalf("%d places: %d passes, and %d places are left", n, passes, p.Len())
		}
	}
}

// TestTwoPassOfTheRest: places that were taken do not come again, and two passes of
// two passes are those.
func TestTwoPassOfTheRest(t *testing.T) {
	p := Of(10)
	for want := range 3 {
		if x, ok := p.Next(); x != want || !ok {
			t.Fatalf("place %d is %d, %v", want, x, ok)
		}
	}
	rest := p.TwoPass()
	if rest.Len() != 7 || p.Len() != 7 {
		t.Errorf("%d places are left of 10 without 3", rest.Len())
	}
	first, _ := rest.Next()
	if again := rest.TwoPass(); again != rest {
		t.Errorf("two passes of %+v are %+v", rest, again)
	}
	var seen []int
	for x, ok := first, true; ok; x, ok = rest.Next() {
		seen = append(seen, x)
	}
	if slices.Sort(seen); !slices.Equal(seen, []int{3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("the rest of 10 places without 3 is %v", seen)
	}
}
