package idtest

import (
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
)

// drawn draws a block of n IDs.
func (s suite[T, P]) drawn(t *testing.T, n int) blocks.Block[T] {
	t.Helper()
	b, err := s.NewBlock(n)
	if err != nil || b.Len() != n {
		t.Fatalf("a block of %d has %d IDs, %v", n, b.Len(), err)
	}
	return b
}

// block: a block has n IDs in ascending order, greater than those that were made
// before and less than those that are made after it.
func (s suite[T, P]) block(t *testing.T) {
	last := s.New()
	for _, n := range []int{1, 2, 3, 255, 256, 1000, s.MaxBlock - 1, s.MaxBlock} {
		if n > s.MaxBlock {
			continue
		}
		ids := s.drawn(t, n).AppendTo(nil)
		start := ids[0].Time()
		for i, x := range append(ids, s.New()) {
			if !x.IsValid() || x.Compare(last) <= 0 {
				t.Fatalf("block of %d: ID %d is %v, after %v", n, i, x, last)
			}
			if i < n && !x.Time().Equal(start) {
				t.Fatalf("block of %d: ID %d has the time %v", n, i, x.Time())
			}
			last = x
		}
	}
}

// blockRange: a block of no IDs, or of too many, is an error, and the block beside it
// is the zero value, which is empty.
func (s suite[T, P]) blockRange(t *testing.T) {
	for _, n := range []int{math.MinInt, -1, 0, s.MaxBlock + 1, math.MaxInt} {
		b, err := s.NewBlock(n)
		var refused *id.GenerateError
		if !errors.As(err, &refused) || !errors.Is(err, id.ErrRange) || b != (blocks.Block[T]{}) {
			t.Errorf("a block of %d: %v, %v", n, b, err)
		}
		if x, ok := b.Next(); ok || !x.IsZero() || b.Len() != 0 || len(b.AppendTo(nil)) != 0 || b.TwoPass().Len() != 0 {
			t.Error("the zero Block is not empty")
		}
	}
}

// blockConcurrent draws blocks and single IDs on several goroutines: all are
// different, and each goroutine sees them grow.
func (s suite[T, P]) blockConcurrent(t *testing.T) {
	const goroutines, each = 8, 60
	out := make([][]T, goroutines)
	var wg sync.WaitGroup
	for g := range out {
		wg.Go(func() {
			for i := range each {
				b, err := s.NewBlock(1 + i*g%s.MaxBlock)
				if err != nil {
					t.Error(err)
					return
				}
				out[g] = append(b.AppendTo(out[g]), s.New())
			}
		})
	}
	wg.Wait()
	s.distinct(t, out)
}

// blockWhole: a block of the greatest size can be drawn while other goroutines take
// IDs of each tick.
func (s suite[T, P]) blockWhole(t *testing.T) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					s.New()
				}
			}
		})
	}
	for range 5 {
		if b, err := s.NewBlock(s.MaxBlock); err != nil || b.Len() != s.MaxBlock {
			t.Errorf("%d IDs, %v", b.Len(), err)
		}
	}
	close(done)
	wg.Wait()
}
