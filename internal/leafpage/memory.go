package leafpage

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// memory keeps a tree within the number of keys that it may keep.
type memory struct {
	keep  int
	held  int    // keys on open pages
	next  int    // how many are held when makeRoom is called
	epoch uint32 // counts its calls: so old is what a page has not been touched since

	sampled    bool
	generation uint16 // how often half of the pages were lost
	strays     int
	rng        *rand.Rand
}

// Of the keys that may be held, a quarter are inserted between two calls of makeRoom.
// Then keys that are in order by and large have touched a quarter of the pages, and
// keys that go everywhere nearly all: two thirds lie between.
const epochs = 4

func (m *memory) reset(o Options) {
	*m = memory{keep: o.Keep, next: o.Keep / epochs, rng: rand.New(rand.NewPCG(o.Seed, 1))}
}

// sampleGroups is how many parts the sample has, which are compared with one another to
// say how far it may be off.
const sampleGroups = 16

// makeRoom drops the keys of pages if the tree has too many.
func (t *Tree) makeRoom() {
	m := &t.memory
	m.epoch++
	if m.held >= m.keep {
		idle, all := 0, 0
		for p := range t.leafPages() {
			if p.state == open && p.folded == nil {
				all++
				if t.idle(p) {
					idle++
				}
			}
		}
		if idle*3 >= all*2 {
			t.dropIdleKeys()
		} else {
			t.sample()
		}
		t.cur = nil
	}
	m.next = m.held + m.keep/epochs
}

// idle reports whether no insert touched the page since the call before this one.
func (t *Tree) idle(p *page) bool { return p.epoch+1 < t.memory.epoch && p.next != nil }

// dropIdleKeys drops the keys of pages that no insert has changed for long.
func (t *Tree) dropIdleKeys() {
	for p := range t.leafPages() {
		if p.state == open && p.folded == nil && t.idle(p) {
			t.close(p, cold)
		}
	}
	t.fold()
}

// close drops the keys of a leaf page.
func (t *Tree) close(p *page, s state) {
	t.memory.held -= p.n
	p.state = s
	t.arena.release(p.keys)
	p.keys, p.slots = nil, nil
}

// countStray counts a key that belongs to a page whose keys were dropped.
func (t *Tree) countStray(p *page) {
	t.rows++
	if f := p.folded; f != nil {
		f.rows++
		t.memory.strays++
		return
	}
	p.n++
	if p.state == cold {
		t.memory.strays++
	}
}

// sample stops following half of the pages: every other one in the order of their fill,
// on which the further growth of a page depends. The other half represents them. The first
// time it is divided into groups, each of which is halved separately from then on: each is
// an independent sample, and their variance gives the standard error.
func (t *Tree) sample() {
	m := &t.memory
	var pages []*page
	for p := range t.leafPages() {
		// The last page takes all that is greater than any key: it may be a place where
		// keys gather.
		if p.state == open && p.folded == nil && p.next != nil {
			pages = append(pages, p)
		}
	}
	slices.SortStableFunc(pages, func(a, b *page) int { return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.n, b.n)) })
	m.sampled = true
	m.generation++
	lose := m.rng.IntN(2) == 0
	var group uint16 // of the page before, as it was
	for i, p := range pages {
		if i > 0 && p.group != group {
			lose = m.rng.IntN(2) == 0
		}
		group = p.group
		if lose = !lose; lose {
			t.close(p, lost)
			p.group = m.generation
		} else if p.group == 0 {
			p.group = uint16(1 + i/2%sampleGroups)
		}
	}
}

// folded is what is left of an inner page whose leaf pages have all gone cold: sums.
type folded struct{ sums }

// fold replaces the children of inner pages above the leaf pages by sums, where all
// of them are cold. The inner page takes their place in the chain of leaf pages.
func (t *Tree) fold() {
	if t.height < 3 {
		return // the root's children stay
	}
	var before *page
	t.aboveLeaves(t.root, t.height, func(p *page) {
		if p.folded == nil && allCold(p.child) {
			f := &folded{}
			for _, c := range p.child {
				f.add(t.rules, c)
			}
			last := p.child[len(p.child)-1]
			p.folded, p.child, p.next = f, nil, last.next
			t.arena.release(p.keys)
			p.keys, p.n = nil, 0
			if before == nil {
				t.first = p
			} else {
				before.next = p
			}
		}
		if before = p; p.folded == nil {
			before = p.child[len(p.child)-1]
		}
	})
}

// aboveLeaves visits the inner pages whose children are leaf pages, in key order.
func (t *Tree) aboveLeaves(p *page, height int, visit func(*page)) {
	if height == 2 || p.folded != nil {
		visit(p)
		return
	}
	for _, c := range p.child {
		t.aboveLeaves(c, height-1, visit)
	}
}

func allCold(pages []*page) bool {
	for _, p := range pages {
		if p.state != cold {
			return false
		}
	}
	return true
}

// leafPages returns the leaf pages in key order, folded ones in between.
func (t *Tree) leafPages() func(func(*page) bool) {
	return func(yield func(*page) bool) {
		for p := t.first; p != nil; p = p.next {
			if !yield(p) {
				return
			}
		}
	}
}
