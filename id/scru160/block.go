package scru160

import (
	"time"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/block"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// MaxBlock is the greatest number of IDs in a [Block], 65,536: the values of the
// counter in a millisecond. A generator with [Generator.Micros] has 64 a microsecond, and
// more with CounterBits.
const MaxBlock = 65_536

// Block is a number of consecutive IDs that a generator reserved at once: they have one
// timestamp and consecutive values of the counter. The random bits differ in each ID, and those
// of one cannot be guessed from those of others.
// Its documentation is that of [blocks.Block].
type Block = blocks.Block[ID]

// Block returns n new IDs, 1 to [MaxBlock], which are greater than all earlier IDs
// of the generator. It takes the same time for any n. If the timestamp has fewer than
// n IDs left, it waits for the clock to pass it. If other goroutines then use the new
// timestamp before it does, it reserves the one after that, which is a millisecond ahead
// of the clock at most.
//
// It fails where New fails, and with a [*id.GenerateError] if n is out of range or
// greater than the number of the counter's values ([id.ErrRange]). The block beside
// an error is empty.
func (g *Generator) Block(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		b, err := g.reserve(g.ticks(), n)
		return b, err
	})
	return Block(drawn), err
}

// NewBlock is [Generator.Block] of the package's default generator. It returns the errors with
// which [New] panics.
func NewBlock(n int) (Block, error) {
	drawn, err := block.Make(format, n, MaxBlock, func() (block.Source[ID], error) {
		now := clock.System.Millis()
		b, err := standard.Load().reserve(now, n)
		if err != nil || clock.Ahead(b.tick, now, time.Millisecond) {
			err = standard.Recover(func(g *Generator, now int64) (err error) {
				b, err = g.reserve(now, n)
				return err
			})
		}
		return b, err
	})
	return Block(drawn), err
}

// reserve is Block for a clock that shows now, without the places. n is 1 to MaxBlock.
func (g *Generator) reserve(now int64, n int) (*consecutive, error) {
	p, err := g.prepare(now)
	if err != nil {
		return nil, err
	}
	if room := p.layout.Max + 1; uint64(n) > room {
		return nil, block.Check(format, n, int(room))
	}
	// Before the counter, which a failure must not move.
	_, initial, err := g.source.Draw(g.Rand, 4)
	if err != nil {
		return nil, fault.Rand(format, err)
	}
	seed, err := g.source.Seed(g.Rand)
	if err != nil {
		return nil, fault.Rand(format, err)
	}
	// A great block needs a smaller initial value, so that it fits the counter.
	initial = min(initial&p.initial, p.layout.Max+1-uint64(n))
	tick, number, err := g.claim(p, now, initial, uint64(n))
	if err != nil {
		return nil, err
	}
	return &consecutive{plan: p, tick: tick, number: number, seed: seed}, nil
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

// consecutive holds the IDs of a block that follow each other.
type consecutive struct {
	plan   *plan
	tick   int64
	number uint64       // the counter of the ID at place 0
	seed   entropy.Seed // of the random bits
}

// ID returns the ID at a place, whose counter is that much greater.
func (b *consecutive) ID(place int) (x ID) {
	hi, lo := b.seed.At(place)
	x.set(b.plan.words(b.tick, b.number+uint64(place), hi, lo))
	return x
}
