package ulid

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/fault"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536. The random field has
// room for more.
const MaxBlock = 65_536

// Block is a number of consecutive IDs that a generator reserved at once: they have one
// timestamp, and the random field of each is that of the one before plus one.
// Its documentation is that of [blocks.Block].
type Block = blocks.Block[ID]

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes a lock, and the same time for any n.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range
// ([id.ErrRange]), if the random field of this millisecond cannot be incremented n
// times ([id.ErrOverflow]; the next millisecond succeeds), or if Plain is set
// ([id.ErrConfig]), because plain IDs have no order. The block beside an error is
// empty.
func (g *Generator) Block(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		if g.Plain {
			return nil, fault.Generate(format, "block of "+strconv.Itoa(n)+" IDs", id.ErrConfig,
				"Plain is set, and plain IDs have no order: use a Generator without Plain", nil)
		}
		hi, lo, err := g.reserve(clock.Millis(g.Clock), uint64(n))
		return &consecutive{hi, lo}, err
	})
	return Block(drawn), err
}

// NewBlock is [Generator.Block] of the package's default generator. It returns the errors with
// which [New] panics.
func NewBlock(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		now := clock.System.Millis()
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

// ID returns the ID at a place, whose random field is that much greater.
func (b *consecutive) ID(place int) (x ID) {
	x.set(add128(b.hi, b.lo, uint64(place)))
	return x
}
