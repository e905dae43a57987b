package sqlitetree

import (
	"errors"
	"fmt"
	"slices"
)

// ErrDuplicate is the error of an Insert whose key is in the tree already.
var ErrDuplicate = errors.New("the key is in the tree already")

// Tree is a tree of cells. It is not for concurrent use.
type Tree struct {
	size int // bytes of a page
	next uint32
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

// New returns an empty tree with pages of so many bytes, whose root has the number of the page.
func New(pageSize int, root uint32) *Tree {
	return &Tree{size: pageSize, next: root + 1, root: &page{number: root}}
}

// LargestCell returns the bytes of the largest cell that is on one page as a whole.
func LargestCell(pageSize int) int { return (pageSize-innerHeader)*64/255 - 23 }

// Rows returns how many keys were inserted.
func (t *Tree) Rows() int { return t.rows }

// Insert adds a key, whose entry has so many bytes on a leaf page. All keys of a tree have the same
// width. If the key is already in the tree, the error is ErrDuplicate. After an error the tree is
// unchanged.
func (t *Tree) Insert(key []byte, size int) error {
	const least = 4 // bytes of a cell
	if len(key) > maxKey || size > LargestCell(t.size) {
		return fmt.Errorf("sqlitetree: a key of %d bytes in a cell of %d: use at most %d and %d", len(key), size, maxKey, LargestCell(t.size))
	}
	c := cellOf(key, max(size, least))
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
	if p.used > p.room(t.size) {
		t.balance(p)
	}
	return nil
}

// balance makes the cells of a page fit that has too many, and then those of the pages above.
func (t *Tree) balance(p *page) {
	for level := len(t.path); ; level-- {
		over := p.used > p.room(t.size)
		sparse := (p.room(t.size)-p.used)*3 > t.size*2
		switch {
		case !over && (!sparse || level == 0):
			return
		case level == 0: // the root keeps its number, and gets a page below it
			child := *p
			child.number = t.number()
			*p = page{number: p.number, child: []*page{&child}}
			t.path = slices.Insert(t.path, 0, step{p, 0})
			level = 1
		}
		above := t.path[level-1]
		t.free.balance(t, above.page, above.at)
		p = above.page
	}
}

// number returns the number of the next page of the file.
func (t *Tree) number() uint32 {
	t.next++
	return t.next - 1
}
