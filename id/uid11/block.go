package uid11

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// MaxBlock is the greatest number of IDs in a [Block], 4,096: the sequence numbers of
// a millisecond.
const MaxBlock = 4_096

// Block is a number of consecutive IDs that a generator reserved at once: they have one
// timestamp and consecutive sequence numbers. The profiles Snowish and TSSeqRand have blocks.
// XID and FullRandom have not: without a sequence, consecutive IDs would be easy to guess and
// would collide with those of other generators.
// Its documentation is that of [blocks.Block].
type Block = blocks.Block[ID]

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n. If the millisecond has fewer
// than n IDs left, it waits for the clock to pass it.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range
// ([id.ErrRange]) or if the profile is XID or FullRandom, which have no sequence
// ([id.ErrConfig]). The block beside an error is empty.
func (g *Generator) Block(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		b, err := g.reserve(n)
		return b, err
	})
	return Block(drawn), err
}

// reserve is Block without the places. n is 1 to MaxBlock.
func (g *Generator) reserve(n int) (*consecutive, error) {
	var b consecutive
	var err error
	complaint := g.complaint()
	switch {
	case complaint != "":
	case g.Profile == Snowish:
		b.base, err = g.sequenced(0, uint64(n), g.machine()<<machineShift, 0)
	case g.Profile == TSSeqRand:
		if b.seed, err = g.source.Seed(g.Rand); err != nil {
			return nil, fault.Rand(format, err)
		}
		b.shift, b.random = sequenceShift, MaxTSSeqRandRandom
		_, start := b.seed.At(MaxBlock) // a place that no ID has
		b.base, err = g.sequenced(start&maxStart, uint64(n), 0, sequenceShift)
	default:
		complaint = "Profile is " + g.Profile.String() + ", which has no sequence: use Snowish or TSSeqRand"
	}
	if complaint != "" {
		return nil, fault.Generate(format, "block of "+strconv.Itoa(n)+" IDs", id.ErrConfig, complaint, nil)
	}
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// consecutive holds the IDs of a block that follow each other.
type consecutive struct {
	base   ID           // the ID at place 0 without its random field
	shift  uint8        // the position of the sequence number
	random ID           // the mask of the random field
	seed   entropy.Seed // of the random field
}

// ID returns the ID at a place, whose sequence number is that much greater.
func (b *consecutive) ID(place int) ID {
	x := b.base + ID(place)<<b.shift
	if b.random != 0 {
		_, random := b.seed.At(place)
		x |= ID(random) & b.random
	}
	return x
}
