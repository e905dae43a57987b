package ulid

import (
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/instance"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536. The random field has
// room for more.
const MaxBlock = 65_536

// Block is a number of consecutive IDs that a generator reserved at once. They have
// one timestamp, the random field of each is that of the one before plus one, and no
// other ID of the generator is between them.
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
// of the generator. It takes a lock, and the same time for any n.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range
// ([id.ErrRange]), if the random field of this millisecond cannot be incremented n
// times ([id.ErrOverflow]; the next millisecond succeeds), or if Plain is set
// ([id.ErrConfig]), because plain IDs have no order. The block beside an error is
// empty.
func (g *Generator) Block(n int) (b Block, err error) {
	b.places, err = block.Reserve(format, n, MaxBlock, func() (err error) {
		if g.Plain {
			return fault.Generate(format, "block of "+strconv.Itoa(n)+" IDs", id.ErrConfig,
				"Plain is set, and plain IDs have no order: use a Generator without Plain", nil)
		}
		b.hi, b.lo, err = g.reserve(clock.Millis(g.Clock), uint64(n))
		return err
	})
	return b, err
}

// NewBlock returns n new IDs of the package's default generator, 1 to [MaxBlock]. It
// is safe for concurrent use. It returns the errors with which [New] panics, and a
// [*id.GenerateError] if n is out of range ([id.ErrRange]).
func NewBlock(n int) (b Block, err error) {
	b.places, err = block.Reserve(format, n, MaxBlock, func() (err error) {
		now := clock.System.Millis()
		b.hi, b.lo, err = standard.Load().reserve(now, uint64(n))
		if err != nil || ahead(b.hi, now) {
			b.hi, b.lo, err = recovered(uint64(n))
		}
		return err
	})
	return b, err
}

// reserve takes n consecutive IDs of one millisecond, and returns the words of the
// first. n is 1 to MaxBlock.
func (g *Generator) reserve(now int64, n uint64) (hi, lo uint64, err error) {
	if uint64(now) > MaxTimestamp {
		return 0, 0, rangeFault(time.UnixMilli(now), now)
	}
	g.counter.mu.Lock()
	defer g.counter.mu.Unlock()
	if g.counter.holds(now) {
		if err = g.part(); err != nil {
			return 0, 0, err
		}
		var ok bool
		if hi, lo, ok = g.counter.take(n); !ok {
			return 0, 0, overflowFault(n, g.counter.millis())
		}
		return hi, lo, nil
	}
	mark := instance.Now()
	if hi, lo, err = g.draw(); err != nil {
		return 0, 0, err
	}
	if !fits(hi, lo, n-1) {
		return 0, 0, overflowFault(n, now)
	}
	hi |= uint64(now) << 16
	g.counter.publish(plus(hi, lo, n-1))
	g.counter.mark.Store(mark)
	return hi, lo, nil
}

// at returns the ID at a place, whose random field is that much greater.
func (b *Block) at(place int) (x ID) {
	x.set(plus(b.hi, b.lo, uint64(place)))
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
