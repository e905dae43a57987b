package scru160

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

// ahead returns a generator whose last ID is d ahead of the system clock.
func ahead(t *testing.T, d time.Duration) (*Generator, ID) {
	t.Helper()
	g := new(Generator)
	x, err := at(g, tick.System.Millis()+d.Milliseconds())
	if err != nil {
		t.Fatal(err)
	}
	return g, x
}

// at makes an ID with a generator for a time.
func at(g *Generator, millis int64) (x ID, err error) {
	top, hi, lo, err := g.at(millis)
	x.set(top, hi, lo)
	return x, err
}

// TestDefaultHolds: after a small step back of the clock, IDs stay in order.
func TestDefaultHolds(t *testing.T) {
	g, last := ahead(t, tick.MaxHold/2)
	with(t, g)
	for range 100 {
		x := New()
		if x.Compare(last) <= 0 || x.UnixMillis() != last.UnixMillis() {
			t.Fatalf("%v comes after %v", x, last)
		}
		last = x
	}
}

// TestDefaultRenews: a clock that was decades ahead does not date IDs for ever.
func TestDefaultRenews(t *testing.T) {
	for _, d := range []time.Duration{2 * tick.MaxHold, 100 * 365 * 24 * time.Hour} {
		g, _ := ahead(t, d)
		with(t, g)
		ids := make([]ID, 4)
		var wg sync.WaitGroup
		for i := range ids {
			wg.Go(func() { ids[i] = New() })
		}
		wg.Wait()
		for _, x := range ids {
			if off := time.Since(x.Time()); off > time.Minute || off < -time.Minute {
				t.Errorf("%v ahead: an ID carries the time %v", d, x.Time())
			}
		}
		a, b := New(), New()
		if standard.Load() == g || a.Compare(b) >= 0 {
			t.Errorf("%v ahead: %v, then %v", d, a, b)
		}
	}
}

// TestDefaultWaits: a held timestamp whose counter is used up is waited for, also
// where a generator of the application's own gives up.
func TestDefaultWaits(t *testing.T) {
	g, last := ahead(t, tick.MaxWait*5/4)
	for last.Counter() < 1<<defaultBits-1 {
		x, err := at(g, last.UnixMillis()-1)
		if err != nil || x.Compare(last) <= 0 {
			t.Fatalf("while holding: %v, %v after %v", x, err, last)
		}
		last = x
	}
	with(t, g)
	x := New()
	if x.Compare(last) <= 0 || x.UnixMillis() <= last.UnixMillis() || standard.Load() != g {
		t.Errorf("%v comes after %v", x, last)
	}
}

// TestPlanGuard: whatever the settings, thousands of goroutines that find the
// counter used up do not reach its ticks, and these last for a day at least.
func TestPlanGuard(t *testing.T) {
	for bits := range fieldBits + 1 {
		for _, micros := range []bool{false, true} {
			p, err := newPlan(&Generator{CounterBits: bits, Micros: micros})
			if err != nil {
				t.Fatal(err)
			}
			day := int64(24 * time.Hour / p.unit)
			if p.layout.Max >= 1<<(p.layout.Bits-1) || 1<<p.layout.Bits-p.layout.Max < 10_000 || p.initial > p.layout.Max/2 || int64(1)<<(63-p.layout.Bits) < day {
				t.Errorf("%d bits of random16, Micros %v: %+v, initial %b", bits, micros, p.layout, p.initial)
			}
		}
	}
}
