package ulidflake

import (
	"errors"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/instance"
)

// MaxBlock is the greatest number of IDs in a [Block], 4,096: as many random steps of
// one byte take half of the random field on average. Other settings leave room for
// fewer: 128 IDs with Scalable, 16 with EntropyBytes 2, and none with both or with
// EntropyBytes 3.
const MaxBlock = 4_096

// Block is a number of consecutive IDs that a generator reserved at once: they have one
// timestamp, and each has the random field of the one before plus a random step.
// Its documentation is that of [blocks.Block].
type Block = blocks.Block[ID]

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range or
// the settings leave room for fewer ([id.ErrRange]), or for none ([id.ErrConfig]). If
// the millisecond has no room for n IDs, the error matches [id.ErrOverflow], and the
// next millisecond succeeds. The block beside an error is empty.
func (g *Generator) Block(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		b, err := g.reserve(clock.Millis(g.Clock), n)
		if errors.Is(err, clock.ErrFull) {
			return nil, g.fullFault("block of "+strconv.Itoa(n)+" IDs", nil)
		}
		return b, err
	})
	return Block(drawn), err
}

// NewBlock is [Generator.Block] of the package's default generator, but if the millisecond has
// no room for n IDs, it waits for the next one. It returns the errors with which [New] panics.
func NewBlock(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		now := clock.System.Millis()
		b, err := standard.Load().reserve(now, n)
		if err != nil || clock.Ahead(b.base.UnixMillis(), now, time.Millisecond) {
			err = standard.Recover(func(g *Generator, now int64) (err error) {
				b, err = g.reserve(now, n)
				return err
			})
		}
		return b, err
	})
	return Block(drawn), err
}

// reserve is Block for a clock that shows now, without the places. It returns
// clock.ErrFull for an overflow. n is 1 to MaxBlock.
//
// The ID at each place is drawn from its own 2^step values. So consecutive IDs differ
// by 1 to 2^(step+1)-1, like those of New, and each can be computed from its place.
func (g *Generator) reserve(now int64, n int) (*consecutive, error) {
	timestamp := uint64(now - EpochUnixMillis)
	shift, ok := g.shift()
	if timestamp > MaxTimestamp || !ok {
		return nil, g.refuse(now)
	}
	step := 8*max(g.EntropyBytes, 1) - 1
	values, need := uint64(1)<<(timeShift-shift), uint64(n)<<step
	if need > values/2 {
		return nil, g.blockSizeFault(n, int(values/2>>step))
	}
	mark, parts := instance.Now(), !g.mark.Current()
	seed, err := g.source.Seed(g.Rand)
	if err != nil {
		return nil, fault.Rand(format, err)
	}
	random, drawn := uint64(0), false
	for {
		last := g.state.Load()
		at, least := last&^started>>timeShift, last&MaxRandom>>shift+1
		isNew := isNew(timestamp, last)
		if isNew {
			at, least = timestamp, 0
		}
		if least+need > values {
			return nil, clock.ErrFull
		}
		if isNew || parts {
			if !drawn {
				if random, err = g.random(); err != nil {
					return nil, err
				}
				drawn = true
			}
			// Scaled down, so that the block fits the millisecond.
			least += scaled(random, values, values-need-least+1)
		}
		if g.state.CompareAndSwap(last, g.stateAt(at, least+need-1, shift)) {
			g.mark.Store(mark)
			base := ID(g.stateAt(at, least, shift) &^ started)
			return &consecutive{base: base, shift: uint8(shift), step: uint8(step), seed: seed}, nil
		}
	}
}

// blockSizeFault returns the error for a block that the settings leave no room for.
func (g *Generator) blockSizeFault(n, limit int) error {
	if limit > 0 {
		return block.Check(format, n, limit)
	}
	return fault.Generate(format, "block of "+strconv.Itoa(n)+" IDs", id.ErrConfig,
		"EntropyBytes is "+strconv.Itoa(g.EntropyBytes)+", whose steps leave no room for blocks: use EntropyBytes 1", nil)
}

// consecutive holds the IDs of a block that follow each other.
type consecutive struct {
	base  ID           // the least value that the ID at place 0 can have
	shift uint8        // the position of the random field
	step  uint8        // the binary logarithm of the average step
	seed  entropy.Seed // of the steps
}

// ID returns the ID at a place.
func (b *consecutive) ID(place int) ID {
	_, random := b.seed.At(place)
	return b.base + ID(uint64(place)<<b.step|random&(1<<b.step-1))<<b.shift
}
