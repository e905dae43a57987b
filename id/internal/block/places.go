// Package block is what the blocks of the formats have in common: their size, and
// the order in which the IDs of a block are taken.
package block

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// Max is the greatest number of IDs in a block, for every format.
const Max = 1 << 16

// Check refuses a block of n IDs if n is not 1 to Max.
func Check(format string, n int) error {
	if n < 1 || n > Max {
		return fault.Generate(format, id.ErrRange, "a block of "+strconv.Itoa(n)+" IDs: it has 1 to "+strconv.Itoa(Max)+
			": draw one block after the other", nil)
	}
	return nil
}

// Places are the places of a block from 0 on that are left, in the order in which
// they are taken: ascending, or in two passes. The zero value has none.
type Places struct {
	n       int // those that were taken included
	taken   int
	twoPass bool
}

// Of returns the places of a block of n, 0 to Max, in ascending order.
func Of(n int) Places { return Places{n: n} }

// Len returns how many are left.
func (p Places) Len() int { return p.n - p.taken }

// Next takes a place. ok is false when none is left.
func (p *Places) Next() (place int, ok bool) {
	if p.taken == p.n {
		return 0, false
	}
	place = p.taken
	if p.twoPass {
		place = twoPass(place, p.n)
	}
	p.taken++
	return place, true
}

// TwoPass returns the places that are left, counted from the least of them, in two
// passes, and how far that one is from 0. Places in two passes stay as they are.
func (p Places) TwoPass() (left Places, from int) {
	if p.twoPass {
		return p, 0
	}
	return Places{n: p.Len(), twoPass: true}, p.taken
}

// The share of a block that the first pass takes, in percent.
//
// A leaf page that a first pass in ascending order has filled is split into halves,
// and the left one keeps to itself. It holds half of the keys that fit a page, and
// firstPass percent of the keys of its range, so that it has 50/firstPass of a page
// when the second pass is through: with half of the keys it would be full to the
// last byte, or split once more if a page holds an odd number of them, and each
// percent more costs two percent of its fill.
const firstPass = 52

// twoPass returns the place that is taken after i others of n. A place x is the
// first pass's if x*firstPass/100 is another whole number than that of x+1.
func twoPass(i, n int) int {
	if first := n * firstPass / 100; i >= first {
		return (i - first) * 100 / (100 - firstPass)
	}
	return ((i+1)*100+firstPass-1)/firstPass - 1
}
