package leafpage

import "slices"

// insertInFull inserts a key on a leaf page that has no room for it.
func (t *Tree) insertInFull(p *page, at int, key []byte) {
	if t.path = t.path[:0]; t.height > 1 {
		t.route(key) // what was noted is of the last full descent, and pages split since
	}
	if t.rules.leaf.spill() && p == t.root {
		p = t.raise()
	}
	if !t.spillOver(p, at, key) {
		t.split(p, at, key, nil, len(t.path))
	}
	t.cur = nil // the bounds are no longer right
}

// route finds the path to the leaf page of a key without counting accesses to pages.
func (t *Tree) route(key []byte) {
	pool := t.pool
	t.pool = nil
	t.descend(key)
	t.pool = pool
}

// raise splits InnoDB's full root page: the root keeps its page number and moves its
// records to a new page, which splits.
func (t *Tree) raise() *page {
	root := t.root
	child := t.newPage(t.formatOf(root), root.child != nil)
	child.take(root, 0, root.n, t.width)
	if root.child == nil {
		t.first = child
		t.leaves-- // the root is none any more
	}
	t.arena.release(root.keys)
	*root = page{keys: t.arena.take(t.rules.inner.most()), child: make([]*page, 0, t.rules.inner.most()), last: -1, number: root.number}
	root.insert(0, t.least(), child)
	t.height++
	t.path = append([]step{{root, 0}}, t.path...)
	return child
}

func (t *Tree) formatOf(p *page) format {
	if p.child != nil {
		return t.rules.inner
	}
	return t.rules.leaf
}

// spillOver puts a key that comes last on its page first on the next one, if the
// rules allow that and there is room.
func (t *Tree) spillOver(p *page, at int, key []byte) bool {
	next := p.next
	if !t.rules.leaf.spill() || at != p.n || next == nil || next.state == cold || next.folded != nil {
		return false
	}
	if next.state == lost { // nearly always it has room
		next.n++
		t.memory.held--
		return true
	}
	if !t.rules.leaf.(inFormat).takes(next.n, next.heap) {
		return false
	}
	t.lowerBound(next, key)
	next.insert(0, key, nil)
	next.epoch = t.memory.epoch
	if t.pool != nil {
		t.pool.access(next.number)
	}
	return true
}

// lowerBound makes key the least key of a leaf page, on all inner pages that have it.
// The page is the neighbour of the one that the path leads to.
func (t *Tree) lowerBound(p *page, key []byte) {
	for _, s := range slices.Backward(t.path) {
		if s.at+1 < s.page.n {
			s.page.setKey(s.at+1, key)
			for q := s.page.child[s.at+1]; q != p; q = q.child[0] {
				q.setKey(0, key)
			}
			return
		}
	}
}

func (p *page) setKey(i int, key []byte) { copy(p.keys[i*len(key):], key) }

// split splits a page, puts the new record onto one of the two and updates the page above.
// Level is how many pages of the path are above this one.
func (t *Tree) split(p *page, at int, key []byte, child *page, level int) {
	f := t.formatOf(p)
	c := f.cut(p, at)
	if t.splits.all++; p.child == nil {
		t.splits.leaf++
	}
	q := t.newPage(f, p.child != nil)
	if level == 0 { // nbtree's root: InnoDB's is raised before it splits
		t.grow(p)
		level = 1
	}
	q.group = p.group
	lower, upper := p, q
	if c.down {
		lower, upper = q, p
		p.moveDown(q, c.stay, t.width)
		t.linkBefore(q, p, level)
	} else {
		p.moveUp(q, c.stay, t.width)
		q.next, p.next = p.next, q
	}
	if c.upper {
		upper.insert(at-c.stay, key, child)
	} else {
		lower.insert(at, key, child)
	}
	lower.epoch, upper.epoch = t.memory.epoch, t.memory.epoch
	t.attach(upper, lower, level-1)
}

// grow puts a new root above the root, as nbtree does.
func (t *Tree) grow(p *page) {
	root := t.newPage(t.rules.inner, true)
	root.insert(0, t.least(), p)
	t.root = root
	t.height++
	t.path = append([]step{{root, 0}}, t.path...)
}

// least returns the least key, which is that of the first child of a level.
func (t *Tree) least() []byte { return make([]byte, t.width) }

// linkBefore puts page q, which is new, in front of page p of the same level.
func (t *Tree) linkBefore(q, p *page, level int) {
	q.next = p
	switch before := t.previousPage(level); {
	case before == nil:
		if p.child == nil {
			t.first = q
		}
	case before.folded == nil || p.child == nil: // a folded page is one of the leaf pages' chain
		before.next = q
	}
}

// previousPage returns the page in front of the one that the path leads to on a level, nil
// for the first.
func (t *Tree) previousPage(level int) *page {
	for up := level - 1; up >= 0; up-- {
		if s := t.path[up]; s.at > 0 {
			q := s.page.child[s.at-1]
			for up++; up < level && q.child != nil; up++ {
				q = q.child[len(q.child)-1]
			}
			return q
		}
	}
	return nil
}

// attach adds the new page of a split to the inner page on a level of the path, which may
// split for it.
func (t *Tree) attach(upper, lower *page, level int) {
	s := t.path[level]
	s.page.child[s.at] = lower
	key, at := upper.key(0, t.width), s.at+1
	f := t.rules.inner
	switch {
	case f.fits(s.page, at):
		s.page.insert(at, key, upper)
	case s.page == t.root && f.spill():
		p := t.raise()
		t.path[1].page = p
		t.split(p, at, key, upper, 1)
	default:
		t.split(s.page, at, key, upper, level)
	}
}
