package key

import (
	"context"
	"database/sql/driver"
)

// block is a block of keys that a generator reserved.
type block[T any] interface {
	Next() (T, bool)
}

// inBlocks takes its keys one at a time, or in blocks.
type inBlocks[T any] struct {
	*generated[T]
	// reserve makes a block of so many keys, to be taken in the order given.
	reserve func(size int, order BlockOrder) (block[T], error)
}

// Blocks returns a source for one goroutine. It reserves blocks from the generator that it
// shares with others. If the format does not allow the size, it returns an error.
func (s *inBlocks[T]) Blocks(size int, order BlockOrder) (Source, error) {
	left, err := s.reserve(size, order)
	if err != nil {
		return nil, err
	}
	next := func() (T, error) {
		for {
			if v, ok := left.Next(); ok {
				return v, nil
			}
			more, err := s.reserve(size, order)
			if err != nil {
				var none T
				return none, err
			}
			left = more
		}
	}
	return &blockSource[T]{generated[T]{name: s.name, clock: s.clock, tick: s.tick, make: next, wrap: s.wrap}, s.generated}, nil
}

// blockSource takes its keys in blocks from the generator of another source, which
// counts its waits.
type blockSource[T any] struct {
	generated[T]
	from *generated[T]
}

// Next returns the next key of the block, or the first one of a new block.
func (s *blockSource[T]) Next(ctx context.Context) (driver.Valuer, error) {
	before := s.waits.Load()
	v, err := s.generated.Next(ctx)
	if n := s.waits.Load() - before; n > 0 {
		s.from.waits.Add(n)
	}
	return v, err
}

// blocks returns a source that makes keys one at a time or in blocks. B is the type of a
// block, and P has its method Next.
func blocks[T any, B interface{ TwoPass() B }, P interface {
	*B
	block[T]
}](one *generated[T], reserve func(int) (B, error)) Source {
	return &inBlocks[T]{one, func(size int, order BlockOrder) (block[T], error) {
		b, err := reserve(size)
		if err != nil {
			return nil, err
		}
		if order == TwoPass {
			b = b.TwoPass()
		}
		return P(&b), nil
	}}
}
