package blocks

import (
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
	block   B
	draw    func(n int) (B, error)
	size    int
	twoPass bool
}

func (d *drawn[B, P, T]) Len() int        { return d.block.Len() }
func (d *drawn[B, P, T]) Next() (T, bool) { return P(&d.block).Next() }

// redraw replaces the block. On an error it keeps the block, which has no IDs left.
func (d *drawn[B, P, T]) redraw() error {
	if d.draw == nil {
		return fault.Generate("blocks", "next ID", id.ErrConfig, "draw is nil: pass NewBlock of a format, or the Block method of a Generator", nil)
	}
	block, err := d.draw(d.size)
	if err != nil {
		return err
	}
	if d.twoPass {
		block = block.TwoPass()
	}
	d.block = block
	return nil
}
