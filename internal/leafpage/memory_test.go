package leafpage

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// keeping returns an empty tree that holds so many keys, which can be less than Options allow.
func keeping(t testing.TB, r Rules, keys int, seed uint64) *Tree {
	t.Helper()
	tree := newTree(t, r, Options{Seed: seed})
	tree.memory.reset(Options{Keep: keys, Seed: seed})
	return tree
}

// grow returns two trees of the same keys: one that holds all of them, and one that holds
// keep of them, and gives pages up by a draw from the seed if it has to.
func grow(t *testing.T, r Rules, rows, keep int, seed uint64, keys func() func([]byte)) (all, some *Tree) {
	t.Helper()
	all, some = newTree(t, r, Options{}), keeping(t, r, keep, seed)
	for _, tree := range []*Tree{all, some} {
		key, next := make([]byte, r.KeyWidth()), keys()
		for range rows {
			next(key)
			insert(t, tree, key)
		}
	}
	return all, some
}

// milliseconds returns a function that fills keys which rise a little less than by one:
// a hundred of a tick come in any order.
func milliseconds(seed uint64) func([]byte) {
	random, n := randomKeys(seed), uint64(0)
	return func(key []byte) {
		random(key)
		n++
		binary.BigEndian.PutUint64(key, n/100<<16|uint64(key[6])<<8|uint64(key[7]))
	}
}

// Keys that are in order by and large never come back to a page that was given up: all
// figures stay the same, and the memory stays within its bound.
func TestColdPagesChangeNothing(t *testing.T) {
	const rows, keep = 20_000, 1 << 11
	for name, r := range wideRules(t) {
		for order, keys := range map[string]func() func([]byte){
			"rising": rising, "falling": falling, "milliseconds": func() func([]byte) { return milliseconds(1) },
		} {
			t.Run(name+"/"+order, func(t *testing.T) {
				all, some := grow(t, r, rows, keep, 0, keys)
				want, got := all.Stats(), some.Stats()
				if got != want {
					t.Errorf("the figures are %+v, want %+v", got, want)
				}
				if some.memory.held > keep+keep/epochs {
					t.Errorf("%d keys are held", some.memory.held)
				}
				visited := 0
				for range some.leafPages() {
					visited++
				}
				if visited > want.Leaves/20+2*r.inner.most() && all.height > 2 {
					t.Errorf("%d of %d leaf pages are still there", visited, want.Leaves)
				}
				if _, ok := some.Leaves(); ok && all.height > 2 {
					t.Error("pages that have become sums are listed")
				}
			})
		}
	}
}

// A key that returns to a page that was given up is counted and reported.
func TestStrays(t *testing.T) {
	tree := keeping(t, wideRules(t)["nbtree"], 1<<10, 0)
	key, next := make([]byte, tree.width), rising()
	for range 20_000 {
		next(key)
		insert(t, tree, key)
	}
	for i := range byte(10) {
		clear(key)
		key[len(key)-1], key[len(key)-9] = i, 0 // less than all others, or the first of them
		insert(t, tree, key)
	}
	s := tree.Stats()
	if s.Strays != 10 || s.Rows != 20_010 {
		t.Errorf("10 keys strayed: %+v", s)
	}
}

// Where keys go everywhere a part of the pages stands for all. Its number of leaf pages
// is off by no more than the error that is stated, times what a standard error allows.
func TestSampledPages(t *testing.T) {
	const rows, keep, seeds = 24_000, 1 << 13, 3
	for name, r := range wideRules(t) {
		if name == "mariadb" {
			continue // its pages are as many as MySQL's here
		}
		square, stated, fill := 0.0, 0.0, 0.0
		for seed := range uint64(seeds) {
			all, some := grow(t, r, rows, keep, seed, func() func([]byte) { return randomKeys(seed) })
			want, got := all.Stats(), some.Stats()
			if got.Error == 0 || got.Strays != 0 || got.Gathers || got.Rows != rows || got.Pages != 0 {
				t.Fatalf("%s: the figures are %+v", name, got)
			}
			if _, ok := some.Leaves(); ok {
				t.Errorf("%s: pages that are not followed are listed", name)
			}
			off := float64(got.Leaves)/float64(want.Leaves) - 1
			square, stated = square+off*off, stated+got.Error*got.Error
			fill += (got.Fill - want.Fill) / seeds
			if math.Abs(off) > 5*got.Error {
				t.Errorf("%s: %d leaf pages, want %d: off by %.2f%%, and %.2f%% is stated", name, got.Leaves, want.Leaves, 100*off, 100*got.Error)
			}
		}
		off, claim := math.Sqrt(square/seeds), math.Sqrt(stated/seeds)
		t.Logf("%s: off by %.3f%% (root mean square), stated %.3f%%; the fill by %.2f", name, 100*off, 100*claim, fill)
		if off > 2*claim {
			t.Errorf("%s: the estimates are off by %.3f%%, and %.3f%% is stated", name, 100*off, 100*claim)
		}
		if math.Abs(fill) > 2 {
			t.Errorf("%s: the fill is off by %.2f on average", name, fill)
		}
	}
}

