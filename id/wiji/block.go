package wiji

import (
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536: the sequence numbers
// of a microsecond.
const MaxBlock = 65_536

// Block is a number of consecutive IDs that a generator reserved at once: they have one
// timestamp, consecutive sequence numbers and the random field of the generator.
// Its documentation is that of [blocks.Block].
type Block = blocks.Block[ID]

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes as long as [Generator.New], for any n. If the
// microsecond has fewer than n IDs left, it waits for the clock to pass it.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range
// ([id.ErrRange]). The block beside an error is empty.
func (g *Generator) Block(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		hi, lo, err := g.reserve(clock.Micros(g.Clock), uint64(n))
		return &consecutive{hi, lo}, err
	})
	return Block(drawn), err
}

// NewBlock is [Generator.Block] of the package's default generator. It returns the errors with
// which [New] panics.
func NewBlock(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		now := clock.System.Micros()
		hi, lo, err := standard.Load().reserve(now, uint64(n))
		if err != nil || ahead(hi, now) {
			hi, lo, err = recovered(uint64(n))
		}
		return &consecutive{hi, lo}, err
	})
	return Block(drawn), err
}

// consecutive holds the IDs of a block that follow each other.
type consecutive struct {
	hi, lo uint64 // the words of the ID at place 0
}

// ID returns the ID at a place, whose sequence number is that much greater.
func (b *consecutive) ID(place int) (x ID) {
	sequence := b.lo>>56 + uint64(place) // the low byte and a carry
	x.set(b.hi+sequence>>8, sequence<<56|b.lo&(1<<56-1))
	return x
}
