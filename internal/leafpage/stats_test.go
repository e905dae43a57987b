package leafpage

import (
	"math"
	"slices"
	"testing"
)

// pagesOf returns a tree of bigint keys on nbtree's leaf pages that have these records; set changes the pages.
func pagesOf(t *testing.T, records []int, set func(i int, p *page)) *Tree {
	t.Helper()
	r, err := NBTree(NBTreeOptions{Key: 8})
	if err != nil {
		t.Fatal(err)
	}
	tree := &Tree{rules: r, pages: 9}
	var last *page
	for i, n := range records {
		p := &page{n: n, number: uint32(i + 1)}
		if set != nil {
			set(i, p)
		}
		tree.rows += n
		if last == nil {
			tree.first = p
		} else {
			last.next = p
		}
		last = p
	}
	return tree
}

// TestStats counts pages of items of 20 bytes, each but the last with another one, the high key, of 8152 bytes.
func TestStats(t *testing.T) {
	tree := pagesOf(t, []int{200, 300, 100}, nil)
	tree.splits = splits{leaf: 2, all: 3}
	want := Stats{Rows: 600, Leaves: 3, Pages: 9, Splits: 3, LeafSplits: 2, Fill: 100 * float64(201*20+301*20+100*20) / (3 * 8152)}
	if got := tree.Stats(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if list, ok := tree.Leaves(); !ok || len(list) != 3 || list[1] != (Leaf{2, 100 * 301 * 20 / 8152.}) || list[2] != (Leaf{3, 100 * 100 * 20 / 8152.}) {
		t.Errorf("the leaf pages are %+v, %v", list, ok)
	}
	// Pages that became sums count as what they were.
	sum := pagesOf(t, []int{0, 100}, func(i int, p *page) {
		if i == 0 {
			p.folded = &folded{sums{pages: 2, rows: 500, used: 201*20 + 301*20}}
		}
	})
	sum.rows, sum.splits = 600, tree.splits
	if got := sum.Stats(); got != want {
		t.Errorf("with sums: %+v, want %+v", got, want)
	}
	if list, ok := sum.Leaves(); ok || list != nil {
		t.Errorf("pages that became sums are listed: %+v", list)
	}
	if got := pagesOf(t, []int{0}, nil).Stats(); got != (Stats{Leaves: 1, Pages: 9}) {
		t.Errorf("an empty tree: %+v", got)
	}
}

// TestStatsOfSample: pages that are not followed count as the followed ones of as many keys.
func TestStatsOfSample(t *testing.T) {
	// Two groups are followed, with 200 and 400 keys on 3 pages; 1200 keys are on pages that are not; the last page of
	// 100 keys is in no group.
	tree := pagesOf(t, []int{100, 100, 600, 400, 600, 100}, func(i int, p *page) {
		p.group = [...]uint16{1, 1, 1, 2, 1, 0}[i]
		if i == 2 || i == 4 {
			p.state = lost // whose group is the generation
		}
	})
	tree.memory.sampled, tree.memory.generation, tree.memory.strays = true, 1, 7
	got := tree.Stats()
	// 3 followed pages for 600 keys are 6 for 1200, beside the 4 that are known.
	used := float64(101*20+101*20+401*20)*3 + 100*20
	want := Stats{Rows: 1900, Leaves: 10, Fill: 100 * used / (10 * 8152), Strays: 7}
	// Groups of 2 pages with 200 keys and 1 with 400, of 3 with 600: each is off by 1 page.
	want.Error = math.Sqrt(2.*2/1) / 3 * math.Sqrt(1200./1900)
	if math.Abs(got.Fill-want.Fill) > 1e-9 || math.Abs(got.Error-want.Error) > 1e-12 {
		t.Errorf("the fill is %v and the error %v, want %v and %v", got.Fill, got.Error, want.Fill, want.Error)
	}
	if got.Fill, got.Error = want.Fill, want.Error; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if list, ok := tree.Leaves(); ok || list != nil {
		t.Errorf("pages that are not followed are listed: %+v", list)
	}
	if _, ok := tree.Misses(); ok {
		t.Error("there is a curve of a sample")
	}
}

func TestRelativeError(t *testing.T) {
	group := func(pages, rows int) sums { return sums{pages: pages, rows: rows} }
	for _, c := range []struct {
		name   string
		groups []sums
		want   float64
	}{
		{"equal groups", []sums{group(5, 500), group(5, 500), {}}, 0},
		{"one group says nothing", []sums{group(5, 500), {}, {}}, 1},
		{"no group", []sums{{}, {}}, 1},
		{"two groups, each off by one page", []sums{group(6, 500), group(4, 500)}, math.Sqrt(2*2./1) / 10},
		{"three groups", []sums{group(7, 500), group(4, 500), group(4, 500)}, math.Sqrt((4+1+1)*3./2) / 15},
		{"groups without keys do not count", []sums{group(6, 500), {}, group(4, 500)}, math.Sqrt(2*2./1) / 10},
	} {
		var all sums
		for _, g := range c.groups {
			all.addAll(g)
		}
		if got := relativeError(c.groups, all); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestGathers: a page with more than 16 times the keys of the mean is a place where keys gather.
func TestGathers(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []int
		want bool
	}{
		{"no page", nil, false},
		{"even", []int{100, 100, 100}, false},
		{"one page has most", append(make([]int, 99), 1600, 8300), true},
		{"just 16 times a mean of 1", append(make([]int, 16), 16), false},
		{"more than 16 keys where others have none", append(make([]int, 16), 17), true},
		{"a page alone", []int{1 << 20}, false},
		{"more than 16 times a mean of 2", append(slices.Repeat([]int{1}, 31), 33), true},
		{"just 16 times a mean of 2", append(slices.Repeat([]int{2}, 31), 32), false},
	} {
		var g generation
		for _, n := range c.rows {
			g.add(n)
		}
		if g.gathers() != c.want {
			t.Errorf("%s: %+v gathers: %v", c.name, g, !c.want)
		}
	}
}
