package block

import (
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/instance"
)

// reservedPlaces returns n places of a block that nothing was drawn for.
func reservedPlaces(t *testing.T, n int) Places {
	t.Helper()
	p, err := reserve(n, 1<<16, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTwoPass: in every size there are two ascending passes, which have each place
// once, and the first has its share of any part of the block.
func TestTwoPass(t *testing.T) {
	sizes := []int{2999, 3000, 1<<16 - 1, 1 << 16}
	for n := range 1000 {
		sizes = append(sizes, n+1)
	}
	for _, n := range sizes {
		p := reservedPlaces(t, n).TwoPass()
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
		if x, ok := p.Next(); ok || x != 0 || passes > 2 || p.Len() != 0 {
			t.Fatalf("%d places: %d passes, and %d places are left, such as %d", n, passes, p.Len(), x)
		}
	}
}

// TestTwoPassOfTheRest: places that were taken do not come again, and two passes of
// two passes are those.
func TestTwoPassOfTheRest(t *testing.T) {
	p := reservedPlaces(t, 10)
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

// TestCopied: in another instance of the process no place is left.
func TestCopied(t *testing.T) {
	ascending := reservedPlaces(t, 10)
	ascending.Next()
	for name, p := range map[string]Places{"ascending": ascending, "in two passes": ascending.TwoPass()} {
		if p.Len() != 9 {
			t.Errorf("%s: %d places are left of 9", name, p.Len())
		}
	}
	two := ascending.TwoPass()
	instance.Renew()
	for name, p := range map[string]Places{"ascending": ascending, "two passes": two, "two passes, made later": ascending.TwoPass()} {
		if x, ok := p.Next(); ok || p.Len() != 0 {
			t.Errorf("%s: place %d, and %d are left after the process was copied", name, x, p.Len())
		}
	}
}

// TestReserve: a block is of the instance that reserved it.
func TestReserve(t *testing.T) {
	calls := 0
	p, err := reserve(5, 5, func() error {
		if calls++; calls < 3 {
			instance.Renew()
		}
		return nil
	})
	if calls != 3 || p.Len() != 5 || err != nil {
		t.Errorf("%d calls, %d places, %v", calls, p.Len(), err)
	}
	failure := errors.New("failure")
	if p, err := reserve(5, 5, func() error { return failure }); p != (Places{}) || !errors.Is(err, failure) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, n := range []int{-1, 0, 6} {
		if p, err := reserve(n, 5, func() error { t.Error("take is called"); return nil }); p != (Places{}) || !errors.Is(err, id.ErrRange) {
			t.Errorf("%d places: %+v, %v", n, p, err)
		}
	}
}

// reserve returns the places of a block of IDs that nobody needs.
func reserve(n, limit int, take func() error) (Places, error) {
	b, err := Make("test", n, limit, func() (Source[int], error) { return nil, take() })
	return b.places, err
}