// Where keys first go everywhere and then to one place, whose page was given up, the
// figures are marked as what they are.
func TestKeysThatGather(t *testing.T) {
	tree := keeping(t, wideRules(t)["nbtree"], 1<<12, 0)
	key, next := make([]byte, tree.width), randomKeys(6)
	for range 20_000 {
		next(key)
		insert(t, tree, key)
	}
	var lostPage uint64
	for {
		next(key)
		if p := tree.descend(key); p.state == lost {
			lostPage = binary.BigEndian.Uint64(key)
			break
		}
	}
	for i := range uint64(20_000) {
		binary.BigEndian.PutUint64(key, lostPage)
		binary.BigEndian.PutUint64(key[8:], i)
		insert(t, tree, key)
	}
	if s := tree.Stats(); !s.Gathers {
		t.Errorf("half of all keys went to one page that is not followed: %+v", s)
	}
}

// TestIdle: a page is idle if the last insert came before the call of makeRoom before this one. The last page never is.
func TestIdle(t *testing.T) {
	tree := &Tree{memory: memory{epoch: 5}}
	for _, c := range []struct {
		epoch uint32
		last  bool
		want  bool
	}{{5, false, false}, {4, false, false}, {3, false, true}, {0, false, true}, {0, true, false}} {
		p := &page{epoch: c.epoch, next: &page{}}
		if c.last {
			p.next = nil
		}
		if tree.idle(p) != c.want {
			t.Errorf("a page of epoch %d, the last one: %v: idle is %v", c.epoch, c.last, !c.want)
		}
	}
}

// TestMakeRoom: if two thirds of the pages are idle, their keys go, and the figures stay exact. Otherwise every other
// page is lost.
func TestMakeRoom(t *testing.T) {
	for _, c := range []struct {
		name             string
		held, idle       int
		sampled          bool
		left, cold, lost int
	}{
		{"not full", 599, 6, false, 599, 0, 0},
		{"two thirds idle", 600, 4, false, 200, 4, 0},
		{"less idle", 600, 3, true, 400, 0, 2},
		{"none idle", 600, 0, true, 400, 0, 2},
	} {
		tree := pagesOf(t, []int{100, 100, 100, 100, 100, 100}, func(i int, p *page) {
			if p.epoch = 9; i < c.idle {
				p.epoch = 1
			}
		})
		tree.memory.reset(Options{Keep: 600})
		tree.memory.held, tree.memory.epoch, tree.height = c.held, 8, 2
		tree.cur = tree.first
		if tree.makeRoom(); c.name == "not full" != (tree.cur != nil) {
			t.Errorf("%s: the leaf page of the last insert is kept: %v", c.name, tree.cur != nil)
		}
		var states [3]int
		for p := range tree.leafPages() {
			states[p.state]++
		}
		if c.sampled && states[lost] == 3 { // of five pages, the draw decides
			c.lost, c.left = 3, 300
		}
		m := tree.memory
		if m.sampled != c.sampled || m.held != c.left || states[cold] != c.cold || states[lost] != c.lost || m.epoch != 9 || m.next != c.left+150 {
			t.Errorf("%s: %+v, %v pages are open, cold and lost", c.name, m, states)
		}
	}
}

// TestSample: of the pages in the order of their fill, but for the last of the tree, every other one is lost. The others
// are in groups, each of which is halved from then on.
func TestSample(t *testing.T) {
	var records []int
	for i := range 41 {
		records = append(records, 100+i*7%41) // all different
	}
	firstLost := map[bool]bool{}
	for seed := range uint64(8) {
		tree := pagesOf(t, records, nil)
		tree.memory.reset(Options{Keep: 10_000, Seed: seed})
		tree.memory.held = 10_000
		tree.sample()
		byFill := make([]*page, 41)
		held := 10_000
		for p := range tree.leafPages() {
			byFill[p.n-100] = p
			if p.state == lost {
				held -= p.n
			}
		}
		last := records[40] - 100
		if p := byFill[last]; p.state != open || p.group != 0 {
			t.Errorf("the last page is in the sample: %+v", p)
		}
		byFill = append(byFill[:last], byFill[last+1:]...)
		for i, p := range byFill {
			want := uint16(1 + i/2%16)
			if p.state == lost {
				want = 1 // the generation
			}
			if p.group != want || i > 0 && p.state == byFill[i-1].state {
				t.Errorf("seed %d: page %d by fill has the state %d and the group %d, want the group %d", seed, i, p.state, p.group, want)
			}
		}
		if tree.memory.held != held || tree.memory.generation != 1 || !tree.memory.sampled {
			t.Errorf("seed %d: %+v, want %d keys held", seed, tree.memory, held)
		}
		firstLost[byFill[0].state == lost] = true

		// Groups of one page, of which a draw decides, and of two, of which one is lost.
		before := map[uint16]int{}
		for _, p := range byFill {
			if p.state == open {
				before[p.group]++
			}
		}
		tree.sample()
		after := map[uint16]int{}
		for _, p := range byFill {
			if p.state == open {
				after[p.group]++
			} else if p.group != 1 && p.group != 2 {
				t.Errorf("seed %d: a lost page has the group %d, which is no generation", seed, p.group)
			}
		}
		for group, n := range before {
			if left := after[group]; n == 2 && left != 1 || left > n {
				t.Errorf("seed %d: of %d pages of group %d, %d are left", seed, n, group, left)
			}
		}
		if tree.memory.generation != 2 {
			t.Errorf("seed %d: generation %d", seed, tree.memory.generation)
		}
	}
	if len(firstLost) != 2 {
		t.Error("the same half is lost with any seed")
	}
}

