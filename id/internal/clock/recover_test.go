package clock

import (
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/watch"
)

// fullAtTick is defaultAtTick without an ID left in the tick.
func fullAtTick(tick int64, read func() int64) *Default[gen] {
	d := defaultAtTick(tick, read)
	d.Load().left = 0
	return d
}

// TestRecoverWaits: a default generator waits for the held tick to pass, also longer than one call of Wait does, and
// begins a new generator when the clock stands still for MaxHold.
func TestRecoverWaits(t *testing.T) {
	for _, c := range []struct {
		name  string
		lead  int64 // of the held tick before the clock, in milliseconds
		speed int64 // of the clock
		want  int64 // the tick of the ID, from someTick on
		kept  bool
		took  time.Duration
	}{
		{"a clock that shows a later tick", -1, 1, 1, true, 0},
		{"the same tick", 0, 1, 1, true, time.Millisecond},
		{"21 ms", 21, 1, 1, true, 22 * time.Millisecond},
		{"as long as Wait waits", MaxWait.Milliseconds(), 1, 1, true, MaxWait + time.Millisecond},
		{"longer than Wait waits", MaxWait.Milliseconds() + 1, 1, 1, true, MaxWait + 2*time.Millisecond},
		{"as long as a tick is held", holdable - 1, 1, 1, true, MaxHold},
		{"a clock that stands still", 20, 0, -20, false, 10_090 * time.Millisecond}, // ten calls of Wait, which sleeps 21 ms at a time
		{"a clock that stands still, longer than Wait waits", MaxWait.Milliseconds() + 1, 0, -MaxWait.Milliseconds() - 1, false, MaxHold},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			d := fullAtTick(someTick, func() int64 { return someTick - c.lead + c.speed*time.Since(begun).Milliseconds() })
			g := d.Load()
			tick, err := recover1(d)
			if took := time.Since(begun); err != nil || tick != someTick+c.want || (d.Load() == g) != c.kept || took != c.took {
				t.Errorf("%s: tick %d, %v, after %v, the generator is kept: %v", c.name, tick-someTick, err, took, d.Load() == g)
			}
		})
	}
}

// TestRecoverEvents: an event has how far the clock was back when the call began, also if the call waits several times.
// A generator without IDs has no order that a new one could lose.
func TestRecoverEvents(t *testing.T) {
	var events []watch.Event
	report := func(e watch.Event) { events = append(events, e) }
	watch.Watcher.Store(&report)
	t.Cleanup(func() { watch.Watcher.Store(nil) })
	for _, c := range []struct {
		name  string
		tick  int64 // of the held generator; 0 if it has made no ID
		now   int64 // at first
		speed int64
		want  []watch.Event
	}{
		{"a clock 2 s back", someTick, someTick - 2000, 1, []watch.Event{{Behind: 2 * time.Second, Waited: 2*time.Second + time.Millisecond}}},
		{"a clock 2 s back that stands still", someTick, someTick - 2000, 0, []watch.Event{{Behind: 2 * time.Second, Waited: MaxHold, Restarted: true}}},
		{"a generator without IDs", 0, 0, 0, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			events = nil
			begun := time.Now()
			d := fullAtTick(c.tick, func() int64 { return c.now + c.speed*time.Since(begun).Milliseconds() })
			old := d.Load()
			err := d.Recover(func(g *gen, now int64) error {
				switch {
				case c.tick != 0:
					_, err := g.take(now)
					return err
				case g == old:
					return ErrFull
				}
				return nil
			})
			if err != nil || !slices.Equal(events, c.want) {
				t.Errorf("%s: error %v, events %+v, want %+v", c.name, err, events, c.want)
			}
		})
	}
}

// TestAhead: a tick may be MaxHold ahead of the clock, and no more.
func TestAhead(t *testing.T) {
	for _, c := range []struct {
		tick, now int64
		unit      time.Duration
		want      bool
	}{
		{someTick, someTick, time.Millisecond, false},
		{someTick, someTick + 1<<40, time.Millisecond, false},
		{someTick + 10_000, someTick, time.Millisecond, false},
		{someTick + 10_001, someTick, time.Millisecond, true},
		{someTick + 10_000_000, someTick, time.Microsecond, false},
		{someTick + 10_000_001, someTick, time.Microsecond, true},
	} {
		if got := Ahead(c.tick, c.now, c.unit); got != c.want {
			t.Errorf("tick %d at %d is ahead: %v", c.tick, c.now, got)
		}
	}
}

