package clock

import (
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/instance"
)

// fake is a pair of clocks that a test moves.
type fake struct {
	mono int64
	wall time.Time
}

func (f *fake) advance(d time.Duration) {
	f.mono += int64(d)
	f.wall = f.wall.Add(d)
}

// read does what Micros does, with the fake clocks.
func (f *fake) read(c *Clock) int64 {
	if c.anchored(f.mono) {
		return (f.mono + c.offset.Load()) / 1000
	}
	if nanos := c.anchor(f.mono, f.wall); nanos >= 0 {
		return nanos / 1000
	}
	return f.wall.UnixMicro()
}

func (f *fake) check(t *testing.T, c *Clock, what string) {
	t.Helper()
	if got, want := f.read(c), f.wall.UnixMicro(); got != want {
		t.Errorf("%s: the clock shows %v, the wall clock %v", what, time.UnixMicro(got), f.wall)
	}
}

// TestReanchor moves the wall clock against the monotonic one, as NTP, operators
// and a suspended machine do: the clock follows within the life of an anchor.
func TestReanchor(t *testing.T) {
	f := fake{mono: 5_000_000, wall: time.Date(2026, 1, 2, 3, 4, 5, 678_901_234, time.UTC)}
	var c Clock
	f.check(t, &c, "at first")
	for range 50 {
		f.advance(37 * time.Microsecond)
		f.check(t, &c, "as time passes")
	}
	for _, step := range []time.Duration{time.Microsecond, -time.Microsecond, time.Second, -time.Second, 8 * time.Hour, -30 * 24 * time.Hour} {
		f.advance(time.Nanosecond)
		f.read(&c)
		f.wall = f.wall.Add(step)
		f.advance(time.Duration(anchorInterval))
		f.check(t, &c, "after a step of "+step.String())
	}
	f.wall = time.Date(1970, 1, 1, 0, 0, 7, 0, time.UTC)
	f.advance(time.Duration(anchorInterval))
	f.check(t, &c, "at boot, before the time is known")
	f.wall = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	f.advance(time.Duration(anchorInterval))
	f.check(t, &c, "when the time is known")
}

