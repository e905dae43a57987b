package uuidv7

import (
	"testing"
	"time"
)

// TestCounterReserve: the steps that reserve hands out, or the time from which it would, for a counter whose next step
// and last reading of the clock are given.
func TestCounterReserve(t *testing.T) {
	const ms, base = stepsMilli, 1000 * stepsMilli // base is the beginning of a millisecond
	for _, c := range []struct {
		name       string
		next, seen uint64
		waiting    int64
		now, n     uint64
		first      uint64
		until      uint64 // where there is no first
		wantSeen   uint64
	}{
		{"the first ID", 0, 0, 0, base + 5, 1, base + 5, 0, base + 5},
		{"a clock that stands still", base + 6, base + 5, 0, base + 5, 1, base + 6, 0, base + 5},
		{"a clock that moves", base + 6, base + 5, 0, base + 9, 1, base + 9, 0, base + 5},
		{"a reading a millisecond later", base + 6, base + 5, 0, base + 5 + ms, 1, base + 5 + ms, 0, base + 5},
		{"a reading later than that", base + 6, base + 5, 0, base + 6 + ms, 1, base + 6 + ms, 0, base + 6 + ms},
		{"the last step of the lead", base + maxLead, base, 0, base, 1, base + maxLead, 0, base},
		{"one step more", base + maxLead + 1, base, 0, base, 1, 0, base + 1, base},
		{"after the clock went back", base + maxLead, base, 0, base - 50*ms, 1, base + maxLead, 0, base},
		{"a whole millisecond", base, base, 0, base, ms, base, 0, base},
		{"a whole millisecond from within one", base + 1, base, 0, base, ms, base + ms, 0, base},
		{"what is left of a millisecond", base + 1, base, 0, base, ms - 1, base + 1, 0, base},
		{"more than is left of a millisecond", base + 2, base, 0, base, ms - 1, base + ms, 0, base},
		{"a millisecond beyond the lead", base + 10*ms, base, 0, base, ms, 0, base + ms - 1, base},
		{"others let blocks wait no longer", base + quickLead, base, 1, base, 1, base + quickLead, 0, base},
		{"others leave the steps to waiting blocks", base + quickLead + 1, base, 1, base, 1, 0, base + 1, base},
		{"the last step of all", maxStep, maxStep, 0, maxStep, 1, maxStep, 0, maxStep},
		{"after the last step", maxStep + 1, maxStep, 0, maxStep, 1, 0, maxStep + 1, maxStep},
		{"a block that exceeds the last step", maxStep, maxStep, 0, maxStep, 2, 0, maxStep + 1, maxStep},
	} {
		var x counter
		x.next.Store(c.next)
		x.seen.Store(c.seen)
		x.waiting.Store(c.waiting)
		first, until, ok := x.reserve(c.now, c.n)
		wantNext := c.first + c.n
		if c.until != 0 {
			wantNext = c.next
		}
		if ok != (c.until == 0) || first != c.first || until != c.until || x.next.Load() != wantNext || x.seen.Load() != c.wantSeen {
			t.Errorf("%s: step %d until %d, %v, next %d, seen %d, want step %d until %d, next %d, seen %d", c.name,
				int64(first-base), int64(until-base), ok, int64(x.next.Load()-base), int64(x.seen.Load()-base),
				int64(c.first-base), int64(c.until-base), int64(wantNext-base), int64(c.wantSeen-base))
		}
	}
}

// TestCounterTake: take adds up to the quick lead, and never moves the counter when it fails.
func TestCounterTake(t *testing.T) {
	const base = 1000 * stepsMilli
	for _, c := range []struct {
		name      string
		next, now uint64
		want      bool
	}{
		{"at the clock", base, base, true},
		{"behind it", base, base + 1, false},
		{"the quick lead", base + quickLead, base, true},
		{"more", base + quickLead + 1, base, false},
		{"near the end of the lifetime", maxStep - maxLead, maxStep - maxLead, true},
		{"nearer", maxStep - maxLead + 1, maxStep - maxLead + 1, false},
	} {
		var x counter
		x.next.Store(c.next)
		first, ok := x.take(c.now)
		wantFirst, wantNext := c.next, c.next+1
		if !c.want {
			wantFirst, wantNext = 0, c.next
		}
		if ok != c.want || first != wantFirst || x.next.Load() != wantNext {
			t.Errorf("%s: step %d, %v, and the next is %d", c.name, first, ok, x.next.Load())
		}
	}
	if last, ok := new(counter).held(); ok {
		t.Errorf("a new counter holds %d", last)
	}
}

// TestWaitingBlocks: a block that waits counts as waiting until it has its steps, once, and an ID does not.
func TestWaitingBlocks(t *testing.T) {
	begin := time.UnixMilli(1_000_000)
	for _, c := range []struct{ n, waiting int }{{1, 0}, {2, 1}, {stepsMilli, 1}} {
		var g Generator
		readings := 0
		g.Clock = func() time.Time {
			if readings++; readings > 1 && g.counter.waiting.Load() != int64(c.waiting) {
				t.Errorf("%d steps: %d wait at reading %d", c.n, g.counter.waiting.Load(), readings)
			}
			return begin.Add(time.Duration(readings) * time.Millisecond)
		}
		steps := uint64(begin.UnixMilli()) * stepsMilli
		g.counter.next.Store(steps + maxLead + 3*stepsMilli)
		g.counter.seen.Store(steps)
		if _, err := g.reserve(int64(steps), uint64(c.n), 1); err != nil || readings < 2 || g.counter.waiting.Load() != 0 {
			t.Errorf("%d steps: %v after %d readings, and %d wait", c.n, err, readings, g.counter.waiting.Load())
		}
	}
}
