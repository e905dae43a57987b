package clock

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id/internal/instance"
)

// TestReadings: a new clock shows the time in each unit, by its first reading and by the anchor of that.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name   string
		read   func(*Clock) int64
		second int64 // in the unit
	}{
		{"Micros", (*Clock).Micros, 1_000_000},
		{"Millis", (*Clock).Millis, 1_000},
		{"Steps", (*Clock).Steps, 4_096_000},
	} {
		for range 20 {
			now := time.Now().Unix()
			var fresh Clock
			for _, reading := range []string{"first", "second"} {
				if off := c.read(&fresh)/c.second - now; off < -10 || off > 10 {
					t.Fatalf("the %s reading of %s is off by %d s", reading, c.name, off)
				}
			}
			if fresh.base.Load() == 0 || !fresh.anchored(fresh.expiry.Load()-1) {
				t.Fatalf("%s leaves no anchor", c.name)
			}
			// What the anchor says, unless it expires meanwhile.
			fresh.offset.Add(int64(time.Hour))
			fresh.expiry.Store(int64(time.Since(start)) + anchorInterval)
			if off := c.read(&fresh)/c.second - now; off < -10 || off > 10 && off < 3590 || off > 3610 {
				t.Fatalf("%s by an anchor that is an hour ahead is off by %d s", c.name, off)
			}
		}
	}
}

// TestAnchorLife: an anchor is valid for a millisecond, and for readings up to a millisecond older than it.
func TestAnchorLife(t *testing.T) {
	var c Clock
	c.expiry.Store(10_000_000)
	for mono, want := range map[int64]bool{7_999_999: false, 8_000_000: true, 9_000_000: true, 9_999_999: true, 10_000_000: false, 10_000_001: false, -1 << 62: false} {
		if c.anchored(mono) != want {
			t.Errorf("the anchor is valid at %d: %v", mono, !want)
		}
	}
	if c := new(Clock); c.anchored(0) || c.anchored(1) {
		t.Error("a new clock has an anchor")
	}
}

// TestAnchorLimits: anchors are of the times whose nanoseconds fit an int64, with a day to spare.
func TestAnchorLimits(t *testing.T) {
	for seconds, want := range map[int64]int64{
		0: 7, 1: 1_000_000_007, 9_223_285_635: 9_223_285_635_000_000_007, 9_223_285_636: noAnchor, -1: noAnchor, 1 << 40: noAnchor,
	} {
		var c Clock
		if got := c.anchor(100, time.Unix(seconds, 7)); got != want {
			t.Errorf("second %d: %d, want %d", seconds, got, want)
		}
		wantOffset := want - 100
		if want == noAnchor {
			wantOffset = 0
		}
		if c.offset.Load() != wantOffset {
			t.Errorf("second %d: the offset is %d, want %d", seconds, c.offset.Load(), wantOffset)
		}
		if expiry := c.expiry.Load(); (expiry == 1_000_100) != (want != noAnchor) {
			t.Errorf("second %d: the anchor expires at %d", seconds, expiry)
		}
	}
}

// TestAnchorTaken: a goroutine that finds the lock taken uses its own readings, and leaves the lock to others.
func TestAnchorTaken(t *testing.T) {
	var c Clock
	c.mu.Lock()
	if got := c.anchor(100, time.Unix(5, 0)); got != 5_000_000_000 || c.expiry.Load() != 0 {
		t.Errorf("with the lock taken: %d, and an anchor until %d", got, c.expiry.Load())
	}
	c.mu.Unlock()
	c.anchor(100, time.Unix(5, 0))
	if !c.mu.TryLock() {
		t.Error("the lock is held")
	}
}

// TestNearer: a pair of readings with a pause between is replaced by a nearer one.
func TestNearer(t *testing.T) {
	wall := time.Now()
	mono := int64(wall.Sub(start))
	if m, w := nearer(mono-narrow, wall); m != mono-narrow || any(w) != any(wall) { // Equal ignores the monotonic reading
		t.Error("a pair that is near is replaced")
	}
	m, w := nearer(mono-int64(time.Hour), wall)
	if width := int64(w.Sub(start)) - m; width < 0 || width > int64(time.Minute) || m < mono || w.Before(wall) {
		t.Errorf("a pair an hour apart becomes one that is %v apart", time.Duration(width))
	}
}

// TestRenewWide: of a reading that is old when the wall clock is read, renew makes no anchor.
func TestRenewWide(t *testing.T) {
	var c Clock
	mono := int64(time.Since(start))
	if nanos := c.renew(mono - int64(time.Hour)); nanos < time.Now().Add(-time.Minute).UnixNano() || c.expiry.Load() < mono {
		t.Errorf("an old reading makes an anchor until %v before it", time.Duration(mono-c.expiry.Load()))
	}
}

