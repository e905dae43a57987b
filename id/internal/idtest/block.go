package idtest

import (
	"errors"
	"math"
	"slices"
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

// blockTakes: Next takes IDs, All and AppendTo do not.
func (s suite[T, P]) blockTakes(t *testing.T) {
	b := s.drawn(t, min(600, s.MaxBlock))
	all := b.AppendTo(nil)
	for i, want := range all {
		if rest := b.AppendTo(nil); !slices.Equal(rest, all[i:]) {
			t.Fatalf("after %d were taken, %d are left", i, len(rest))
		}
		if x, ok := b.Next(); x != want || !ok {
			t.Fatalf("ID %d is %v, %v, want %v", i, x, ok, want)
		}
	}
	if x, ok := b.Next(); ok || !x.IsZero() || b.Len() != 0 {
		t.Errorf("a block that is used up gives %v", x)
	}
	seen := 0
	for range s.drawn(t, min(600, s.MaxBlock)).All() {
		if seen++; seen == 5 {
			break
		}
	}
	if seen != 5 {
		t.Errorf("a loop that breaks at 5 saw %d", seen)
	}
}

// blockTwoPass: two passes return each ID that is left once, in two ascending runs.
// IDs that were taken before do not come again.
func (s suite[T, P]) blockTwoPass(t *testing.T) {
	b := s.drawn(t, min(1000, s.MaxBlock))
	want := b.AppendTo(nil)
	var got []T
	for range len(want) / 3 {
		x, _ := b.Next()
		got = append(got, x)
	}
	passes := b.TwoPass()
	if passes.Len() != len(want)-len(got) || b.Len() != passes.Len() {
		t.Errorf("%d of %d are left", passes.Len(), len(want)-len(got))
	}
	order := passes.AppendTo(nil)
	runs := 1
	for i := 1; i < len(order); i++ {
		if order[i].Compare(order[i-1]) <= 0 {
			runs++
		}
	}
	if runs != 2 {
		t.Errorf("two passes are %d ascending runs", runs)
	}
	for range len(order) / 4 {
		x, _ := passes.Next()
		got = append(got, x)
	}
	again := passes.TwoPass()
	if !slices.Equal(again.AppendTo(nil), passes.AppendTo(nil)) {
		t.Error("two passes of two passes are another order")
	}
	got = slices.SortedFunc(slices.Values(again.AppendTo(got)), T.Compare)
	if !slices.Equal(got, want) {
		t.Error("IDs are missing, or came twice")
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
	for range 20 {
		if b, err := s.NewBlock(s.MaxBlock); err != nil || b.Len() != s.MaxBlock {
			t.Errorf("%d IDs, %v", b.Len(), err)
		}
	}
	close(done)
	wg.Wait()
}
