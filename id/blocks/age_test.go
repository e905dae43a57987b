package blocks_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/wiji"
)

// newAgingPool returns a pool with a clock that the test sets, and the sizes of its blocks.
func newAgingPool(opts ...blocks.Option) (pool *blocks.Pool[wiji.ID], now *time.Duration, sizes *[]int) {
	now, sizes = new(time.Duration), new([]int)
	draw := func(n int) (wiji.Block, error) {
		*sizes = append(*sizes, n)
		return wiji.NewBlock(n)
	}
	opts = append(opts, blocks.Size(1000), blocks.Clock(func() time.Duration { return *now }))
	return blocks.NewPool(draw, blocks.InOrder, opts...), now, sizes
}

func take(t *testing.T, w blocks.Writer[wiji.ID], n int) {
	t.Helper()
	for range n {
		if _, err := w.Next(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMaxAge: a pool uses no block for longer than its greatest age, neither one that a
// writer has nor one that was put back, and draws as many IDs as are used in that time.
func TestMaxAge(t *testing.T) {
	pool, now, sizes := newAgingPool(blocks.MaxAge(time.Minute))
	w := pool.Get()
	take(t, w, 300)
	*now += time.Minute
	take(t, w, 1)
	*now++
	take(t, w, 1) // of the second block
	pool.Put(w)
	*now += time.Hour
	w = pool.Get()
	take(t, w, 64+128+256+512+1000+1)
	*now += 45 * time.Second
	take(t, w, 1000)
	if want := []int{1000, 301, 64, 128, 256, 512, 1000, 1000, 1000}; !slices.Equal(*sizes, want) {
		t.Errorf("the blocks have %v IDs, want %v", *sizes, want)
	}
}

// TestNextSize: a block is half as old as it may be when the size of the next one stays the same, and a clock that goes
// back makes it too old.
func TestNextSize(t *testing.T) {
	pool, now, sizes := newAgingPool(blocks.MaxAge(time.Minute))
	w := pool.Get()
	take(t, w, 200)
	*now += time.Minute + 1
	take(t, w, 200) // a block of 200, which the next begins in half of its age
	*now += 30*time.Second - 1
	take(t, w, 1)
	*now += time.Minute + 1
	take(t, w, 64) // only one was taken of 400
	*now += 30 * time.Second
	take(t, w, 1)
	*now -= 31 * time.Second
	take(t, w, 1)
	if want := []int{1000, 200, 400, 64, 64, 64}; !slices.Equal(*sizes, want) {
		t.Errorf("the blocks have %v IDs, want %v", *sizes, want)
	}
}

// TestLeastMaxAge: a nanosecond is a limit.
func TestLeastMaxAge(t *testing.T) {
	pool, now, sizes := newAgingPool(blocks.MaxAge(1))
	w := pool.Get()
	take(t, w, 1)
	*now++
	take(t, w, 1)
	*now++
	take(t, w, 1)
	if want := []int{1000, 64}; !slices.Equal(*sizes, want) {
		t.Errorf("the blocks have %v IDs, want %v", *sizes, want)
	}
}

// TestNoMaxAge: without a limit, a block is used to its end.
func TestNoMaxAge(t *testing.T) {
	pool, now, sizes := newAgingPool(blocks.MaxAge(0))
	w := pool.Get()
	take(t, w, 1)
	pool.Put(w)
	*now += 1000 * time.Hour
	take(t, pool.Get(), 999)
	if len(*sizes) != 1 {
		t.Errorf("the blocks have %v IDs, want one block", *sizes)
	}
}
