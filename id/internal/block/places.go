// Package block is the part that the blocks of the formats share: the limit of
// their size, the order in which the IDs of a block are taken, and the end of a block
// when the process is copied.
package block

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/instance"
)

// Check returns an error unless n, the size of a block, is 1 to limit.
func Check(format string, n, limit int) error {
	if n < 1 || n > limit {
		return fault.Generate(format, "block of "+strconv.Itoa(n)+" IDs", id.ErrRange,
			"a block has 1 to "+strconv.Itoa(limit)+" IDs: draw several blocks; for a pool, set blocks.Size", nil)
	}
	return nil
}

// Places holds the places of a block that are left, in the order in which they are
// taken: ascending, or in two passes. In another instance of the process than the one
// that drew the block no place is left, because a copy of the process has the same
// places. The zero value has none.
type Places struct {
	first   int // the least place
	n       int // the number of places from there on, including those taken
	taken   int
	twoPass bool
	mark    instance.Mark
	watched uint64 // when the clock was watched, by clock.Cycles
}

// Len returns how many places are left.
func (p Places) Len() int {
	if !p.mark.Current() {
		return 0
	}
	return p.n - p.taken
}

// Next takes a place. ok is false if none is left.
func (p *Places) Next() (place int, ok bool) {
	if p.Ready(1) == 0 {
		return 0, false
	}
	return p.Take(), true
}

// Ready returns for how many calls of Take, n at most, a place is left.
func (p *Places) Ready(n int) int {
	// A writer with a large block can go without a clock for minutes.
	p.watched = clock.System.WatchSince(p.watched)
	return min(p.Len(), n)
}

// Take takes a place, after Ready.
func (p *Places) Take() int {
	place := p.taken
	if p.twoPass {
		place = twoPass(place, p.n)
	}
	p.taken++
	return p.first + place
}

// TwoPass returns the places that are left in the order of two passes. Places in two
// passes stay as they are.
func (p Places) TwoPass() Places {
	if p.twoPass {
		return p
	}
	return Places{first: p.first + p.taken, n: p.Len(), twoPass: true, mark: p.mark}
}

// firstPass is the share of a block that the first pass takes, in percent.
//
// A first pass in ascending order fills a leaf page, which then splits into halves.
// The left half gets no more keys of that pass. It holds half of the keys that fit a
// page, which are firstPass percent of the keys of its range, so that it is
// 50/firstPass full after the second pass. With half of the keys it would be full to
// the last byte, or split once more if a page holds an odd number of them. Each
// further percent costs two percent of fill.
const firstPass = 52

// twoPass returns the place that is taken after i others of n. The first pass takes
// place x if the whole part of x*firstPass/100 differs from that of x+1.
func twoPass(i, n int) int {
	if first := n * firstPass / 100; i >= first {
		return (i - first) * 100 / (100 - firstPass)
	}
	return ((i+1)*100+firstPass-1)/firstPass - 1
}
