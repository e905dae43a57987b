package blocks_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

func next[T any](t testing.TB, w blocks.Writer[T]) T {
	t.Helper()
	x, err := w.Next()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// refused fails the test unless the writer is finished.
func refused[T comparable](t *testing.T, w blocks.Writer[T]) {
	t.Helper()
	var zero T
	x, err := w.Next()
	var failed *id.GenerateError
	if x != zero || !errors.Is(err, blocks.ErrFinished) || !errors.As(err, &failed) {
		t.Errorf("a finished writer returns %v, %v", x, err)
	}
}

// TestUnique: no ID is returned twice, whatever the goroutines do with their writers,
// while the process is copied again and again.
func TestUnique(t *testing.T) {
	for _, order := range []blocks.Order{blocks.InOrder, blocks.TwoPass} {
		unique(t, blocks.NewPool(wiji.NewBlock, order, blocks.Size(100)))
		unique(t, blocks.NewPool(ulid.NewBlock, order, blocks.Size(100)))
		unique(t, blocks.NewPool(uuidv7.NewBlock, order, blocks.Size(100)))
		unique(t, blocks.NewPool(new(scru160.Generator).Block, order, blocks.Size(100)))
	}
}

func unique[T comparable](t *testing.T, pool *blocks.Pool[T]) {
	t.Helper()
	const goroutines, transactions = 16, 25
	shared := pool.Get() // by all goroutines, which is a mistake
	var made [goroutines][]T
	var writers, copies sync.WaitGroup
	done := make(chan struct{})
	copies.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(200 * time.Microsecond):
				id.Reseed()
			}
		}
	})
	for g := range made {
		writers.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(g)))
			stale := pool.Get()
			for range transactions {
				made[g] = transaction(pool, shared, &stale, rng, made[g])
			}
		})
	}
	writers.Wait()
	close(done)
	copies.Wait()
	all := slices.Concat(made[:]...)
	seen := make(map[T]bool, len(all))
	for _, x := range all {
		seen[x] = true
	}
	if len(seen) != len(all) || len(all) < goroutines*transactions*10 {
		t.Errorf("%d IDs, and %d of them twice", len(all), len(all)-len(seen))
	}
}

// transaction takes 0 to 60 IDs and appends them to made. At random it puts its writer
// back once, twice, not at all, or after somebody else's, and goes on to use it.
func transaction[T any](pool *blocks.Pool[T], shared blocks.Writer[T], stale *blocks.Writer[T], rng *rand.Rand, made []T) []T {
	w := pool.Get()
	for range rng.IntN(60) {
		for i, w := range []blocks.Writer[T]{w, w, *stale, shared} {
			batch := make([]T, 1+i*rng.IntN(2))
			if err := w.Fill(batch); err == nil {
				made = append(made, batch...)
			}
		}
	}
	switch rng.IntN(10) {
	case 0: // forgotten
	case 1:
		pool.Put(*stale)
	case 2:
		pool.Put(shared)
	case 3:
		pool.Put(w)
		pool.Put(w)
	default:
		pool.Put(w)
	}
	*stale = w
	return made
}

