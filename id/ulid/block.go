package ulid

import (
	"iter"
	"slices"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/tick"
)

// MaxBlock is the greatest number of IDs in a [Block].
const MaxBlock = block.Max

// Block is a number of IDs that a generator has made at once: they have one
// timestamp, and the random field of each is the one before plus one, so that no
// other ID of the generator lies between them.
//
// A block is for several writers that insert side by side. Each of them takes the
// keys of its rows from a block of its own, batch after batch until it is used up,
// and then draws the next one. Then the pages of the tree get full as if there were
// one writer: on InnoDB if the IDs are taken in order, on Postgres if they are
// taken in two passes ([Block.TwoPass]). docs/concurrency.md of this module has the
// figures, the size to choose, and what else helps.
//
// The timestamp is the time at which the block was made, and stands still while
// the IDs are used. Among the IDs of the same generator's other blocks, the order
// is that of the blocks.
//
// The zero value is an empty block. A Block is not for concurrent use.
//
// A copy of a block hands out the same IDs again, and nothing warns of it: not the
// compiler, not go vet. Keep a block in one place, pass a pointer to it, and go on
// with the result of [Block.TwoPass] alone.
type Block struct {
	hi, lo uint64 // the words of the ID at place 0
	places block.Places
}

// Block makes n IDs at once, 1 to [MaxBlock], all greater than those that the
// generator made before. It is atomic: however many goroutines draw blocks and
// single IDs, no two get the same ID. It takes a lock, and as long for any n.
//
// It fails where New fails, and with a [*id.GenerateError] when n is out of range
// ([id.ErrRange]), when the random field of this millisecond cannot be incremented
// n times ([id.ErrOverflow]: the next millisecond helps), or when Plain is set,
// whose IDs have no order ([id.ErrConfig]). The block beside an error is empty, and
// the generator as it was.
func (g *Generator) Block(n int) (Block, error) {
	if err := block.Check(format, n); err != nil {
		return Block{}, err
	}
	if g.Plain {
		return Block{}, fault.Generate(format, id.ErrConfig, "Plain is set, and a block has IDs that follow one another: use a Generator without it", nil)
	}
	hi, lo, err := g.reserve(g.millis(), uint64(n))
	if err != nil {
		return Block{}, err
	}
	return Block{hi, lo, block.Of(n)}, nil
}

// NewBlock makes n IDs at once with the package's default generator, as [New] makes
// one, and is safe for concurrent use. It fails where New panics, and with a
// [*id.GenerateError] when n is not 1 to [MaxBlock] ([id.ErrRange]).
func NewBlock(n int) (Block, error) {
	if err := block.Check(format, n); err != nil {
		return Block{}, err
	}
	now := tick.System.Millis()
	hi, lo, err := standard.Load().reserve(now, uint64(n))
	if err != nil || ahead(hi, now) {
		if hi, lo, err = renew(now, uint64(n)); err != nil {
			return Block{}, err
		}
	}
	return Block{hi, lo, block.Of(n)}, nil
}

// reserve takes n IDs of one millisecond that follow one another, and returns the
// words of the first. n is 1 to MaxBlock.
func (g *Generator) reserve(now int64, n uint64) (hi, lo uint64, err error) {
	if uint64(now) > MaxTimestamp {
		return 0, 0, rangeFault(time.UnixMilli(now), now)
	}
	g.counter.mu.Lock()
	defer g.counter.mu.Unlock()
	if g.counter.holds(now) {
		var ok bool
		if hi, lo, ok = g.counter.take(n); !ok {
			return 0, 0, overflowFault(g.counter.millis())
		}
		return hi, lo, nil
	}
	if hi, lo, err = g.draw(); err != nil {
		return 0, 0, err
	}
	if !fits(hi, lo, n-1) {
		return 0, 0, overflowFault(now)
	}
	hi |= uint64(now) << 16
	g.counter.publish(plus(hi, lo, n-1))
	return hi, lo, nil
}

// Len returns how many IDs are left.
func (b Block) Len() int { return b.places.Len() }

// Next takes an ID: the least that is left, or the next of the present pass. ok is
// false, and x the zero ID, when none is left: then draw another block.
func (b *Block) Next() (x ID, ok bool) {
	place, ok := b.places.Next()
	if ok {
		x.set(plus(b.hi, b.lo, uint64(place)))
	}
	return x, ok
}

// All returns the IDs that are left, in the order in which Next takes them. They
// stay in the block.
func (b Block) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		rest := b
		for x, ok := rest.Next(); ok && yield(x); x, ok = rest.Next() {
		}
	}
}

// AppendTo appends the IDs that are left to dst, in the order in which Next takes
// them. They stay in the block.
func (b Block) AppendTo(dst []ID) []ID { return slices.AppendSeq(slices.Grow(dst, b.Len()), b.All()) }

// TwoPass returns a block of the IDs that are left, to be taken in two passes: first
// a little more than half of them, evenly spread and in order, and then those in
// between, in order. Of a block that is in two passes already it returns a copy.
//
// It is the order for a Postgres index in which several writers insert. There a
// leaf page that fills up anywhere but at the index's right end is split into
// halves, and the left one of a run of ascending keys stays half empty. The second
// pass fills it: it has nearly as many keys for that page as it finds room for.
func (b Block) TwoPass() Block {
	left, from := b.places.TwoPass()
	hi, lo := plus(b.hi, b.lo, uint64(from))
	return Block{hi, lo, left}
}
