package wiji

import (
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/tick"
)

// with makes g the default generator for the time of a test.
func with(t *testing.T, g *Generator) {
	old := standard.Load()
	t.Cleanup(func() { standard.Store(old) })
	standard.Store(g)
}

// at makes an ID with a generator for a time.
func at(t *testing.T, g *Generator, micros int64) (x ID) {
	t.Helper()
	hi, lo, err := g.at(micros)
	if err != nil {
		t.Fatal(err)
	}
	x.set(hi, lo)
	return x
}

// TestDefaultHolds: after a small step back of the clock, IDs stay in order.
func TestDefaultHolds(t *testing.T) {
	g := new(Generator)
	last := at(t, g, tick.System.Micros()+(tick.MaxHold/2).Microseconds())
	with(t, g)
	for range 100 {
		x := New()
		if x.Compare(last) <= 0 || x.UnixMicros() != last.UnixMicros() {
			t.Fatalf("%v comes after %v", x, last)
		}
		last = x
	}
}

// TestDefaultRenews: a clock that was decades ahead does not date IDs for ever.
func TestDefaultRenews(t *testing.T) {
	for _, d := range []time.Duration{2 * tick.MaxHold, 100 * 365 * 24 * time.Hour} {
		g := new(Generator)
		old := at(t, g, tick.System.Micros()+d.Microseconds())
		with(t, g)
		ids := make([]ID, 4)
		var wg sync.WaitGroup
		for i := range ids {
			wg.Go(func() { ids[i] = New() })
		}
		wg.Wait()
		for _, x := range ids {
			if off := time.Since(x.Time()); off > time.Minute || off < -time.Minute || x.Random() == old.Random() {
				t.Errorf("%v ahead: an ID carries the time %v, and the random field %x", d, x.Time(), x.Random())
			}
		}
		a, b := New(), New()
		if standard.Load() == g || a.Compare(b) >= 0 {
			t.Errorf("%v ahead: %v, then %v", d, a, b)
		}
	}
}

// TestDefaultBlock: blocks hold, wait and begin anew as single IDs do.
func TestDefaultBlock(t *testing.T) {
	draw := func() (x ID) {
		t.Helper()
		b, err := NewBlock(1000)
		if err != nil || b.Len() != 1000 {
			t.Fatalf("a block of %d IDs, %v", b.Len(), err)
		}
		x, _ = b.Next()
		return x
	}
	g := new(Generator)
	last := at(t, g, tick.System.Micros()+(tick.MaxWait/2).Microseconds())
	with(t, g)
	if x := draw(); x.UnixMicros() != last.UnixMicros() || x.Sequence() != 1 {
		t.Errorf("a block in a held microsecond begins with %v, after %v", x, last)
	}
	if x := New(); x.UnixMicros() != last.UnixMicros() || x.Sequence() != 1001 {
		t.Errorf("after the block comes %v", x)
	}
	for last.Sequence() < MaxSequence-10 {
		last = at(t, g, last.UnixMicros()-1)
	}
	if x := draw(); x.UnixMicros() <= last.UnixMicros() || x.Sequence() != 0 || standard.Load() != g {
		t.Errorf("a block that has no room in a held microsecond begins with %v, after %v", x, last)
	}
	last = at(t, g, tick.System.Micros()+2*tick.MaxHold.Microseconds())
	if x := draw(); x.Random() == last.Random() || standard.Load() == g || time.Until(x.Time()) > time.Second {
		t.Errorf("after a clock that was far ahead, a block begins with %v", x)
	}
}

// TestDefaultWaits: a held timestamp whose sequence is used up is waited for, also
// where a generator of the application's own gives up.
func TestDefaultWaits(t *testing.T) {
	g := new(Generator)
	last := at(t, g, tick.System.Micros()+(tick.MaxWait*5/4).Microseconds())
	for last.Sequence() < MaxSequence {
		last = at(t, g, last.UnixMicros()-1)
	}
	with(t, g)
	x := New()
	if x.Compare(last) <= 0 || x.UnixMicros() <= last.UnixMicros() || standard.Load() != g {
		t.Errorf("%v comes after %v", x, last)
	}
}
