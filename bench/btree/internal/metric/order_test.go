package metric

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"
)

func TestOrder(t *testing.T) {
	for name, c := range map[string]struct {
		pages                     []uint32
		rows                      int
		fetched, skipped, between float64
	}{
		"one page":                {[]uint32{7}, 50, 1, 0, 1},
		"no page":                 {nil, 0, 0, 0, 1},
		"in order":                {[]uint32{3, 4, 5, 6}, 1000, 4, 0, 1},
		"backwards":               {[]uint32{6, 5, 4, 3}, 1000, 4, 0, 1},
		"another tree between":    {[]uint32{3, 5, 7, 9}, 1000, 4, 3 * 100, 2},
		"pairs swapped":           {[]uint32{2, 1, 4, 3, 6, 5}, 1000, 6, 4 * 100, 1},
		"one jump":                {[]uint32{1, 2, 3, 1003, 1004}, 1000, 5, 999 * 100, 1},
		"a range of many rows":    {[]uint32{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21}, 9991, 2, 100, 2},
		"fewer rows than a range": {[]uint32{1, 3}, 10, 2, 100, 2},
	} {
		got := Order(c.pages, c.rows, 100)
		want := Readings{RangePages: Value(c.fetched), RangeSkipped: Value(c.skipped), Neighbours: Value(c.between)}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The mean over all ranges of 1000 rows, counted one by one, is that of Order but for the
// ends of the tree.
func TestOrderOfAllRanges(t *testing.T) {
	const rows, pageSize = 200_000, 8192
	rng := rand.New(rand.NewPCG(1, 2))
	var first []int // row of each leaf page
	for row := 0; row < rows; row += 50 + rng.IntN(150) {
		first = append(first, row)
	}
	var pages []uint32
	for _, page := range rng.Perm(len(first)) {
		pages = append(pages, uint32(page))
	}
	leafOf := make([]int, rows)
	for i, row := range first {
		for ; row < rows; row++ {
			leafOf[row] = i
		}
	}
	fetched, skipped, ranges := 0.0, 0.0, 0.0
	for start := 0; start+RangeRows <= rows; start += 37 {
		from, to := leafOf[start], leafOf[start+RangeRows-1]
		fetched += float64(to - from + 1)
		for i := from + 1; i <= to; i++ {
			skipped += pageSize * (math.Abs(float64(pages[i])-float64(pages[i-1])) - 1)
		}
		ranges++
	}
	got := Order(pages, rows, pageSize)
	for name, want := range map[string]float64{RangePages: fetched / ranges, RangeSkipped: skipped / ranges} {
		if v := got[name].Value; math.Abs(v/want-1) > .01 {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	// Of two places in a file of n pages that are drawn by chance, half are closer than
	// (1-1/√2) n.
	if v, want := got[Neighbours].Value, float64(len(pages))*(1-math.Sqrt2/2); math.Abs(v/want-1) > .05 {
		t.Errorf("neighbours are %v pages apart, want %v", v, want)
	}
}
