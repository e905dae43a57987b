package leafpage

import (
	"bytes"
	"encoding/binary"
)

// state says what is known of a page.
type state uint8

const (
	open state = iota
	cold       // no insert came for long: the keys are gone, the count stays
	lost       // the keys are gone to save memory: other pages represent this one
)

// page is one page of the tree. The keys of a leaf page are those of its records,
// in order; an inner page has the least key that may be on each child.
type page struct {
	keys  []byte  // n keys, one after the other; nil for a page that is not open
	child []*page // of an inner page
	next  *page   // on the same level

	n    int // records
	heap int // InnoDB: records and garbage on the page
	last int // InnoDB: place of the record that was inserted last, -1 if that is forgotten

	number uint32 // in the order in which pages were added to the tree
	epoch  uint32 // of the last insert
	group  uint16 // of the sample, 0 before there is one
	state  state
	folded *folded // of an inner page whose children have become sums
	slots  *slots  // where the records are on the page, if that makes a difference
}

// rightmost returns 1 for the last page of its level and 0 for any other.
func (p *page) rightmost() int {
	if p.next == nil {
		return 1
	}
	return 0
}

// follows reports whether a record at that place comes right after the one that was
// inserted last, and precedes whether it comes right before it.
func (p *page) follows(at int) bool  { return at > 0 && p.last == at-1 }
func (p *page) precedes(at int) bool { return p.last == at }

// key returns the key of a record, of width bytes.
func (p *page) key(i, width int) []byte { return p.keys[i*width : (i+1)*width] }

// search returns how many keys of the page are less than key, and whether the next
// one is equal to it.
func (p *page) search(key []byte) (at int, equal bool) {
	w := len(key)
	if p.n == 0 {
		return 0, false
	}
	// Most keys of most formats go to the end of their page.
	switch c := bytes.Compare(p.keys[(p.n-1)*w:p.n*w], key); {
	case c < 0:
		return p.n, false
	case c == 0:
		return p.n - 1, true
	}
	if w < 8 {
		return p.placeBytes(key, 0, p.n)
	}
	head := binary.BigEndian.Uint64(key)
	lo := p.placeHead(head, w)
	if w == 8 {
		return lo, binary.BigEndian.Uint64(p.keys[lo*w:]) == head
	}
	return p.placeBytes(key, lo, p.n)
}

// head returns the first eight bytes of a key.
func (p *page) head(i, width int) uint64 { return binary.BigEndian.Uint64(p.keys[i*width:]) }

// placeHead returns the first key whose first eight bytes are not less than head; the
// last key's are not. Random keys are spread evenly, so it starts where the key would
// be then, and looks ever farther from there: fewer pieces of memory are touched.
func (p *page) placeHead(head uint64, w int) int {
	first := p.head(0, w)
	if first >= head {
		return 0
	}
	lo, hi := 0, p.n-1 // the key at lo is less, that at hi is not
	last := p.head(hi, w)
	guess := min(int(float64(head-first)/float64(last-first)*float64(hi)), hi-1)
	if p.head(guess, w) < head {
		for step := 1; ; step *= 2 {
			lo = guess
			if guess += step; guess >= hi {
				break
			}
			if p.head(guess, w) >= head {
				hi = guess
				break
			}
		}
	} else {
		for step := 1; ; step *= 2 {
			hi = guess
			if guess -= step; guess <= lo {
				break
			}
			if p.head(guess, w) < head {
				lo = guess
				break
			}
		}
	}
	for lo+1 < hi {
		if mid := int(uint(lo+hi) >> 1); p.head(mid, w) < head {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// placeBytes is place among the keys from lo to hi, which is at most n.
func (p *page) placeBytes(key []byte, lo, hi int) (int, bool) {
	w := len(key)
	// The first keys are often larger already, all with another head.
	if c := bytes.Compare(p.keys[lo*w:(lo+1)*w], key); c >= 0 {
		return lo, c == 0
	}
	for lo++; lo < hi; {
		mid := int(uint(lo+hi) >> 1)
		switch c := bytes.Compare(p.keys[mid*w:(mid+1)*w], key); {
		case c == 0:
			return mid, true
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}

// insert puts a key, and on an inner page the child, at a place. There is room.
func (p *page) insert(at int, key []byte, child *page) {
	w := len(key)
	p.keys = p.keys[:(p.n+1)*w]
	copy(p.keys[(at+1)*w:], p.keys[at*w:p.n*w])
	copy(p.keys[at*w:], key)
	if p.child != nil {
		p.child = append(p.child, nil)
		copy(p.child[at+1:], p.child[at:])
		p.child[at] = child
	}
	if p.slots != nil {
		p.slots.insert(at, p.heap)
	}
	p.n++
	p.heap = max(p.heap, p.n) // garbage is taken first
	p.last = at
}

// moveUp moves all records but the first stay to an empty page.
func (p *page) moveUp(to *page, stay, width int) {
	if stay == p.n {
		return // and what was inserted last is still known
	}
	to.take(p, stay, p.n, width)
	if p.slots != nil {
		p.slots.deleteLast(stay)
	}
	p.truncate(stay, width)
}

// moveDown moves the first n records to an empty page. Unlike the other way, they are
// inserted there one by one, and so the last of them is one that was inserted last.
func (p *page) moveDown(to *page, n, width int) {
	if n == 0 {
		return
	}
	to.take(p, 0, n, width)
	to.last = n - 1
	if p.slots != nil {
		p.heap = p.slots.deleteFirst(n, p.heap)
	}
	copy(p.keys, p.keys[n*width:p.n*width])
	if p.child != nil {
		p.child = append(p.child[:0], p.child[n:]...)
	}
	p.truncate(p.n-n, width)
}

// take copies records from one page to another that is empty.
func (p *page) take(from *page, i, j, width int) {
	p.keys = append(p.keys[:0], from.keys[i*width:j*width]...)
	if from.child != nil {
		p.child = append(p.child[:0], from.child[i:j]...)
	}
	p.n, p.heap, p.last = j-i, j-i, -1
	if p.slots != nil {
		p.slots.fill(p.n)
	}
}

// truncate leaves n records. The others become garbage, if any record stays.
func (p *page) truncate(n, width int) {
	p.keys = p.keys[:n*width]
	if p.child != nil {
		clear(p.child[n:])
		p.child = p.child[:n]
	}
	p.n, p.last = n, -1
	if n == 0 {
		p.heap = 0
		if p.slots != nil {
			p.slots.fill(0)
		}
	}
}
