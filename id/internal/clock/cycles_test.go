package clock

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestRecent: what is recent is less than a Moment old, whatever happens to the goroutine
// in between.
func TestRecent(t *testing.T) {
	if Recent(0) {
		t.Error("0 is recent")
	}
	if Cycles() == 0 {
		t.Skip("there is no cycle counter")
	}
	recent := 0
	for range 5_000 {
		at := Cycles()
		begun := time.Now()
		for wait := rand.N(2 * Moment); time.Since(begun) < wait; {
			continue
		}
		took := time.Since(begun)
		if !Recent(at) {
			continue
		}
		if recent++; took >= Moment {
			t.Fatalf("a count is recent after %v", took)
		}
	}
	if recent == 0 {
		t.Error("no count is recent")
	}
	if Recent(Cycles() + 1<<40) {
		t.Error("a later count, of another machine, is recent")
	}
}

// TestIsFast: counters of emulators are not used, whose cycles take too long.
func TestIsFast(t *testing.T) {
	for _, c := range []struct {
		name    string
		counted uint64
		took    time.Duration
		want    bool
	}{
		{"1 GHz", 16_000, 16 * time.Microsecond, true},
		{"5 GHz, interrupted for a second", 5_000_000_000, time.Second, true},
		{"256 MHz", 4096, 16 * time.Microsecond, true},
		{"less", 4095, 16 * time.Microsecond, false},
		{"24 MHz, interrupted for a second", 24_000_000, time.Second, false},
		{"a counter of its readings", 1, 16 * time.Microsecond, false},
	} {
		if got := isFast(c.counted, c.took); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestMeasureRate: the counter of this machine is used if it is fast, by the same rule.
func TestMeasureRate(t *testing.T) {
	known := rate.Load()
	t.Cleanup(func() { rate.Store(known) })
	begun, first := time.Now(), cycles()
	time.Sleep(10 * time.Millisecond)
	want := isFast(cycles()-first, time.Since(begun))
	if got := measureRate(); got != want || (rate.Load() == fast) != want {
		t.Errorf("measured as fast: %v, and %d is noted; a counter of this rate is fast: %v", got, rate.Load(), want)
	}
}
