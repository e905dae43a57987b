package block

import (
	"math/rand/v2"
	"slices"
	"testing"
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
		// Keys of 20, 16 and 8 bytes.
		for _, capacity := range []int{225, 290, 407} {
			if fill := simulate(t, c.in, capacity); fill < c.from || fill > c.to {
				t.Errorf("%s, %d keys a page: %.1f %% full, want %v to %v", c.name, capacity, fill, c.from, c.to)
			}
		}
	}
}

// simulate returns the average fill in percent of leaf pages for so many keys.
func simulate(t *testing.T, in func(Places) Places, capacity int) float64 {
	const writers, size, rows = 8, 10_000, 400_000
	rng := rand.New(rand.NewPCG(1, 2))
	tree := leaves{capacity: capacity, pages: [][]int{nil}}
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
			tree.insert(base[w] + place)
			n++
		}
	}
	return 100 * rows / float64(len(tree.pages)*capacity)
}

// leaves holds the leaf pages of a tree, in key order.
type leaves struct {
	capacity int
	pages    [][]int
}

func (l *leaves) insert(key int) {
	i, found := slices.BinarySearchFunc(l.pages, key, func(page []int, key int) int {
		if len(page) == 0 {
			return -1
		}
		return page[0] - key
	})
	if !found {
		i = max(i-1, 0)
	}
	at, _ := slices.BinarySearch(l.pages[i], key)
	page := slices.Insert(l.pages[i], at, key)
	l.pages[i] = page
	if len(page) <= l.capacity {
		return
	}
	half := len(page) / 2
	if i == len(l.pages)-1 {
		half = l.capacity * 9 / 10
	}
	l.pages[i] = page[:half:half]
	l.pages = slices.Insert(l.pages, i+1, slices.Clone(page[half:]))
}