// TestSlew: a wall clock that runs 500 millionths fast, the most that NTP does, is
// followed to the microsecond for ten minutes.
func TestSlew(t *testing.T) {
	f := fake{wall: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	var c Clock
	for range 600_000 {
		f.mono += 1_000_000
		f.wall = f.wall.Add(1_000_500 * time.Nanosecond)
		if d := f.read(&c) - f.wall.UnixMicro(); d < -1 || d > 1 {
			t.Fatalf("the clock is off by %d µs at %v", d, f.wall)
		}
	}
}

// TestDivergence: a step of the wall clock, as when a restored snapshot learns the time,
// begins a new instance of the process before the clock returns a time of after it. So
// does a slew, once it adds up.
func TestDivergence(t *testing.T) {
	f := fake{mono: 1, wall: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	var c Clock
	f.check(t, &c, "at first")
	mark := instance.Now()
	for range 10 {
		f.advance(time.Hour)
		f.check(t, &c, "as time passes")
	}
	f.wall = f.wall.Add(time.Duration(maxDivergence))
	f.advance(time.Duration(anchorInterval))
	f.check(t, &c, "after a small step")
	if !mark.Current() {
		t.Error("clocks that agree begin a new instance")
	}
	for _, step := range []time.Duration{1, time.Second, -time.Second, 30 * 24 * time.Hour, time.Duration(maxDivergence) + 1, -2 * time.Duration(maxDivergence)} {
		mark = instance.Now()
		f.wall = f.wall.Add(step)
		f.advance(time.Duration(anchorInterval))
		f.check(t, &c, "after a step of "+step.String())
		if mark.Current() {
			t.Errorf("a step of %v leaves the instance", step)
		}
	}
	mark = instance.Now()
	for i := range 30 {
		f.mono += 1_000_000_000
		f.wall = f.wall.Add(1_000_500 * time.Microsecond)
		f.check(t, &c, "during a slew")
		if i == 18 && !mark.Current() {
			t.Error("a slew of 9.5 ms begins a new instance")
		}
	}
	if mark.Current() {
		t.Error("a slew of 15 ms leaves the instance")
	}
}

// TestFirstAnchors: goroutines whose readings are the first ones begin no new instance, and
// neither does a clock that shows the first milliseconds of 1970 at boot, until it learns the
// time.
func TestFirstAnchors(t *testing.T) {
	mark := instance.Now()
	for range 2_000 {
		var c Clock
		var ready, all sync.WaitGroup
		ready.Add(4)
		for range 4 {
			all.Go(func() {
				ready.Done()
				ready.Wait()
				c.Micros()
			})
		}
		all.Wait()
		if c.base.Load() == 0 || !mark.Current() {
			t.Fatalf("the base is %d, and the instance is that of before: %t", c.base.Load(), mark.Current())
		}
	}
	f := fake{mono: 7_000_000_000, wall: time.Unix(7, 5_000_000)}
	var c Clock
	f.check(t, &c, "at boot")
	f.advance(time.Second)
	f.wall = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if f.check(t, &c, "when the time is known"); mark.Current() {
		t.Error("the clock learns the time, and the instance stays")
	}
}

// TestCheck counts the comparisons of the CPU time in a second of one anchor a millisecond,
// and in 640 anchors a minute apart.
func TestCheck(t *testing.T) {
	busy, rare := 1000/10, 640
	if instance.RestoreMovesClocks() {
		busy, rare = 1000/(maxSkips+1), 640/(maxSkips+1)
	}
	for _, each := range []struct {
		anchors, want int
		apart         time.Duration
	}{{1000, busy, time.Millisecond}, {640, rare, time.Minute}} {
		f := fake{mono: 1, wall: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		var c Clock
		f.read(&c)
		var got int
		for range each.anchors {
			before := c.due
			f.advance(each.apart)
			f.read(&c)
			if c.due != before {
				got++
			}
		}
		if got != each.want {
			t.Errorf("%d anchors every %v: %d comparisons, want %d", each.anchors, each.apart, got, each.want)
		}
	}
}

// TestMonotonicBack: a process that was moved to another machine can find the monotonic
// clock earlier than before.
func TestMonotonicBack(t *testing.T) {
	f := fake{mono: int64(100 * 24 * time.Hour), wall: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	var c Clock
	f.check(t, &c, "at first")
	mark := instance.Now()
	f.mono -= int64(50 * 24 * time.Hour)
	f.wall = f.wall.Add(time.Minute)
	f.check(t, &c, "on another machine")
	if mark.Current() {
		t.Error("the instance is that of the first machine")
	}
}

// TestWatch: a generator with its own clock notices a divergence, too.
func TestWatch(t *testing.T) {
	for name, read := range map[string]func(){
		"Watch":  System.Watch,
		"Millis": func() { Millis(time.Now) },
		"Micros": func() { Micros(time.Now) },
	} {
		System.Watch()
		mark := instance.Now()
		System.base.Store(System.base.Load() - int64(time.Hour))
		System.expiry.Store(0)
		if read(); mark.Current() {
			t.Errorf("%s does not notice that the clocks diverged", name)
		}
	}
}

// TestFarTimes: where the time in nanoseconds does not fit an int64, no anchor is
// kept, and the time is right all the same.
func TestFarTimes(t *testing.T) {
	f := fake{mono: 1}
	var c Clock
	for _, year := range []int{1900, 1969, 2262, 2400, 4253, 10889, 2026, 1601} {
		f.wall = time.Date(year, 12, 31, 23, 59, 59, 999_999_999, time.UTC)
		for range 3 {
			f.check(t, &c, "far away")
			f.mono += 10
			f.wall = f.wall.Add(10)
		}
		f.mono += anchorInterval
	}
}

// TestSystem compares the clock with time.Now on several goroutines. An ID that is
// made after time.Now was called must not be dated before it.
func TestSystem(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20_000 {
				before := time.Now()
				micros, millis := System.Micros(), System.Millis()
				after := time.Now()
				if micros < before.UnixMicro() && after.Sub(before) < time.Millisecond || micros > after.Add(time.Second).UnixMicro() {
					t.Errorf("Micros shows %d between %d and %d", micros, before.UnixMicro(), after.UnixMicro())
					return
				}
				if millis < before.Add(-time.Second).UnixMilli() || millis > after.Add(time.Second).UnixMilli() {
					t.Errorf("Millis shows %d between %d and %d", millis, before.UnixMilli(), after.UnixMilli())
					return
				}
			}
		})
	}
	wg.Wait()
}
