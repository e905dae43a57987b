package scru160

import (
	"iter"
	"slices"
	"time"

	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536: the values of the
// counter in a millisecond. A generator with [Generator.Micros] has 64 a microsecond, and
// more with CounterBits.
const MaxBlock = 65_536

// Block is a number of consecutive IDs that a generator reserved at once. They have
// one timestamp and consecutive values of the counter, and no other ID of the
// generator is between them. The random bits differ in each ID, and those of one
// cannot be guessed from those of others.
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
	plan   *plan
	tick   int64
	number uint64       // the counter of the ID at place 0
	seed   entropy.Seed // of the random bits
	places block.Places
}

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n. If the timestamp has fewer than
// n IDs left, it waits for the clock to pass it. If other goroutines then use the new
// timestamp before it does, it reserves the one after that, which is a millisecond ahead
// of the clock at most.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range or
// greater than the number of the counter's values ([id.ErrRange]). The block beside
// an error is empty.
func (g *Generator) Block(n int) (b Block, err error) {
	places, err := block.Reserve(format, n, MaxBlock, func() (err error) {
		b, err = g.reserve(g.ticks(), n)
		return err
	})
	b.places = places
	return b, err
}

// NewBlock returns n new IDs of the package's default generator, 1 to [MaxBlock]. It
// is safe for concurrent use. It returns the errors with which [New] panics, and a
// [*id.GenerateError] if n is out of range ([id.ErrRange]).
func NewBlock(n int) (b Block, err error) {
	places, err := block.Reserve(format, n, MaxBlock, func() (err error) {
		now := clock.System.Millis()
		b, err = standard.Load().reserve(now, n)
		if err != nil || clock.Ahead(b.tick, now, time.Millisecond) {
			err = standard.Recover(func(g *Generator, now int64) (err error) {
				b, err = g.reserve(now, n)
				return err
			})
		}
		return err
	})
	b.places = places
	return b, err
}

// reserve is Block for a clock that shows now, without the places. n is 1 to MaxBlock.
func (g *Generator) reserve(now int64, n int) (Block, error) {
	p, err := g.prepare(now)
	if err != nil {
		return Block{}, err
	}
	if room := p.layout.Max + 1; uint64(n) > room {
		return Block{}, block.Check(format, n, int(room))
	}
	// Before the counter, which a failure must not move.
	_, initial, err := g.source.Draw(g.Rand, 4)
	if err != nil {
		return Block{}, fault.Rand(format, err)
	}
	seed, err := g.source.Seed(g.Rand)
	if err != nil {
		return Block{}, fault.Rand(format, err)
	}
	// A great block needs a smaller initial value, so that it fits the counter.
	initial = min(initial&p.initial, p.layout.Max+1-uint64(n))
	tick, number, err := g.claim(p, now, initial, uint64(n))
	if err != nil {
		return Block{}, err
	}
	return Block{plan: p, tick: tick, number: number, seed: seed}, nil
}

// claim returns the tick and the first number of n IDs, for a clock that shows now. A new
// tick begins with the number initial.
func (g *Generator) claim(p *plan, now int64, initial, n uint64) (tick int64, number uint64, err error) {
	for waited := false; ; waited = true {
		tick, number, ok := g.counter.Reserve(now, initial, n, p.layout)
		if !ok && waited && tick == now && p.covers(now+1) {
			// Other goroutines began the tick. They cannot have begun the next one.
			tick, number, ok = g.counter.Reserve(now+1, initial, n, p.layout)
		}
		if ok {
			return tick, number, nil
		}
		if now, err = g.wait(p, tick, n); err != nil {
			return 0, 0, err
		}
		if _, err = g.prepare(now); err != nil {
			return 0, 0, err
		}
	}
}

// at returns the ID at a place, whose counter is that much greater.
func (b *Block) at(place int) (x ID) {
	hi, lo := b.seed.At(place)
	x.set(b.plan.words(b.tick, b.number+uint64(place), hi, lo))
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
