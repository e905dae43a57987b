package uid11

import (
	"iter"
	"slices"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// MaxBlock is the greatest number of IDs in a [Block], 4,096: the sequence numbers of
// a millisecond.
const MaxBlock = 4_096

// Block is a number of consecutive IDs that a generator reserved at once. They have
// one timestamp and consecutive sequence numbers, and no other ID of the generator
// is between them. The profiles Snowish and TSSeqRand have blocks. XID and FullRandom
// have not: without a sequence, consecutive IDs would be easy to guess and would
// collide with those of other generators.
//
// Use blocks if several writers insert into one table: take each writer's keys from
// its own block, and draw the next block when it is used up. The leaf pages of the
// index then fill up as with one writer. Take the IDs in order for InnoDB and in two
// passes for Postgres ([Block.TwoPass]). docs/concurrency.md has the figures and the
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
	base   ID           // the ID at place 0 without its random field
	shift  uint8        // the position of the sequence number
	random ID           // the mask of the random field
	seed   entropy.Seed // of the random field
	places block.Places
}

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n. If the millisecond has fewer
// than n IDs left, it waits for the clock to pass it.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range
// ([id.ErrRange]) or if the profile is XID or FullRandom, which have no sequence
// ([id.ErrConfig]). The block beside an error is empty.
func (g *Generator) Block(n int) (b Block, err error) {
	places, err := block.Reserve(format, n, MaxBlock, func() (err error) {
		b, err = g.reserve(n)
		return err
	})
	b.places = places
	return b, err
}

// reserve is Block without the places. n is 1 to MaxBlock.
func (g *Generator) reserve(n int) (b Block, err error) {
	complaint := g.complaint()
	switch {
	case complaint != "":
	case g.Profile == Snowish:
		b.base, err = g.sequenced(uint64(n), g.machine()<<machineShift, 0)
	case g.Profile == TSSeqRand:
		if b.seed, err = g.source.Seed(g.Rand); err != nil {
			return Block{}, fault.Rand(format, err)
		}
		b.shift, b.random = sequenceShift, MaxTSSeqRandRandom
		b.base, err = g.sequenced(uint64(n), 0, sequenceShift)
	default:
		complaint = "Profile is " + g.Profile.String() + ", which has no sequence: use Snowish or TSSeqRand"
	}
	if complaint != "" {
		return Block{}, fault.Generate(format, "block of "+strconv.Itoa(n)+" IDs", id.ErrConfig, complaint, nil)
	}
	if err != nil {
		return Block{}, err
	}
	return b, nil
}

// at returns the ID at a place, whose sequence number is that much greater.
func (b *Block) at(place int) ID {
	x := b.base + ID(place)<<b.shift
	if b.random != 0 {
		_, random := b.seed.At(place)
		x |= ID(random) & b.random
	}
	return x
}

// Len returns how many IDs are left.
func (b Block) Len() int { return b.places.Len() }

// Next takes the next ID from the block. If none is left, ok is false and x is the
// zero ID: draw another block. So it is if the process may have been copied since the
// block was drawn, because the copy has the same block ([id.Reseed]).
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
