package blocks

import (
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// source is a block of a format and the way to draw the next one.
type source[T any] interface {
	Len() int
	Next() (T, bool)
	redraw() error
}

// drawn is the source of a format whose blocks have the type B.
type drawn[B Block[T, B], P BlockPointer[T, B], T any] struct {
	settings
	draw    func(n int) (B, error)
	twoPass bool

	block B
	ids   int // of the block when it was drawn; 0 before the first one
	since time.Duration
}

var start = time.Now()

// elapsed is the monotonic clock.
func elapsed() time.Duration { return time.Since(start) }

// leastSize is the least size of a block that replaces one that became too old.
const leastSize = 64

// isOld reports whether the block must not be used any more.
func (d *drawn[B, P, T]) isOld() bool {
	return d.maxAge > 0 && d.ids > 0 && d.clock()-d.since > d.maxAge
}

// Len returns how many IDs the source has without a draw.
func (d *drawn[B, P, T]) Len() int {
	if d.isOld() {
		return 0
	}
	return d.block.Len()
}

// Next takes an ID of the block. ok is false if the source must draw another one.
func (d *drawn[B, P, T]) Next() (x T, ok bool) {
	if d.isOld() {
		return x, false
	}
	return P(&d.block).Next()
}

// redraw replaces the block. On an error it keeps it, which has no IDs to use.
func (d *drawn[B, P, T]) redraw() error {
	if d.draw == nil {
		return fault.Generate("blocks", "next ID", id.ErrConfig, "draw is nil: pass NewBlock of a format, or the Block method of a Generator", nil)
	}
	n := d.nextSize()
	block, err := d.draw(n)
	if err != nil {
		return err
	}
	if d.twoPass {
		block = block.TwoPass()
	}
	d.block, d.ids, d.since = block, n, d.clock()
	return nil
}

// nextSize returns as many IDs as a writer takes before they are too old: what was taken of
// a block that is, and twice as many as one had that was used up in half of the time.
func (d *drawn[B, P, T]) nextSize() int {
	switch {
	case d.ids == 0:
		return d.size
	case d.isOld():
		return min(max(d.ids-d.block.Len(), leastSize), d.size)
	case d.maxAge <= 0 || d.clock()-d.since < d.maxAge/2:
		return min(2*d.ids, d.size)
	}
	return d.ids
}
