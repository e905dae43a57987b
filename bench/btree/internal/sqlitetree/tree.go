package sqlitetree

import (
	"errors"
	"fmt"
	"slices"
)

// ErrDuplicate is the error of an Insert whose key is in the tree already.
var ErrDuplicate = errors.New("the key is in the tree already")

// Tree is an index b-tree: that of an index, or of a WITHOUT ROWID table. It is not for concurrent
// use.
type Tree struct {
	file *File
	root *page
	rows int
	// freed counts the pages that had no cells any more.
	freed int
	path  []step
	free  siblings
}

// step is an inner page on the path to a leaf page, with the place of the child.
type step struct {
	page *page
	at   int
}

// NewTree adds an empty index b-tree to a file.
func (f *File) NewTree() *Tree { return &Tree{file: f, root: &page{number: f.next()}} }

// Rows returns how many keys were inserted.
func (t *Tree) Rows() int { return t.rows }

// Insert adds a key, whose entry is a record of so many bytes. All keys of a tree have the same
// width. If the key is already in the tree, the error is ErrDuplicate. After an error the tree is
// unchanged.
func (t *Tree) Insert(key []byte, record int) error {
	if most := LargestRecord(t.file.size); len(key) > maxKey || record > most {
		return fmt.Errorf("sqlitetree: a key of %d bytes in a record of %d: use at most %d and %d", len(key), record, maxKey, most)
	}
	c := cellOf(key, record)
	p := t.root
	t.path = t.path[:0]
	for {
		at, equal := p.place(&c)
		if equal {
			return fmt.Errorf("sqlitetree: %x: %w", key, ErrDuplicate)
		}
		if p.child == nil {
			p.cells = slices.Insert(p.cells, at, c)
			p.used += int(c.size) + p.extra()
			break
		}
		t.path = append(t.path, step{p, at})
		p = p.child[at]
	}
	t.rows++
	if p.used > p.room(t.file.size) {
		t.balance(p)
	}
	return nil
}

// balance makes the cells of a page fit that has too many, which is at the end of the path, and then
// those of the pages above.
func (t *Tree) balance(p *page) {
	for {
		root := len(t.path) == 0
		over := p.used > p.room(t.file.size)
		sparse := (p.room(t.file.size)-p.used)*3 > t.file.size*2
		switch {
		case !over && (!sparse || root):
			return
		case root:
			t.deepen()
		}
		above := t.up()
		t.free.balance(t, above.page, above.at)
		p = above.page
	}
}

// deepen puts a page below the root, which keeps its number, with all that was on it.
func (t *Tree) deepen() {
	child := *t.root
	child.number = t.file.next()
	*t.root = page{number: t.root.number, child: []*page{&child}}
	t.path = append(t.path, step{t.root, 0})
}

// up takes the last step of the path away and returns it.
func (t *Tree) up() step {
	last := len(t.path) - 1
	above := t.path[last]
	t.path = t.path[:last]
	return above
}