// TestLagDuration: the duration between ticks is at most the greatest one.
func TestLagDuration(t *testing.T) {
	d := Default[gen]{Unit: time.Millisecond}
	for held, want := range map[int64]time.Duration{
		7: 7 * time.Millisecond, math.MaxInt64 / 1_000_000: math.MaxInt64 / 1_000_000 * time.Millisecond, math.MaxInt64/1_000_000 + 1: math.MaxInt64, math.MaxInt64: math.MaxInt64,
	} {
		if got := d.duration(held, 0); got != want {
			t.Errorf("%d ticks are %v, want %v", held, got, want)
		}
	}
	if got := d.duration(math.MaxInt64, math.MinInt64); got != math.MaxInt64 {
		t.Errorf("all ticks are %v", got)
	}
}

// TestBubbles: a bubble gets the generator whose last ID is of its time or a little later, the newest if there are
// several, and a new one otherwise.
func TestBubbles(t *testing.T) {
	var b bubbles[gen]
	held := (*gen).held
	first := b.find(100, 5, held)
	if again := b.find(100, 5, held); again != first {
		t.Error("a generator without an ID is not that of the time for which it was made")
	}
	first.tick = 105
	for now, same := range map[int64]bool{100: true, 105: true, 102: true, 99: false, 106: false} {
		got := b.find(now, 5, held)
		if (got == first) != same {
			t.Errorf("at %d, the generator of 105 is found: %v", now, !same)
		}
		if got != first {
			b.members = b.members[:1]
		}
	}
	second := b.find(200, 5, held)
	first.tick, second.tick = 300, 300
	if got := b.find(300, 5, held); got != second {
		t.Error("of two generators, the older one is found")
	}
	for now := range int64(maxBubbles) {
		b.find(1000+10*now, 5, held)
	}
	if len(b.members) != maxBubbles || b.members[0].begun != 1000 {
		t.Errorf("%d generators are kept, from that of %d on", len(b.members), b.members[0].begun)
	}
}

// TestBubblesUnlocked: find does not hold the lock when it returns.
func TestBubblesUnlocked(t *testing.T) {
	var b bubbles[gen]
	b.find(1, 0, (*gen).held)
	if !b.mu.TryLock() {
		t.Error("the lock is held")
	}
}

// TestRecoverInBubble: in a bubble, the generator of the process stays as it is, and a full tick passes by a sleep.
func TestRecoverInBubble(t *testing.T) {
	for _, c := range []struct {
		unit  time.Duration
		ticks int64 // of a second
	}{{time.Millisecond, 1_000}, {time.Microsecond, 1_000_000}} {
		synctest.Test(t, func(t *testing.T) {
			d := &Default[gen]{Unit: c.unit, Read: func() int64 { return InBubble }, Held: (*gen).held}
			g := &gen{tick: 1 << 50, left: 2}
			d.Store(g)
			begun := time.Now()
			now := begun.Unix() * c.ticks
			for i, want := range []int64{now, now, now + 1, now + 1, now + 2} { // two IDs a tick
				if tick, err := recover1(d); err != nil || tick != want {
					t.Errorf("ID %d has the tick %d, %v, want %d", i, tick, err, want)
				}
			}
			if took := time.Since(begun); took != 2*c.unit || d.Load() != g || g.left != 2 {
				t.Errorf("5 IDs took %v, and the generator of the process has %d left", took, d.Load().left)
			}
			failure := errors.New("failure")
			if err := d.Recover(func(*gen, int64) error { return failure }); !errors.Is(err, failure) || time.Since(begun) != 2*c.unit {
				t.Errorf("another error: %v, after %v", err, time.Since(begun))
			}
		})
	}
	// A tick that does not pass in time is an error, and no loop.
	synctest.Test(t, func(t *testing.T) {
		d := &Default[gen]{Unit: time.Millisecond, Read: func() int64 { return InBubble }, Held: func(*gen) (int64, bool) { return math.MaxInt64, true }}
		d.Store(new(gen))
		if err := d.Recover(func(*gen, int64) error { return id.ErrExhausted }); !errors.Is(err, id.ErrExhausted) {
			t.Errorf("a tick that does not pass: %v", err)
		}
	})
}