// TestCountStray: a key that belongs to a page without keys is counted, and is a stray unless others represent the page.
func TestCountStray(t *testing.T) {
	for _, c := range []struct {
		name                    string
		p                       page
		records, folded, strays int
	}{
		{"cold", page{n: 5, state: cold}, 6, 0, 1},
		{"lost", page{n: 5, state: lost}, 6, 0, 0},
		{"folded", page{folded: &folded{sums{rows: 50}}}, 0, 51, 1},
	} {
		tree := &Tree{}
		tree.countStray(&c.p)
		rows := 0
		if c.p.folded != nil {
			rows = c.p.folded.rows
		}
		if tree.rows != 1 || c.p.n != c.records || rows != c.folded || tree.memory.strays != c.strays {
			t.Errorf("%s: %d rows, %d records, sums of %d, %d strays", c.name, tree.rows, c.p.n, rows, tree.memory.strays)
		}
	}
}

// TestSampledFigures: trees of 16,000 random keys of which 4,096 are held, as this program makes them from a seed.
func TestSampledFigures(t *testing.T) {
	for _, c := range []struct {
		rules, order string
		seed         uint64
		want         string
	}{
		{"nbtree", "random", 0, "380 leaves, 69.824 % full, error 0.02329, 0 strays, gathers false, 2100 held, 0x4b2b3ac3"},
		{"nbtree", "random", 1, "386 leaves, 68.769 % full, error 0.01559, 0 strays, gathers false, 3935 held, 0x2e466551"},
		{"nbtree", "mixed", 0, "483 leaves, 55.283 % full, error 0.02720, 0 strays, gathers false, 2842 held, 0xe6165c2f"},
		{"nbtree", "turning", 0, "491 leaves, 54.331 % full, error 0.00921, 0 strays, gathers false, 3977 held, 0x8a15b5e3"},
		{"nbtree", "falling", 0, "516 leaves, 51.825 % full, error 0.00000, 0 strays, gathers false, 3755 held, 0x94b1383d"},
		{"innodb", "random", 0, "421 leaves, 66.540 % full, error 0.02757, 0 strays, gathers false, 4025 held, 0xafe67233"},
		{"innodb", "random", 1, "435 leaves, 64.378 % full, error 0.02172, 0 strays, gathers false, 4044 held, 0xd0ea7462"},
		{"innodb", "mixed", 0, "344 leaves, 81.453 % full, error 0.02793, 0 strays, gathers false, 2453 held, 0x5b8a20e7"},
		{"innodb", "turning", 0, "539 leaves, 51.999 % full, error 0.02887, 0 strays, gathers false, 3978 held, 0x20850f33"},
		{"innodb", "falling", 0, "309 leaves, 90.703 % full, error 0.00000, 0 strays, gathers false, 3780 held, 0x4322bc11"},
		{"innodb-secondary", "random", 0, "353 leaves, 67.735 % full, error 0.02429, 0 strays, gathers false, 4071 held, 0x55f3d3af"},
		{"innodb-secondary", "random", 1, "349 leaves, 68.653 % full, error 0.01835, 0 strays, gathers false, 2105 held, 0xf6b661dc"},
		{"innodb-secondary", "mixed", 0, "289 leaves, 82.673 % full, error 0.06248, 0 strays, gathers false, 2480 held, 0x369145f1"},
		{"innodb-secondary", "turning", 0, "463 leaves, 51.661 % full, error 0.01283, 0 strays, gathers false, 3562 held, 0xd1417897"},
		{"innodb-secondary", "falling", 0, "243 leaves, 98.460 % full, error 0.00000, 0 strays, gathers false, 3791 held, 0xf10cee89"},
	} {
		r := wideRules(t)[c.rules]
		tree := keeping(t, r, 1<<12, c.seed)
		key, next := make([]byte, r.KeyWidth()), orders[c.order]()
		for range 16_000 {
			next(key)
			insert(t, tree, key)
		}
		s := tree.Stats()
		got := fmt.Sprintf("%d leaves, %.3f %% full, error %.5f, %d strays, gathers %v, %d held, %#x", s.Leaves, s.Fill, s.Error, s.Strays, s.Gathers, tree.memory.held, chain(tree))
		if got != c.want {
			t.Errorf("%s, %s, seed %d: %s, want %s", c.rules, c.order, c.seed, got, c.want)
		}
	}
}
