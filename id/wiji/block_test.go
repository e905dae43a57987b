package wiji_test

import (
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

// still is a generator whose clock stands at a time.
func still(at int64) *wiji.Generator {
	return &wiji.Generator{Clock: func() time.Time { return time.UnixMicro(at) }, Rand: zeros{}}
}

// FuzzBlock: a block is what so many calls of New would have made, and New goes on
// behind it.
func FuzzBlock(f *testing.F) {
	f.Add(uint16(0), uint16(0))
	f.Add(uint16(1), uint16(300))
	f.Add(uint16(255), uint16(255))
	f.Add(uint16(3), uint16(math.MaxUint16-3))
	f.Add(uint16(0), uint16(math.MaxUint16))
	f.Fuzz(func(t *testing.T, before, size uint16) {
		n := 1 + int(size)%(wiji.MaxBlock-int(before)) // as many as the microsecond has
		one, many := still(7), still(7)
		for range before {
			if a, b := must(one.New()), must(many.New()); a != b {
				t.Fatalf("two generators alike make %v and %v", a, b)
			}
		}
		block := must(many.Block(n))
		if block.Len() != n {
			t.Errorf("a block of %d has %d", n, block.Len())
		}
		for x := range block.All() {
			if want := must(one.New()); x != want {
				t.Fatalf("the block has %v where New makes %v", x, want)
			}
		}
		if int(before)+n == wiji.MaxBlock {
			return
		}
		if a, b := must(one.New()), must(many.New()); a != b {
			t.Errorf("behind the block comes %v, and %v where there was none", b, a)
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestBlockSize(t *testing.T) {
	for _, n := range []int{math.MinInt, -1, 0, wiji.MaxBlock + 1, math.MaxInt} {
		for name, draw := range map[string]func(int) (wiji.Block, error){"Generator.Block": new(wiji.Generator).Block, "NewBlock": wiji.NewBlock} {
			b, err := draw(n)
			var failed *id.GenerateError
			if !errors.Is(err, id.ErrRange) || !errors.As(err, &failed) || b != (wiji.Block{}) {
				t.Errorf("%s(%d) = %v, %v", name, n, b, err)
			}
		}
	}
	var empty wiji.Block
	if x, ok := empty.Next(); ok || !x.IsZero() || empty.Len() != 0 || len(empty.AppendTo(nil)) != 0 || empty.TwoPass().Len() != 0 {
		t.Error("the zero Block is not empty")
	}
}

// TestBlockTakes: Next takes, All and AppendTo do not.
func TestBlockTakes(t *testing.T) {
	b := must(still(7).Block(600))
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
	for range must(still(7).Block(600)).All() {
		if seen++; seen == 5 {
			break
		}
	}
	if seen != 5 {
		t.Errorf("a loop that breaks off at 5 saw %d", seen)
	}
}

// TestTwoPassOfTheRest: IDs that were taken before do not come again, and a block
// in two passes stays so.
func TestTwoPassOfTheRest(t *testing.T) {
	block := must(still(7).Block(1000))
	var taken []wiji.ID
	for range 300 {
		x, _ := block.Next()
		taken = append(taken, x)
	}
	passes := block.TwoPass()
	if passes.Len() != 700 || block.Len() != 700 {
		t.Errorf("%d of 700 are left", passes.Len())
	}
	for range 100 {
		x, _ := passes.Next()
		taken = append(taken, x)
	}
	again := passes.TwoPass()
	if !slices.Equal(again.AppendTo(nil), passes.AppendTo(nil)) {
		t.Error("two passes of two passes are another order")
	}
	taken = slices.SortedFunc(slices.Values(again.AppendTo(taken)), wiji.Compare)
	if !slices.Equal(taken, must(still(7).Block(1000)).AppendTo(nil)) {
		t.Error("IDs are missing, or came twice")
	}
}

// TestBlockWaits: where a microsecond has no room for a block, the next one has,
// and what the first has left can still be had.
func TestBlockWaits(t *testing.T) {
	var now atomic.Int64
	now.Store(1000)
	g := wiji.Generator{Clock: func() time.Time { return time.UnixMicro(now.Load()) }}
	first := must(g.Block(wiji.MaxBlock - 1)).AppendTo(nil)
	if b, err := g.Block(2); !errors.Is(err, id.ErrExhausted) || b.Len() != 0 {
		t.Fatalf("two IDs where one is left: %d, %v", b.Len(), err)
	}
	if x := must(g.New()); x.Sequence() != wiji.MaxSequence || x.UnixMicros() != 1000 {
		t.Errorf("the last ID of the microsecond is %v", x)
	}
	now.Store(1001)
	second := must(g.Block(wiji.MaxBlock)).AppendTo(nil)
	if x := second[0]; x.UnixMicros() != 1001 || x.Sequence() != 0 || x.Compare(first[len(first)-1]) <= 0 {
		t.Errorf("the next block begins with %v", x)
	}
	now.Store(-1)
	if b, err := g.Block(1); !errors.Is(err, id.ErrRange) || b.Len() != 0 {
		t.Errorf("a clock before 1970: %d, %v", b.Len(), err)
	}
	now.Store(wiji.MaxTextTimestamp)
	far := must(g.Block(1))
	if x, ok := far.Next(); !ok || x.UnixMicros() != wiji.MaxTextTimestamp {
		t.Errorf("after a jump over centuries: %v", x)
	}
}

// TestBlockConcurrent: blocks and single IDs that goroutines draw side by side are
// all different, and grow for each goroutine.
func TestBlockConcurrent(t *testing.T) {
	var g wiji.Generator
	const goroutines, each = 4, 300
	out := make([][]wiji.ID, goroutines)
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() {
			for n := range each {
				if n%3 == 0 {
					out[i] = append(out[i], must(g.New()))
				} else {
					out[i] = must(g.Block(1 + n*7)).AppendTo(out[i])
				}
			}
		})
	}
	wg.Wait()
	seen := make(map[wiji.ID]bool)
	for _, ids := range out {
		for i, x := range ids {
			if seen[x] || i > 0 && ids[i-1].Compare(x) >= 0 {
				t.Fatalf("%v is made twice, or after a greater one", x)
			}
			seen[x] = true
		}
	}
}

// TestBlockWhole: a block of a whole microsecond is to be had also while others take
// the first ID of most microseconds.
func TestBlockWhole(t *testing.T) {
	var g wiji.Generator
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for !done.Load() {
				must(g.New())
			}
		})
	}
	for range 20 {
		if b := must(g.Block(wiji.MaxBlock)); b.Len() != wiji.MaxBlock {
			t.Errorf("%d IDs", b.Len())
		}
	}
	done.Store(true)
	wg.Wait()
}
