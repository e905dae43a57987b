package blocks

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// source is a block and the way to draw the next one.
type source[T any] struct {
	settings
	draw    func(n int) (Block[T], error)
	twoPass bool

	block Block[T]
	ids   int // of the block when it was drawn; 0 before the first one
	since time.Duration
}

var start = time.Now()

// elapsed is the monotonic clock.
func elapsed() time.Duration { return time.Since(start) }

// leastSize is the least size of a block that replaces one that became too old.
const leastSize = 64

// isOld reports whether the block must not be used any more. A block from later than now
// is one from outside of a bubble of testing/synctest, or from inside: they differ by decades.
func (d *source[T]) isOld() bool {
	if d.maxAge <= 0 || d.ids == 0 {
		return false
	}
	age := d.clock() - d.since
	return age < 0 || age > d.maxAge
}

// Len returns how many IDs the source has without a draw.
func (d *source[T]) Len() int {
	if d.isOld() {
		return 0
	}
	return d.block.Len()
}

// Fill takes IDs of the block, and returns their number. It is 0 if the source must draw another
// block.
func (d *source[T]) Fill(dst []T) int {
	if d.isOld() {
		return 0
	}
	return d.block.Fill(dst)
}

// redraw returns a function that draws another block, for any goroutine. use, its result,
// replaces the block; on an error it remains, which has no IDs to use.
func (d *source[T]) redraw() func() (use func(), err error) {
	n := d.nextSize()
	return func() (func(), error) {
		if d.draw == nil {
			return nil, fault.Generate("blocks", "next ID", id.ErrConfig, "draw is nil: pass NewBlock of a format, or the Block method of a Generator", nil)
		}
		block, err := d.draw(n)
		if err != nil {
			return nil, err
		}
		if d.twoPass {
			block = block.TwoPass()
		}
		return func() { d.block, d.ids, d.since = block, n, d.clock() }, nil
	}
}

// nextSize returns as many IDs as a writer takes before they are too old: what was taken of
// a block that is, and twice as many as one had that was used up in half of the time.
func (d *source[T]) nextSize() int {
	switch {
	case d.ids == 0:
		return d.size
	case d.isOld():
		return min(max(d.ids-d.block.Len(), leastSize), d.size)
	case d.clock()-d.since < d.maxAge/2:
		return min(2*d.ids, d.size)
	}
	return d.ids // without a limit of the age, always size
}
