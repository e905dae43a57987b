package uuidv7

import (
	"github.com/sortid/sortid/id/blocks"
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

// Block is a number of consecutive IDs that a generator reserved at once: they have one
// timestamp, each 16 of them the same rand_a, and the four high bits of rand_b count them
// (section 6.2, method 1). The other 58 bits of rand_b are derived from a seed that was drawn
// for the block: those of one ID cannot be guessed from those of others.
// Its documentation is that of [blocks.Block].
type Block = blocks.Block[ID]

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n. If a block of that size would be
// more than 10 ms ahead of the clock, it waits, as New does.
//
// It fails where New fails, and with a [*github.com/sortid/sortid/id.GenerateError] if n
// is out of range ([github.com/sortid/sortid/id.ErrRange]). The block beside an error is
// empty.
func (g *Generator) Block(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		b, err := g.draw(clock.Steps(g.Clock), n)
		return b, err
	})
	return Block(drawn), err
}

// NewBlock is [Generator.Block] of the package's default generator. It returns the errors with
// which [New] panics.
func NewBlock(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		now := clock.System.Steps()
		b, err := standard.Load().draw(now, n)
		if err != nil || ahead(b.first>>clock.StepBits, now) {
			err = standard.Recover(func(g *Generator, _ int64) (err error) {
				b, err = g.draw(clock.Steps(nil), n)
				return err
			})
		}
		return b, err
	})
	return Block(drawn), err
}

// draw is Block for a clock that shows now, without the places. n is 1 to MaxBlock.
func (g *Generator) draw(now int64, n int) (*consecutive, error) {
	// Before the counter, which a failure must not move.
	seed, err := g.source.Seed(g.Rand)
	if err != nil {
		return nil, fault.Rand(format, err)
	}
	const perStep = 1 << placeBits
	first, err := g.reserve(now, uint64(n+perStep-1)/perStep, uint64(n))
	if err != nil {
		return nil, err
	}
	return &consecutive{first: first, seed: seed}, nil
}

// consecutive holds the IDs of a block that follow each other.
type consecutive struct {
	first uint64       // the step of the ID at place 0
	seed  entropy.Seed // of the random bits
}

// ID returns the ID at a place.
func (b *consecutive) ID(place int) (x ID) {
	p := uint64(place)
	_, random := b.seed.At(place)
	x.set(words(b.first+p>>placeBits, p<<(64-placeBits)>>2|random>>(2+placeBits)))
	return x
}
