package wiji_test

import (
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

// TestGeneratorsDiffer: generators that see the same clock differ by their random
// fields alone, and each keeps its own.
func TestGeneratorsDiffer(t *testing.T) {
	clock := func() time.Time { return time.UnixMicro(1_774_397_000_000_000) }
	randoms := make(map[uint64]bool)
	for range 100 {
		g := wiji.Generator{Clock: clock}
		var first wiji.ID
		for i := range 10 {
			x, err := g.New()
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = x
			}
			if x.Random() != first.Random() || int(x.Sequence()) != i {
				t.Errorf("ID %d has the random field %x and the sequence %d", i, x.Random(), x.Sequence())
			}
		}
		randoms[first.Random()] = true
	}
	if len(randoms) != 100 {
		t.Errorf("100 generators have %d random fields", len(randoms))
	}
}

func TestRandFails(t *testing.T) {
	broken := errors.New("no dice")
	g := wiji.Generator{Rand: io.MultiReader(iotest.ErrReader(broken))}
	x, err := g.New()
	if !errors.Is(err, id.ErrEntropy) || !errors.Is(err, broken) || !x.IsZero() {
		t.Errorf("a broken Rand gives %v, %v", x, err)
	}
	// A short read must not pass for randomness.
	g = wiji.Generator{Rand: strings.NewReader("short")}
	if x, err := g.New(); !errors.Is(err, io.ErrUnexpectedEOF) || !x.IsZero() {
		t.Errorf("a short Rand gives %v, %v", x, err)
	}
}

// TestRandRecovers: a generator whose first call failed is as a new one.
func TestRandRecovers(t *testing.T) {
	r := io.MultiReader(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("1234567"))), strings.NewReader("\xffabcdefg"))
	clock := func() time.Time { return time.UnixMicro(5) }
	g := wiji.Generator{Clock: clock, Rand: r}
	var x wiji.ID
	var err error
	for range 20 {
		if x, err = g.New(); err == nil {
			break
		}
	}
	if err != nil || x.Sequence() != 0 || x.UnixMicros() != 5 {
		t.Errorf("after failures: %v, sequence %d, %v", x, x.Sequence(), err)
	}
}

// TestExhausted: a clock that stands still ends in an error, not in a wait without
// end, and the generator goes on when the clock does.
func TestExhausted(t *testing.T) {
	var now atomic.Int64
	now.Store(1000)
	g := wiji.Generator{Clock: func() time.Time { return time.UnixMicro(now.Load()) }}
	var last wiji.ID
	for i := range wiji.MaxSequence + 1 {
		x, err := g.New()
		if err != nil || int(x.Sequence()) != i || x.UnixMicros() != 1000 {
			t.Fatalf("ID %d is %v, %v", i, x, err)
		}
		last = x
	}
	now.Store(-1)
	if _, err := g.New(); !errors.Is(err, id.ErrRange) {
		t.Errorf("a clock before 1970: %v", err)
	}
	now.Store(1000)
	if x, err := g.New(); !errors.Is(err, id.ErrExhausted) || !x.IsZero() || !strings.Contains(err.Error(), "Generator") {
		t.Errorf("an exhausted microsecond gives %v, %v", x, err)
	}
	now.Store(1001)
	if x, err := g.New(); err != nil || x.UnixMicros() != 1001 || x.Sequence() != 0 || x.Compare(last) <= 0 {
		t.Errorf("after the clock went on: %v, sequence %d, %v", x, x.Sequence(), err)
	}
}

// TestFarBehind: a clock that is a day behind is not waited for, and no number of
// failures moves the state.
func TestFarBehind(t *testing.T) {
	var now atomic.Int64
	now.Store(1)
	g := wiji.Generator{Clock: func() time.Time { return time.UnixMicro(now.Load()) }}
	last, err := g.New()
	if err != nil {
		t.Fatal(err)
	}
	far := time.Now().AddDate(30, 0, 0).UnixMicro()
	now.Store(far)
	x, err := g.New()
	if err != nil || x.UnixMicros() != far || x.Compare(last) <= 0 {
		t.Fatalf("after a jump: %v, %v", x, err)
	}
	now.Store(far - int64(24*time.Hour/time.Microsecond))
	for range wiji.MaxSequence {
		if x, err = g.New(); err != nil || x.UnixMicros() != far {
			t.Fatalf("while holding: %v, %v", x, err)
		}
	}
	for range 2_000_000 {
		if x, err = g.New(); !errors.Is(err, id.ErrExhausted) {
			t.Fatalf("a day behind and exhausted: %v, %v", x, err)
		}
	}
	now.Store(far + 1)
	if x, err = g.New(); err != nil || x.UnixMicros() != far+1 || x.Sequence() != 0 {
		t.Fatalf("after the clock went on: %v, sequence %d, %v", x, x.Sequence(), err)
	}
}

// TestConcurrentJumps lets goroutines draw while the clock jumps about by decades,
// so that the counter changes its base under them.
func TestConcurrentJumps(t *testing.T) {
	var now atomic.Int64
	now.Store(1)
	g := wiji.Generator{Clock: func() time.Time { return time.UnixMicro(now.Load()) }}
	const goroutines, each = 4, 5000
	ids := make([][]wiji.ID, goroutines)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			for n := range each {
				if n%500 == 0 {
					now.Add(int64(i+1) * 1e14) // three years and more
				}
				x, err := g.New()
				if err != nil {
					t.Error(err)
					return
				}
				ids[i] = append(ids[i], x)
			}
		})
	}
	wg.Wait()
	seen := make(map[wiji.ID]bool)
	for _, list := range ids {
		for i, x := range list {
			if seen[x] || i > 0 && list[i-1].Compare(x) >= 0 {
				t.Fatalf("%v is made twice, or after a greater one", x)
			}
			seen[x] = true
		}
	}
}

func TestCompareFields(t *testing.T) {
	for _, f := range []wiji.Fields{
		{Version: 1, Timestamp: wiji.MaxTimestamp + 1}, {Version: 1, Random: wiji.MaxRandom + 1}, {Version: 2}, {},
	} {
		if x, err := wiji.FromFields(f); err == nil || !x.IsZero() {
			t.Errorf("FromFields(%+v) = %v, %v", f, x, err)
		}
	}
	a, b := wiji.New(), wiji.New()
	if wiji.Compare(a, b) != -1 || wiji.Compare(b, a) != 1 || wiji.Compare(a, a) != 0 {
		t.Error("Compare is wrong")
	}
}
