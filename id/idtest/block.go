package idtest

import (
	"errors"
	"sync"
	"testing"

	"github.com/sortid/sortid/id"
)

// block: a block has so many IDs in ascending order, between those that were made
// before and those that are made after it.
func (s suite[T, P]) block(t *testing.T) {
	last := s.New()
	for _, n := range []int{1, 2, 3, 255, 256, 1000, 1 << 16} {
		ids, err := s.NewBlock(n)
		if err != nil || len(ids) != n {
			t.Fatalf("a block of %d has %d IDs, %v", n, len(ids), err)
		}
		for i, x := range append(ids, s.New()) {
			if !x.IsValid() || x.Compare(last) <= 0 {
				t.Fatalf("block of %d: ID %d is %v, after %v", n, i, x, last)
			}
			last = x
		}
	}
	for _, n := range []int{-1, 0, 1<<16 + 1} {
		ids, err := s.NewBlock(n)
		var refused *id.GenerateError
		if !errors.As(err, &refused) || !errors.Is(err, id.ErrRange) || len(ids) != 0 {
			t.Errorf("a block of %d has %d IDs, %v", n, len(ids), err)
		}
	}
}

// blockConcurrent draws blocks and single IDs on many goroutines: all are different,
// and each goroutine sees them grow.
func (s suite[T, P]) blockConcurrent(t *testing.T) {
	const goroutines, each = 8, 60
	out := make([][]T, goroutines)
	var wg sync.WaitGroup
	for g := range out {
		wg.Go(func() {
			for i := range each {
				ids, err := s.NewBlock(1 + i*g)
				if err != nil {
					t.Error(err)
					return
				}
				out[g] = append(append(out[g], ids...), s.New())
			}
		})
	}
	wg.Wait()
	seen := make(map[T]bool)
	for _, ids := range out {
		for i, x := range ids {
			if seen[x] || i > 0 && ids[i-1].Compare(x) >= 0 {
				t.Fatalf("%v is made twice, or after a greater one", x)
			}
			seen[x] = true
		}
	}
}
