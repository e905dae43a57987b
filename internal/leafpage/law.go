package leafpage

import (
	"errors"
	"math"
	"slices"
)

// Expected returns the number of leaf pages that each tree is expected to have once random keys have
// made it grow to so many, without inserting them: a list for each number of keys, which rise. The
// trees have the same rules and only random keys, and hold all of them.
//
// A page that has n of N keys gets the next random key with a probability of n/N, at any place. So
// the expected numbers of pages of each state follow from those of today by linear equations, which
// the rules give: how many records a page has and, on InnoDB, how many places they take. (Known as
// fringe analysis: Yao, On random 2-3 trees, 1978.) It leaves out which pages are neighbours, and that the
// last page is another one. A key that comes last on a full page of InnoDB goes onto the next page: there the
// next page is taken for any page of today's trees, which matters where a page has few records.
//
// Early splits leave a tree with many pages of nearly the same fill, which split at about the same
// time later: trees of as many keys differ by some percent for long. So what the expected numbers
// of several trees differ by says how far a tree may be from their mean.
func Expected(trees []*Tree, keys ...int) ([][]float64, error) {
	if len(trees) == 0 || !slices.IsSorted(keys) {
		return nil, errors.New("sim: the growth of trees: give a tree, and rising numbers of keys")
	}
	m := &law{format: trees[0].rules.leaf, index: make(map[pageState]int)}
	of := make([]map[int]float64, len(trees))
	for i, t := range trees {
		if t.memory.sampled || t.rows == 0 || t.rows != trees[0].rows || t.rules != trees[0].rules {
			return nil, errors.New("sim: the growth of these trees is not known: give trees of the same rules and number of keys, which hold all of them")
		}
		of[i] = m.pagesOf(t)
	}
	m.follow(of)
	pages, records := make([]float64, len(m.states)), make([]float64, len(m.states))
	for i, s := range m.states {
		pages[i], records[i] = 1, float64(s.n)
	}
	begin := slices.Clone(records)
	var lists [][]float64
	at := trees[0].rows
	for _, n := range keys {
		span := math.Log(float64(n) / float64(at))
		m.become(pages, span)
		m.become(records, span)
		at = n
		list := make([]float64, len(trees))
		for i, tree := range of {
			// The mean next page does not take just as many keys as are handed on, so there are some more or less.
			more := total(tree, records) / total(tree, begin) * float64(trees[0].rows)
			list[i] = total(tree, pages) * float64(n) / more
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// LawError returns the largest relative error of the mean of [Expected], such as 0.01 for 1 %, besides the chance of the
// trees: what it leaves out of neighbours matters more the fewer records a page has. From 30,000 to a million keys
// TestExpectedFar found 3.4 % with 4 records on a page of InnoDB, 2.5 % with 3, and 0.7 % with 5 and 7.
func (r Rules) LawError() float64 {
	const some, few = 32, 5 // records
	switch most := r.leaf.most(); {
	case most < few:
		return 0.04
	case most < some:
		return 0.01
	}
	return 0.005
}

// total returns the sum of what the pages of a tree become, by their states.
func total(tree map[int]float64, become []float64) (sum float64) {
	for s, pages := range tree {
		sum += pages * become[s]
	}
	return sum
}

// pageState is what decides how a page with random keys grows.
type pageState struct{ n, heap int }

// law knows what becomes of a page with random keys.
type law struct {
	format format
	index  map[pageState]int
	states []pageState
	to     [][]change
	// handed has, by state, how many keys come to a page only to be handed to the next one, while each page gets
	// one key for each that it has, and taken the state of a page that takes such a key: its own if it has no room.
	handed []float64
	taken  []int
	// shut is the part of the pages without such room, and offered how many keys the mean page
	// offers to the next one.
	shut, offered float64
}

// change is what a key does to a page of a state: so many pages of another state come.
type change struct {
	state int
	pages float64
}

// state returns the number of a state. A page of nbtree has no garbage.
func (m *law) state(s pageState) int {
	if !m.format.spill() {
		s.heap = s.n
	}
	i, ok := m.index[s]
	if !ok {
		i = len(m.states)
		m.index[s], m.states = i, append(m.states, s)
	}
	return i
}

// pagesOf counts the leaf pages of a tree by their state.
func (m *law) pagesOf(t *Tree) map[int]float64 {
	count := make(map[int]float64)
	for p := range t.leafPages() {
		if p.n > 0 {
			most := m.format.most() - p.rightmost() // nbtree's last page has room for one more
			count[m.state(pageState{min(p.n, most), min(p.heap, most)})]++
		}
	}
	return count
}

// follow finds all states and what the next key does to a page of each, in trees of such pages.
func (m *law) follow(trees []map[int]float64) {
	m.shut = m.mean(trees, func(i int) float64 {
		if m.room(m.states[i]) {
			return 0
		}
		return 1
	})
	for i := 0; i < len(m.states); i++ {
		s := m.states[i]
		m.handed = append(m.handed, 0)
		if m.taken = append(m.taken, i); m.room(s) {
			m.taken[i] = m.state(pageState{s.n + 1, max(s.heap, s.n+1)})
		}
		p := &page{n: s.n, heap: s.heap, next: &page{}}
		sum := make(map[int]float64)
		// A key less than the first one belongs on the page before. That it comes right after, or
		// right before, the one inserted last is one case of so many.
		places, beside := float64(s.n), 1/float64(s.n+1)
		for at := 1; at <= s.n; at++ {
			p.last = at - 1
			m.insert(i, p, at, beside/places, sum)
			p.last = at
			m.insert(i, p, at, beside/places, sum)
			p.last = -1
			m.insert(i, p, at, (1-2*beside)/places, sum)
		}
		var list []change
		for to, pages := range sum {
			list = append(list, change{to, pages})
		}
		m.to = append(m.to, list)
	}
	m.offered = m.mean(trees, func(i int) float64 { return m.handed[i] })
}

// room reports whether a page takes a key that belongs on the page before.
func (m *law) room(s pageState) bool {
	f, ok := m.format.(inFormat)
	return ok && f.takes(s.n, s.heap)
}

// mean returns the mean of a number over all pages of the trees.
func (m *law) mean(trees []map[int]float64, of func(state int) float64) float64 {
	sum, all := 0.0, 0.0
	for _, tree := range trees {
		for i, pages := range tree {
			sum, all = sum+pages*of(i), all+pages
		}
	}
	return sum / max(all, 1)
}

// insert adds to sum the states that a page of state i gets when a key comes to a place, which is a share of all
// cases.
func (m *law) insert(i int, p *page, at int, share float64, sum map[int]float64) {
	add := func(n, heap int, share float64) {
		if n > 0 {
			sum[m.state(pageState{n, max(n, heap)})] += share
		}
	}
	if m.format.fits(p, at) {
		add(p.n+1, p.heap, share)
		return
	}
	if m.format.spill() && at == p.n {
		m.handed[i] += share * float64(p.n)
		add(p.n, p.heap, share*(1-m.shut)) // and a key on the next page
		share *= m.shut
	}
	c := m.format.cut(p, at)
	lower, upper := pageState{c.stay, p.heap}, pageState{p.n - c.stay, p.n - c.stay}
	if c.down {
		lower.heap, upper.heap = c.stay, p.heap
	}
	if c.upper {
		upper.n++
	} else {
		lower.n++
	}
	add(lower.n, lower.heap, share)
	add(upper.n, upper.heap, share)
}

// leastSteps is how many steps an e-fold of the keys takes at least, for an error of the method below 1e-6.
const leastSteps = 32

// become changes how many pages, or records, a page of each state becomes to the numbers when there are e to the
// power of span times as many keys. It solves the equations backwards, by the classical Runge-Kutta
// method, in steps in which less than one key comes to a page.
func (m *law) become(pages []float64, span float64) {
	steps := math.Ceil(span * float64(max(m.format.most(), leastSteps)))
	if steps <= 0 {
		return
	}
	h := span / steps
	var slopes [4][]float64
	for i := range slopes {
		slopes[i] = make([]float64, len(pages))
	}
	at := make([]float64, len(pages))
	for range int(steps) {
		for i, part := range []float64{0, h / 2, h / 2, h} {
			copy(at, pages)
			if i > 0 {
				for j, slope := range slopes[i-1] {
					at[j] += part * slope
				}
			}
			m.slope(at, slopes[i])
		}
		for j := range pages {
			pages[j] += h / 6 * (slopes[0][j] + 2*slopes[1][j] + 2*slopes[2][j] + slopes[3][j])
		}
	}
}

// slope sets how fast the numbers that become returns change.
func (m *law) slope(pages, into []float64) {
	for i, n := range pages {
		sum := -n
		for _, c := range m.to[i] {
			sum += c.pages * pages[c.state]
		}
		into[i] = float64(m.states[i].n)*sum + m.offered*(pages[m.taken[i]]-n)
	}
}