// TestCheckInterval: the CPU time is compared when it is due, or the monotonic clock went back, and not before.
func TestCheckInterval(t *testing.T) {
	const due = 1_000_000_000
	interval := int64(10 * time.Millisecond)
	for _, c := range []struct {
		name           string
		mono           int64
		skips, skipped int32
		want           bool
	}{
		{"just before it is due", due - 1, 0, 0, false},
		{"due", due, 0, 0, true},
		{"due, and one may be skipped", due, 1, 0, false},
		{"due, and one was skipped", due, 1, 1, true},
		{"an interval before", due - interval, 0, 0, false},
		{"the monotonic clock went back", due - interval - 1, 9, 0, true},
	} {
		clock := Clock{due: due, skips: c.skips, skipped: c.skipped}
		clock.anchor(c.mono, time.Unix(5, 0))
		wantDue, wantSkipped := int64(due), c.skipped+1
		if c.want {
			wantDue, wantSkipped = c.mono+interval, 0
		}
		if clock.due != wantDue || clock.skipped != wantSkipped {
			t.Errorf("%s: due %d, %d skipped, want %d, %d", c.name, clock.due, clock.skipped, wantDue, wantSkipped)
		}
	}
}

// TestWatchSince: a recent reading of the cycle counter saves that of the clock.
func TestWatchSince(t *testing.T) {
	diverged := func() instance.Mark {
		System.Watch()
		mark := instance.Now()
		System.base.Store(System.base.Load() - int64(time.Hour))
		System.expiry.Store(0)
		return mark
	}
	mark := diverged()
	if System.WatchSince(0); mark.Current() {
		t.Error("without a reading, a divergence is not noticed")
	}
	if Cycles() == 0 {
		t.Skip("there is no cycle counter")
	}
	for range 10_000 { // a preemption can take longer than a reading is recent
		mark = diverged()
		read := Cycles()
		next := System.WatchSince(read)
		if next == read && mark.Current() {
			return
		}
		if next == read {
			t.Fatal("the clock is watched, and the reading stays")
		}
	}
	t.Error("a recent reading does not save that of the clock")
}

// TestInBubble: in a bubble, the clock of the process shows no time, and the functions that of the bubble.
func TestInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, pause := range []time.Duration{0, time.Microsecond, 1234567 * time.Nanosecond, time.Hour} {
			time.Sleep(pause)
			now := time.Now()
			for name, c := range map[string][2]int64{
				"Micros": {Micros(nil), now.UnixMicro()}, "Millis": {Millis(nil), now.UnixMilli()}, "Steps": {Steps(nil), UnixSteps(now)},
				"the clock's Micros": {System.Micros(), InBubble}, "the clock's Millis": {System.Millis(), InBubble}, "the clock's Steps": {System.Steps(), InBubble},
			} {
				if c[0] != c[1] {
					t.Errorf("%s shows %d, want %d", name, c[0], c[1])
				}
			}
			if Cycles() != 0 {
				t.Error("there is a cycle counter in a bubble")
			}
		}
		if c := new(Clock); c.Millis() != InBubble || c.expiry.Load() != 0 {
			t.Error("a clock has an anchor in a bubble")
		}
	})
	at := time.Unix(1_771_722_000, 123_456_789)
	read := func() time.Time { return at }
	if Micros(read) != 1_771_722_000_123_456 || Millis(read) != 1_771_722_000_123 || Steps(read) != 1_771_722_000_123<<12|456_789<<12/1_000_000 {
		t.Errorf("a clock of the program shows %d, %d, %d", Micros(read), Millis(read), Steps(read))
	}
	if beyond(time.Time.Unix) < 1_700_000_000 {
		t.Error("outside of a bubble, beyond does not show the time")
	}
}

// TestCounterRate: what is known of the cycle counter decides whether it is used.
func TestCounterRate(t *testing.T) {
	known := rate.Load()
	t.Cleanup(func() { rate.Store(known) })
	if rate.Store(slow); Cycles() != 0 || countsTime() {
		t.Error("a slow counter is used")
	}
	if rate.Store(fast); !countsTime() || hasCycles && Cycles() == 0 {
		t.Error("a fast counter is not used")
	}
	rate.Store(0)
	if got := countsTime(); hasCycles && known != 0 && (got != (rate.Load() == fast) || rate.Load() == 0) {
		t.Errorf("the counter is measured as %v, and %d is noted", got, rate.Load())
	}
	if maxCycles != 4096 || minRate != 256 {
		t.Errorf("%d cycles at %d a microsecond", maxCycles, minRate)
	}
}
