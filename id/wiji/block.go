package wiji

import (
	"iter"
	"slices"

	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536: the sequence numbers
// of a microsecond.
const MaxBlock = 65_536

// Block is a number of consecutive IDs that a generator reserved at once. They have
// one timestamp and consecutive sequence numbers, and no other ID of the generator
// is between them.
//
// Use blocks if several writers insert into one table: take each writer's keys from
// its own block, and draw the next block when it is used up. A pool of package
// [github.com/sortid/sortid/id/blocks] does that. The leaf pages of the index then fill up
// as with one writer. Take the IDs in order for InnoDB and in two passes for Postgres
// ([Block.TwoPass]). docs/concurrency.md has the figures and the
// size to choose.
//
// The timestamp is the time at which the block was drawn, not the time at which an
// ID is taken. Blocks of one generator are in the order in which they were drawn.
//
// The zero value is an empty block. A Block is not safe for concurrent use. A copy of
// a block returns the same IDs again, and neither the compiler nor go vet warns of
// it: keep a block in one place, pass a pointer to it, and after [Block.TwoPass] use
// only the result.
type Block struct {
	hi, lo uint64 // the words of the ID at place 0
	places block.Places
}

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes as long as [Generator.New], for any n. If the
// microsecond has fewer than n IDs left, it waits for the clock to pass it.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range
// ([id.ErrRange]). The block beside an error is empty.
func (g *Generator) Block(n int) (b Block, err error) {
	b.places, err = block.Reserve(format, n, MaxBlock, func() (err error) {
		b.hi, b.lo, err = g.reserve(clock.Micros(g.Clock), uint64(n))
		return err
	})
	return b, err
}

// NewBlock returns n new IDs of the package's default generator, 1 to [MaxBlock]. It
// is safe for concurrent use. It returns the errors with which [New] panics, and a
// [*id.GenerateError] if n is out of range ([id.ErrRange]).
func NewBlock(n int) (b Block, err error) {
	b.places, err = block.Reserve(format, n, MaxBlock, func() (err error) {
		now := clock.System.Micros()
		b.hi, b.lo, err = standard.Load().reserve(now, uint64(n))
		if err != nil || ahead(b.hi, now) {
			b.hi, b.lo, err = recovered(uint64(n))
		}
		return err
	})
	return b, err
}

// at returns the ID at a place, whose sequence number is that much greater.
func (b *Block) at(place int) (x ID) {
	sequence := b.lo>>56 + uint64(place) // the low byte and a carry
	x.set(b.hi+sequence>>8, sequence<<56|b.lo&(1<<56-1))
	return x
}

// Len returns how many IDs are left.
func (b Block) Len() int { return b.places.Len() }

// Next takes the next ID from the block. If none is left, ok is false and x is the
// zero ID: draw another block. So it is if the process may have been copied since the
// block was drawn, because the copy has the same block ([github.com/sortid/sortid/id.Reseed]).
func (b *Block) Next() (x ID, ok bool) {
	place, ok := b.places.Next()
	if ok {
		x = b.at(place)
	}
	return x, ok
}

// All returns the IDs that are left, in the order of Next, without taking them.
func (b Block) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		rest := b
		for {
			if x, ok := rest.Next(); !ok || !yield(x) {
				return
			}
		}
	}
}

// AppendTo appends the IDs that are left to dst, in the order of Next, without taking
// them.
func (b Block) AppendTo(dst []ID) []ID { return slices.AppendSeq(slices.Grow(dst, b.Len()), b.All()) }

// TwoPass returns a block of the IDs that are left, in the order of two passes: first
// 52 % of them, evenly spread and ascending, then those in between, ascending. A
// block that is in two passes already stays as it is.
//
// Use it for a Postgres index into which several writers insert. Postgres splits a
// leaf page into halves unless it is the rightmost one, so that ascending keys of
// several writers leave it half empty. The second pass fills these halves.
func (b Block) TwoPass() Block {
	b.places = b.places.TwoPass()
	return b
}
