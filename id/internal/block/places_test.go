package block

import "testing"

// TestTwoPass: in every size there are two ascending passes, which have each place
// once, and the first has its share of any part of the block.
func TestTwoPass(t *testing.T) {
	sizes := []int{Max - 1, Max}
	for n := range 3000 {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		p, from := Of(n).TwoPass()
		if from != 0 || p.Len() != n {
			t.Fatalf("two passes of %d places have %d from %d on", n, p.Len(), from)
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
	rest, from := p.TwoPass()
	if from != 3 || rest.Len() != 7 || p.Len() != 7 {
		t.Errorf("%d places from %d on are left of 10 without 3", rest.Len(), from)
	}
	rest.Next()
	if again, from := rest.TwoPass(); again != rest || from != 0 {
		t.Errorf("two passes of %+v are %+v, from %d on", rest, again, from)
	}
}
