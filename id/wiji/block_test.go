package wiji_test

import (
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

// stoppedGenerator returns a generator whose clock always shows the same time.
func stoppedGenerator(at int64) *wiji.Generator {
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
		one, many := stoppedGenerator(7), stoppedGenerator(7)
		for range before {
			if a, b := must(one.New()), must(many.New()); a != b {
				t.Fatalf("two equal generators make %v and %v", a, b)
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

// TestBlockWaits: if a microsecond has no room for a block, the next one has, and the
// IDs that the first has left remain available.
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
