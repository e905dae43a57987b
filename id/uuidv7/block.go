package uuidv7

import (
	"iter"
	"slices"

	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536: 16 in each step of a
// millisecond.
const MaxBlock = stepsMilli << placeBits

// placeBits is how many bits of rand_b count the IDs of a block within a step.
const placeBits = 4

// Block is a number of consecutive IDs that a generator reserved at once. They have
// one timestamp, and no other ID of the generator is between them. Each 16 of them have
// the same rand_a, and the four high bits of rand_b count them (section 6.2, method 1).
// The other 58 bits of rand_b are derived from a seed that was drawn for the block: those
// of one ID cannot be guessed from those of others.
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
	first  uint64       // the step of the ID at place 0
	seed   entropy.Seed // of the random bits
	places block.Places
}

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n. If a block of that size would be
// more than 10 ms ahead of the clock, it waits, as New does.
//
// It fails where New fails, and with a [*github.com/sortid/sortid/id.GenerateError] if n
// is out of range ([github.com/sortid/sortid/id.ErrRange]). The block beside an error is
// empty.
func (g *Generator) Block(n int) (b Block, err error) {
	places, err := block.Reserve(format, n, MaxBlock, func() (err error) {
		b, err = g.draw(clock.Steps(g.Clock), n)
		return err
	})
	b.places = places
	return b, err
}

// NewBlock returns n new IDs of the package's default generator, 1 to [MaxBlock]. It
// is safe for concurrent use. It returns the errors with which [New] panics, and a
// [*github.com/sortid/sortid/id.GenerateError] if n is out of range
// ([github.com/sortid/sortid/id.ErrRange]).
func NewBlock(n int) (b Block, err error) {
	places, err := block.Reserve(format, n, MaxBlock, func() (err error) {
		now := clock.System.Steps()
		b, err = standard.Load().draw(now, n)
		if err != nil || ahead(b.first>>clock.StepBits, now) {
			err = standard.Recover(func(g *Generator, _ int64) (err error) {
				b, err = g.draw(clock.System.Steps(), n)
				return err
			})
		}
		return err
	})
	b.places = places
	return b, err
}

// draw is Block for a clock that shows now, without the places. n is 1 to MaxBlock.
func (g *Generator) draw(now int64, n int) (Block, error) {
	// Before the counter, which a failure must not move.
	seed, err := g.source.Seed(g.Rand)
	if err != nil {
		return Block{}, fault.Rand(format, err)
	}
	const perStep = 1 << placeBits
	first, err := g.reserve(now, uint64(n+perStep-1)/perStep, uint64(n))
	if err != nil {
		return Block{}, err
	}
	return Block{first: first, seed: seed}, nil
}

// at returns the ID at a place.
func (b *Block) at(place int) (x ID) {
	p := uint64(place)
	_, random := b.seed.At(place)
	x.set(words(b.first+p>>placeBits, p<<(64-placeBits)>>2|random>>(2+placeBits)))
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
