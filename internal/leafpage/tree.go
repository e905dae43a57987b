package leafpage

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrDuplicate is the error of an Insert whose key is in the tree already.
var ErrDuplicate = errors.New("the key is in the tree already")

// DefaultKeep is how many keys a tree holds if Options do not say.
const DefaultKeep = 1 << 24

// Options say what a Tree keeps in memory.
type Options struct {
	// Keep is the greatest number of keys in memory, 2^16 or more; 0 is DefaultKeep. A
	// key takes one and a half times its width.
	Keep int
	// Pool turns on the accounting of page accesses, for Misses. It takes some 30 bytes
	// of memory per page, and with random keys up to twice the time.
	Pool bool
	// TableRows is how many rows fit on a page of the table beside the tree, whose pages
	// share the buffer pool; 0 if there is no such table, or no Pool.
	TableRows int
	// Seed chooses the pages that are followed when not all of them can be.
	Seed uint64
}

// Tree is a B+ tree of keys without the other columns of the rows. It is not for
// concurrent use.
type Tree struct {
	rules Rules
	opts  Options
	width int

	root   *page
	first  *page  // leftmost leaf page
	height int    // levels
	pages  uint32 // of the file so far
	leaves int    // leaf pages, those of folded pages included
	rows   int
	splits splits

	// The leaf page of the last insert and the bounds of its keys; nil is no bound.
	cur       *page
	low, high []byte

	path   []step // of the last full descent
	arena  arena
	memory memory
	pool   *pool
}

// splits counts the splits of a tree's pages.
type splits struct{ leaf, all int }

// step is one inner page on the path to a leaf page, with the place of the child.
type step struct {
	page *page
	at   int
}

// New returns an empty tree.
func New(r Rules, o Options) (*Tree, error) {
	const least = 1 << 16
	if o.Keep == 0 {
		o.Keep = DefaultKeep
	}
	switch {
	case r.leaf == nil:
		return nil, errors.New("sim: no rules: make them with NBTree or InnoDB")
	case o.Keep < least:
		return nil, fmt.Errorf("sim: keep %d keys: too few pages for an estimate: keep %d or more, or 0 for the default", o.Keep, least)
	case o.TableRows < 0:
		return nil, fmt.Errorf("sim: %d rows on a page of the table: use 0 or more", o.TableRows)
	}
	t := &Tree{rules: r, opts: o, width: r.key, height: 1, pages: r.front}
	t.arena.width = r.key
	t.memory.reset(o)
	if o.Pool {
		t.pool = newPool(o.TableRows)
	}
	t.root = t.newPage(r.leaf, false)
	t.first = t.root
	return t, nil
}

// newPage adds a page to the tree.
func (t *Tree) newPage(f format, inner bool) *page {
	p := &page{keys: t.arena.take(f.most()), last: -1, number: t.pages, epoch: t.memory.epoch}
	if inner {
		p.child = make([]*page, 0, f.most())
	} else {
		t.leaves++
		if f, ok := f.(inFormat); ok && f.slots {
			p.slots = &slots{}
		}
	}
	t.pages++
	if t.pool != nil {
		t.pool.created(p.number)
	}
	return p
}

// Insert adds a key of the rules' width. If the key is already in the tree, the error is
// ErrDuplicate. After an error the tree is unchanged.
func (t *Tree) Insert(key []byte) error {
	if len(key) != t.width {
		return fmt.Errorf("sim: the key %x has %d bytes: the tree's keys have %d", key, len(key), t.width)
	}
	p := t.cur
	if p == nil || !t.onLastLeaf(key) {
		p = t.descend(key)
	}
	if p.state != open || p.folded != nil {
		t.countStray(p)
		return nil
	}
	at, equal := p.search(key)
	if equal {
		return fmt.Errorf("sim: %x: %w", key, ErrDuplicate)
	}
	if t.rules.leaf.fits(p, at) {
		p.insert(at, key, nil)
		p.epoch = t.memory.epoch
	} else {
		t.insertInFull(p, at, key)
	}
	t.rows++
	t.memory.held++
	if t.pool != nil {
		t.pool.row()
	}
	if t.memory.held >= t.memory.next {
		t.makeRoom()
	}
	return nil
}

// onLastLeaf reports whether the key belongs on the leaf page of the last insert.
func (t *Tree) onLastLeaf(key []byte) bool {
	return (t.low == nil || bytes.Compare(key, t.low) >= 0) && (t.high == nil || bytes.Compare(key, t.high) < 0)
}

// descend goes from the root to the leaf page that the key belongs on, and keeps the path
// and the bounds. A folded page is the end of the path.
func (t *Tree) descend(key []byte) *page {
	p := t.root
	t.path, t.low, t.high = t.path[:0], nil, nil
	if t.pool != nil {
		t.pool.access(p.number)
	}
	for p.child != nil {
		at, equal := p.search(key)
		if !equal {
			at = max(at-1, 0) // the first child takes what is less as well
		}
		t.path = append(t.path, step{p, at})
		if at > 0 {
			t.low = p.key(at, t.width)
		}
		if at+1 < p.n {
			t.high = p.key(at+1, t.width)
		}
		p = p.child[at]
		if t.pool != nil {
			t.pool.access(p.number)
		}
	}
	t.cur = p
	return p
}

// Rows returns how many keys were inserted.
func (t *Tree) Rows() int { return t.rows }

// arena hands out the memory of keys in large pieces and takes it back.
type arena struct {
	width int
	free  map[int][][]byte // by capacity
	block []byte
}

const arenaBlock = 1 << 20

// take returns empty memory for n keys.
func (a *arena) take(n int) []byte {
	size := n * a.width
	if list := a.free[size]; len(list) > 0 {
		a.free[size] = list[:len(list)-1]
		return list[len(list)-1]
	}
	if len(a.block) < size {
		a.block = make([]byte, max(arenaBlock, size))
	}
	b := a.block[:0:size]
	a.block = a.block[size:]
	return b
}

// release takes the memory of a page back.
func (a *arena) release(b []byte) {
	if a.free == nil {
		a.free = make(map[int][][]byte)
	}
	a.free[cap(b)] = append(a.free[cap(b)], b[:0])
}
