package blocks

import (
	"iter"
	"slices"

	"github.com/sortid/sortid/id/internal/block"
)

// Block is a number of consecutive IDs that a generator reserved at once, with one timestamp.
// No other ID of the generator is between them. NewBlock of a format returns one, and the
// method Block of its generators; the constant MaxBlock of the format is the greatest number.
//
// Use blocks if several writers insert into one table: take each writer's keys from its own
// block, and draw the next block when it is used up. A [Pool] does that. The leaf pages of the
// index then fill up as with one writer. Take the IDs in order for InnoDB and in two passes for
// Postgres ([Block.TwoPass]). [docs/concurrency.md] has the figures and the size to choose.
//
// The timestamp is the time at which the block was drawn, not the time at which an ID is taken.
// Blocks of one generator are in the order in which they were drawn.
//
// The zero value is an empty block. A Block is not safe for concurrent use. A copy of a block
// returns the same IDs again, and neither the compiler nor go vet warns of it: keep a block in
// one place, pass a pointer to it, and after [Block.TwoPass] use only the result.
//
// [docs/concurrency.md]: https://github.com/sortid/sortid/blob/main/docs/concurrency.md
type Block[T any] block.Block[T] // into which a format converts it

// Len returns how many IDs are left.
func (b Block[T]) Len() int { return block.Block[T](b).Len() }

// Next takes the next ID from the block. If none is left, ok is false and x is the zero ID:
// draw another block. So it is if the process may have been copied since the block was drawn,
// because the copy has the same block ([github.com/sortid/sortid/id.Reseed]).
func (b *Block[T]) Next() (x T, ok bool) { return (*block.Block[T])(b).Next() }

// Fill sets as many elements of dst as IDs are left to the next IDs of the block, and returns
// their number. It asks once, not for each ID, whether the process may have been copied.
func (b *Block[T]) Fill(dst []T) int { return (*block.Block[T])(b).Fill(dst) }

// All returns the IDs that are left, in the order of Next, without taking them.
func (b Block[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		rest := b
		for {
			if x, ok := rest.Next(); !ok || !yield(x) {
				return
			}
		}
	}
}

// AppendTo appends the IDs that are left to dst, in the order of Next, without taking them.
func (b Block[T]) AppendTo(dst []T) []T {
	n := b.Len()
	dst = slices.Grow(dst, n)
	return dst[:len(dst)+b.Fill(dst[len(dst):len(dst)+n])]
}

// TwoPass returns a block of the IDs that are left, in the order of two passes: first 52 % of
// them, evenly spread and ascending, then those in between, ascending. A block that is in two
// passes already stays as it is.
//
// Use it for a Postgres index into which several writers insert. Postgres splits a leaf page
// into halves unless it is the rightmost one, so that ascending keys of several writers leave
// it half empty. The second pass fills these halves.
func (b Block[T]) TwoPass() Block[T] { return Block[T](block.Block[T](b).TwoPass()) }