// TestOrder: a writer takes the IDs of one block after the other, in the pool's order,
// across its transactions.
func TestOrder(t *testing.T) {
	for name, c := range map[string]struct {
		order blocks.Order
		want  []uint16
	}{
		"in order": {blocks.InOrder, []uint16{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"two pass": {blocks.TwoPass, []uint16{1, 3, 5, 7, 9, 0, 2, 4, 6, 8}},
	} {
		pool := blocks.NewPool(wiji.NewBlock, c.order, blocks.Size(10))
		var last wiji.ID
		for range 3 {
			var block []wiji.ID
			for range c.want {
				w := pool.Get()
				block = append(block, next(t, w))
				pool.Put(w)
			}
			first := slices.MinFunc(block, wiji.ID.Compare)
			for i, x := range block {
				if x.Compare(last) <= 0 || x.UnixMicros() != first.UnixMicros() || x.Sequence()-first.Sequence() != c.want[i] {
					t.Fatalf("%s: ID %d of a block that begins with %v is %v, want %d", name, i, first, x, c.want[i])
				}
			}
			last = slices.MaxFunc(block, wiji.ID.Compare)
		}
	}
}

// counted returns a draw that counts its calls.
func counted(calls *atomic.Int64) func(int) (wiji.Block, error) {
	return func(n int) (wiji.Block, error) {
		calls.Add(1)
		return wiji.NewBlock(n)
	}
}

// TestReuse: the pool lends the block that was put back last, but no empty one while
// another has IDs left.
func TestReuse(t *testing.T) {
	var draws atomic.Int64
	pool := blocks.NewPool(counted(&draws), blocks.InOrder, blocks.Size(4))
	a, b := pool.Get(), pool.Get()
	inA, inB := next(t, a), next(t, b)
	pool.Put(b)
	pool.Put(a)
	again := pool.Get()
	if x := next(t, again); x.Sequence() != inA.Sequence()+1 || x.UnixMicros() != inA.UnixMicros() {
		t.Errorf("after %v, which was put back last, comes %v", inA, x)
	}
	next(t, again)
	next(t, again)
	pool.Put(again) // used up
	other := pool.Get()
	if x := next(t, other); x.Sequence() != inB.Sequence()+1 || x.UnixMicros() != inB.UnixMicros() || draws.Load() != 2 {
		t.Errorf("after %v comes %v, and %d blocks were drawn", inB, x, draws.Load())
	}
}

// TestIdle: the number of blocks that no writer has is limited.
func TestIdle(t *testing.T) {
	const kept, many = 1024, 3000
	var draws atomic.Int64
	pool := blocks.NewPool(counted(&draws), blocks.InOrder, blocks.Size(4))
	for _, want := range []int64{many, 2*many - kept} {
		writers := make([]blocks.Writer[wiji.ID], many)
		for i := range writers {
			writers[i] = pool.Get()
			next(t, writers[i])
		}
		for _, w := range writers {
			pool.Put(w)
		}
		if draws.Load() != want {
			t.Errorf("%d blocks were drawn, want %d", draws.Load(), want)
		}
	}
}

// TestFinished: a writer that was put back, also by its copy, returns an error, and so
// does the zero Writer and that of the zero Pool.
func TestFinished(t *testing.T) {
	pool, other := blocks.NewPool(ulid.NewBlock, blocks.InOrder), blocks.NewPool(ulid.NewBlock, blocks.InOrder)
	w := pool.Get()
	other.Put(w)
	next(t, w)
	duplicate := w
	pool.Put(w)
	refused(t, w)
	refused(t, duplicate)
	heir := pool.Get()
	pool.Put(w)
	pool.Put(duplicate)
	refused(t, w)
	next(t, heir)
	refused(t, blocks.Writer[ulid.ID]{})
	pool.Put(blocks.Writer[ulid.ID]{})
	var zero blocks.Pool[ulid.ID]
	refused(t, zero.Get())
	zero.Put(heir)
	zero.Put(zero.Get())
	next(t, heir)
	// No writer has the block of another one.
	seen := map[*blocks.Slot[ulid.ID]]bool{heir.Slot(): true}
	for _, p := range []*blocks.Pool[ulid.ID]{other, pool, pool} {
		w := p.Get()
		next(t, w)
		if seen[w.Slot()] {
			t.Error("two writers have one block")
		}
		seen[w.Slot()] = true
	}
}

// TestLast: the last ID of a block that was put back is taken before another block is drawn.
func TestLast(t *testing.T) {
	var draws atomic.Int64
	pool := blocks.NewPool(counted(&draws), blocks.InOrder, blocks.Size(2))
	for i, want := range []int64{1, 1, 2} {
		w := pool.Get()
		next(t, w)
		if pool.Put(w); draws.Load() != want {
			t.Errorf("for %d IDs, %d blocks were drawn, want %d", i+1, draws.Load(), want)
		}
	}
}

// TestErrors: the error of a draw is that of Next, and the next call tries again.
func TestErrors(t *testing.T) {
	broken, failure := true, errors.New("no clock")
	pool := blocks.NewPool(func(n int) (uuidv7.Block, error) {
		if broken {
			return uuidv7.Block{}, failure
		}
		return uuidv7.NewBlock(n)
	}, blocks.TwoPass)
	w := pool.Get()
	if x, err := w.Next(); !errors.Is(err, failure) || !x.IsZero() {
		t.Errorf("%v, %v", x, err)
	}
	broken = false
	next(t, w)

	for _, c := range []struct {
		pool   *blocks.Pool[wiji.ID]
		reason id.Reason
	}{
		{blocks.NewPool(wiji.NewBlock, blocks.InOrder, blocks.Size(0)), id.ErrRange},
		{blocks.NewPool(wiji.NewBlock, blocks.InOrder, blocks.Size(wiji.MaxBlock+1)), id.ErrRange},
		{blocks.NewPool((func(int) (wiji.Block, error))(nil), blocks.InOrder), id.ErrConfig},
		{blocks.NewPool(func(int) (b wiji.Block, err error) { return b, nil }, blocks.InOrder), id.ErrConfig},
		{blocks.NewPool(wiji.NewBlock, blocks.TwoPass, blocks.Size(wiji.MaxBlock)), id.Reason{}},
	} {
		w := c.pool.Get()
		x, err := w.Next()
		if reason := c.reason; reason != (id.Reason{}) && (!errors.Is(err, reason) || !x.IsZero()) || reason == (id.Reason{}) && err != nil {
			t.Errorf("%v, %v, want the error %q", x, err, reason)
		}
		c.pool.Put(w)
	}
	if _, err := blocks.NewPool(ulidflake.NewBlock, blocks.InOrder).Get().Next(); err == nil || !strings.Contains(err.Error(), "set blocks.Size") {
		t.Errorf("a format whose blocks are smaller: %v", err)
	}
}

// TestReseed: after the process may have been copied, no ID comes from an older block.
func TestReseed(t *testing.T) {
	var draws atomic.Int64
	pool := blocks.NewPool(counted(&draws), blocks.InOrder)
	idle, lent := pool.Get(), pool.Get()
	next(t, idle)
	pool.Put(idle)
	next(t, lent)
	id.Reseed()
	next(t, lent)
	next(t, pool.Get())
	if draws.Load() != 4 {
		t.Errorf("%d blocks were drawn, want two and two", draws.Load())
	}
}

// TestAllocs: an ID costs no allocation, and a transaction neither.
func TestAllocs(t *testing.T) {
	allocs(t, "wiji", blocks.NewPool(wiji.NewBlock, blocks.TwoPass, blocks.Size(100)))
	allocs(t, "ulid", blocks.NewPool(ulid.NewBlock, blocks.TwoPass, blocks.Size(100)))
	allocs(t, "uuidv7", blocks.NewPool(uuidv7.NewBlock, blocks.TwoPass, blocks.Size(100)))
}

func allocs[T any](t *testing.T, format string, pool *blocks.Pool[T]) {
	t.Helper()
	w := pool.Get()
	if n := testing.AllocsPerRun(1000, func() { next(t, w) }); n > 0 {
		t.Errorf("%s: Next allocates %v times", format, n)
	}
	pool.Put(w)
	if n := testing.AllocsPerRun(1000, func() {
		w := pool.Get()
		next(t, w)
		pool.Put(w)
	}); n > 0 {
		t.Errorf("%s: Get, Next and Put allocate %v times", format, n)
	}
}
