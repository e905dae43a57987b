package clock

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/watch"
)

// gen is a generator with two IDs a tick, for ticks of zero and more.
type gen struct {
	mu   sync.Mutex
	tick int64
	left int
}

var errOutside = &id.RangeError{Format: "test", Reason: id.ErrOverflow}

func (g *gen) take(now int64) (int64, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case now < 0:
		return 0, errOutside
	case now > g.tick:
		g.tick, g.left = now, 2
	case g.left == 0:
		return g.tick, ErrFull
	}
	g.left--
	return g.tick, nil
}

func (g *gen) held() (int64, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tick, g.tick > 0
}

// defaultAtTick is a default generator whose last ID, with another left in its tick, is of
// tick. Its clock shows what read returns.
func defaultAtTick(tick int64, read func() int64) *Default[gen] {
	d := &Default[gen]{Unit: time.Millisecond, Read: read, Held: (*gen).held}
	d.Store(&gen{tick: tick, left: 1})
	return d
}

// recover1 returns the tick of an ID.
func recover1(d *Default[gen]) (tick int64, err error) {
	err = d.Recover(func(g *gen, now int64) error {
		tick, err = g.take(now)
		return err
	})
	return tick, err
}

const (
	someTick = 1_000_000_000
	holdable = int64(MaxHold / time.Millisecond)
)

func TestRecoverHolds(t *testing.T) {
	for _, back := range []int64{-5, 0, 1, holdable} {
		d := defaultAtTick(someTick, func() int64 { return someTick - back })
		g := d.Load()
		if tick, err := recover1(d); err != nil || tick != someTick-min(back, 0) || d.Load() != g {
			t.Errorf("%d ms back: %d, %v", back, tick, err)
		}
	}
}

// TestRecoverRenews: a clock that was far ahead, or shows a time of decades ago,
// gets a new generator, which stays.
func TestRecoverRenews(t *testing.T) {
	for _, back := range []int64{holdable + 1, someTick - 1} {
		now := someTick - back
		d := defaultAtTick(someTick, func() int64 { return now })
		old := d.Load()
		tick, err := recover1(d)
		kept := d.Load()
		if err != nil || tick != now || kept == old {
			t.Errorf("%d ms back: %d, %v", back, tick, err)
		}
		if tick, err := recover1(d); err != nil || tick != now || d.Load() != kept {
			t.Errorf("%d ms back, the second ID: %d, %v", back, tick, err)
		}
	}
}

// TestRecoverOnce: goroutines that find the generator far ahead continue with one
// new generator.
func TestRecoverOnce(t *testing.T) {
	var now atomic.Int64
	now.Store(1000)
	d := defaultAtTick(someTick, func() int64 { return now.Add(1) / 8 })
	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := make(map[int64]int)
	for range 8 {
		wg.Go(func() {
			for range 200 {
				tick, err := recover1(d)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				seen[tick]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for tick, n := range seen {
		if n > 2 {
			t.Errorf("tick %d has %d IDs of one generator", tick, n)
		}
	}
}

// TestRecoverOutside: a clock that shows a time without IDs is an error, and no
// reason to forget the last ID.
func TestRecoverOutside(t *testing.T) {
	d := defaultAtTick(someTick, func() int64 { return -1 << 63 })
	g := d.Load()
	for range 2 {
		if tick, err := recover1(d); !errors.Is(err, id.ErrRange) || d.Load() != g {
			t.Errorf("%d, %v", tick, err)
		}
	}
	d.Store(new(gen))
	if tick, err := recover1(d); !errors.Is(err, id.ErrRange) {
		t.Errorf("a fresh generator: %d, %v", tick, err)
	}
}

// TestPasses: waiting resolves an exhausted tick, and nothing else.
func TestPasses(t *testing.T) {
	for err, want := range map[error]bool{
		ErrFull: true, id.ErrExhausted: true, id.ErrOverflow: true, errOutside: false, id.ErrRange: false, id.ErrEntropy: false, id.ErrConfig: false,
		&id.GenerateError{Format: "test", Reason: id.ErrExhausted}: true,
	} {
		if passes(err) != want {
			t.Errorf("passes(%v) is %v", err, !want)
		}
	}
}

// TestRecoverReports: a wait and a new generator are events, and nothing else is.
func TestRecoverReports(t *testing.T) {
	var events []watch.Event
	report := func(e watch.Event) { events = append(events, e) }
	watch.Watcher.Store(&report)
	t.Cleanup(func() { watch.Watcher.Store(nil) })
	one := func(d *Default[gen]) watch.Event {
		t.Helper()
		events, d.Name = nil, "test"
		if _, err := recover1(d); err != nil || len(events) != 1 || events[0].Format != "test" {
			t.Fatalf("error %v, events %+v, want one", err, events)
		}
		return events[0]
	}

	var begun time.Time // the first reading, so that the clock is 20 ms back on a busy machine too
	d := defaultAtTick(someTick, func() int64 {
		if begun.IsZero() {
			begun = time.Now()
		}
		return someTick - 20 + time.Since(begun).Milliseconds()
	})
	d.Load().left = 0
	if e := one(d); e.Behind <= 0 || e.Behind > 20*time.Millisecond || e.Waited < watch.Least || e.Restarted {
		t.Errorf("a clock 20 ms back: %+v", e)
	}
	if e := one(defaultAtTick(someTick, func() int64 { return someTick - holdable - 1 })); e.Behind != MaxHold+time.Millisecond || !e.Restarted {
		t.Errorf("a clock too far back: %+v", e)
	}
	if e := one(defaultAtTick(math.MaxInt64/2, func() int64 { return 1 })); e.Behind != math.MaxInt64 || !e.Restarted {
		t.Errorf("a clock of another age: %+v", e)
	}

	events = nil
	for _, back := range []int64{0, 5} {
		if _, err := recover1(defaultAtTick(someTick, func() int64 { return someTick - back })); err != nil || len(events) != 0 {
			t.Errorf("%d ms back, with IDs left: error %v, events %+v", back, err, events)
		}
	}
}
