package block

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/sortid/sortid/internal/leafpage"
)

// TestFill lets eight writers insert into leaf pages that split as PostgreSQL's do:
// at 90 percent at the right end, and else in the middle. One order of the same
// blocks leaves the pages half empty, the other one full.
func TestFill(t *testing.T) {
	ascending := func(p Places) Places { return p }
	for _, c := range []struct {
		name     string
		in       func(Places) Places
		from, to float64
	}{{"ascending", ascending, 50, 60}, {"in two passes", Places.TwoPass, 88, 100}} {
		for _, width := range []int{8, 20} {
			if fill := simulate(t, c.in, width); fill < c.from || fill > c.to {
				t.Errorf("%s, keys of %d bytes: %.1f %% full, want %v to %v", c.name, width, fill, c.from, c.to)
			}
		}
	}
}

// simulate returns the average fill in percent of the leaf pages of keys of so many bytes.
func simulate(t *testing.T, in func(Places) Places, width int) float64 {
	t.Helper()
	rules, err := leafpage.NBTree(leafpage.NBTreeOptions{Key: width})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := leafpage.New(rules, leafpage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	key := make([]byte, width)
	const writers, size, rows = 8, 5_000, 160_000
	rng := rand.New(rand.NewPCG(1, 2))
	var base [writers]int
	var blocks [writers]Places
	for n, drawn := 0, 0; n < rows; {
		w := rng.IntN(writers)
		for range 1 + rng.IntN(100) { // so many until another writer's turn
			if blocks[w].Len() == 0 {
				blocks[w], base[w] = in(reservedPlaces(t, size)), drawn
				drawn += size
			}
			place, _ := blocks[w].Next()
			binary.BigEndian.PutUint64(key, uint64(base[w]+place))
			if err := tree.Insert(key); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	return tree.Stats().Fill
}
