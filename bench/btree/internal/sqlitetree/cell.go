package sqlitetree

import (
	"bytes"
	"encoding/binary"
)

// maxKey is the width of the widest key, in bytes.
const maxKey = 24

// cell is an entry of the tree. Those of an inner page are entries as well.
type cell struct {
	head uint64 // the first bytes of the key, which nearly always tell two keys apart
	key  [maxKey]byte
	size int32 // bytes on a leaf page, without the pointer to the cell
}

// cellOf returns the cell of a key, which is the length of its record and the record.
func cellOf(key []byte, record int) cell {
	const least = 4 // bytes of a cell
	c := cell{size: int32(max(varint(uint64(record))+record, least))}
	copy(c.key[:], key)
	c.head = binary.BigEndian.Uint64(c.key[:])
	return c
}

// compare compares the keys of cells, which have the same width.
func (c *cell) compare(o *cell) int {
	switch {
	case c.head < o.head:
		return -1
	case c.head > o.head:
		return 1
	}
	return bytes.Compare(c.key[:], o.key[:])
}

const (
	pointer     = 2 // to a cell, in front of the cells of its page
	childNumber = 4 // in front of a cell of an inner page
	leafHeader  = 8 // of a page
	innerHeader = 12
)

// page is a page of the tree.
type page struct {
	number uint32
	cells  []cell
	child  []*page // of an inner page: one more than cells
	used   int     // bytes of the cells with their pointers
}

// extra is what a cell takes on a page beside its size on a leaf page.
func (p *page) extra() int {
	if p.child == nil {
		return pointer
	}
	return pointer + childNumber
}

// room is how many bytes of cells with their pointers fit a page of so many bytes.
func (p *page) room(size int) int {
	if p.child == nil {
		return size - leafHeader
	}
	return size - innerHeader
}

// place returns how many cells are less than c, and whether the next one is equal to it.
func (p *page) place(c *cell) (at int, equal bool) {
	lo, hi := 0, len(p.cells)
	if hi > 0 && p.cells[hi-1].compare(c) < 0 {
		return hi, false // where most keys of most formats go
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch order := p.cells[mid].compare(c); {
		case order == 0:
			return mid, true
		case order < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}
