package uuidv7_test

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
	"github.com/sortid/sortid/id/uuidv7"
)

// maxLead is how many IDs a generator makes while its clock stands still: 10 ms of
// steps, and that of the clock itself.
const maxLead = 10*4096 + 1

// handClock is a clock that is set in nanoseconds since 1970.
type handClock struct{ nanos atomic.Int64 }

func (c *handClock) read() time.Time         { return time.Unix(0, c.nanos.Load()) }
func (c *handClock) set(at time.Time)        { c.nanos.Store(at.UnixNano()) }
func (c *handClock) advance(d time.Duration) { c.nanos.Add(int64(d)) }

// at is a time that has no part of a millisecond.
var at = time.Date(2026, 2, 22, 1, 0, 0, 0, time.UTC)

func newClock() *handClock {
	c := new(handClock)
	c.set(at)
	return c
}

// TestFreshRandom: each ID has its own random bits, all 62 of which change.
func TestFreshRandom(t *testing.T) {
	var ever, always uint64
	always = uuidv7.MaxRandom
	seen := make(map[uint64]bool)
	g := uuidv7.Generator{Clock: newClock().read}
	draw := []func() uuidv7.ID{uuidv7.New, func() uuidv7.ID { return must(g.New()) }, func() uuidv7.ID { return must(uuidv7.At(at)) }}
	const n = 300
	for range n {
		for _, next := range draw {
			r := next().Random()
			ever, always, seen[r] = ever|r, always&r, true
		}
	}
	if ever != uuidv7.MaxRandom || always != 0 || len(seen) != n*len(draw) {
		t.Errorf("of %d IDs, the bits %x are ever set and %x always; %d differ", n*len(draw), ever, always, len(seen))
	}
}

// TestRandFails: a generator whose source fails has not changed.
func TestRandFails(t *testing.T) {
	broken := errors.New("no dice")
	g := uuidv7.Generator{Clock: newClock().read, Rand: io.MultiReader(strings.NewReader("12345678"), iotest.ErrReader(broken))}
	first := must(g.New())
	for range 3 {
		if x, err := g.New(); !errors.Is(err, id.ErrEntropy) || !errors.Is(err, broken) || !x.IsZero() {
			t.Errorf("a broken Rand gives %v, %v", x, err)
		}
		if b, err := g.Block(3); !errors.Is(err, id.ErrEntropy) || b.Len() != 0 {
			t.Errorf("a broken Rand gives a block of %d, %v", b.Len(), err)
		}
	}
	g.Rand = nil
	if x := must(g.New()); x.RandA() != first.RandA()+1 {
		t.Errorf("after failures comes step %d, after %d", x.RandA(), first.RandA())
	}
	// A short read must not pass for randomness.
	g = uuidv7.Generator{Rand: strings.NewReader("short")}
	if x, err := g.New(); !errors.Is(err, io.ErrUnexpectedEOF) || !x.IsZero() {
		t.Errorf("a short Rand gives %v, %v", x, err)
	}
}

// TestLead: while the clock stands still, a generator makes 10 ms of IDs, each of the
// next step; then it fails without a change until the clock moves, an ID a step.
func TestLead(t *testing.T) {
	clock := newClock()
	g := uuidv7.Generator{Clock: clock.read}
	var last uuidv7.ID
	for i := range maxLead {
		x := must(g.New())
		if got := int(x.UnixMillis()-at.UnixMilli())*4096 + int(x.RandA()); got != i {
			t.Fatalf("ID %d has the step %d", i, got)
		}
		last = x
	}
	for range 2 {
		if x, err := g.New(); !errors.Is(err, id.ErrExhausted) || !x.IsZero() || !strings.Contains(err.Error(), "Generator") {
			t.Fatalf("11 ms ahead: %v, %v", x, err)
		}
	}
	clock.advance(245) // more than a step
	x := must(g.New())
	if x.Compare(last) <= 0 || x.RandA() != last.RandA()+1 {
		t.Errorf("after a step comes %v, after %v", x, last)
	}
	clock.advance(time.Second)
	if x := must(g.New()); x.UnixMillis() != at.Add(time.Second).UnixMilli() || x.RandA() != 1 {
		t.Errorf("after a second comes %v, of step %d", x, x.RandA())
	}
}

// TestLeadMoves: a generator waits if its clock moves.
func TestLeadMoves(t *testing.T) {
	clock := newClock()
	g := uuidv7.Generator{Clock: func() time.Time { clock.advance(50 * time.Nanosecond); return clock.read() }}
	var last uuidv7.ID
	for i := range 10 * maxLead {
		x := must(g.New())
		if x.Compare(last) <= 0 {
			t.Fatalf("ID %d is %v, after %v", i, x, last)
		}
		if ahead := x.Time().Sub(clock.read()); ahead > 10*time.Millisecond {
			t.Fatalf("ID %d is %v ahead of the clock", i, ahead)
		}
		last = x
	}
}

// TestClockBack: if the clock goes back, a generator has 10 ms of IDs from the time at
// which it was before, and not from where it is now.
func TestClockBack(t *testing.T) {
	for _, back := range []time.Duration{time.Microsecond, 5 * time.Millisecond, time.Hour, 365 * 24 * time.Hour} {
		clock := newClock()
		g := uuidv7.Generator{Clock: clock.read}
		last := must(g.New())
		clock.advance(-back)
		n := 0
		for {
			x, err := g.New()
			if err != nil {
				if !errors.Is(err, id.ErrExhausted) {
					t.Errorf("%v back: %v", back, err)
				}
				break
			}
			if n++; x.Compare(last) <= 0 || n > maxLead {
				t.Fatalf("%v back: ID %d is %v, after %v", back, n, x, last)
			}
			last = x
		}
		if n != maxLead-1 {
			t.Errorf("%v back: %d IDs", back, n)
		}
		clock.advance(back + 20*time.Millisecond)
		if x := must(g.New()); x.Compare(last) <= 0 || x.UnixMillis() != at.Add(20*time.Millisecond).UnixMilli() {
			t.Errorf("%v back and forth: %v, after %v", back, x, last)
		}
	}
}

// TestEnd: at the end of the lifetime a generator makes the IDs of the last millisecond
// and then fails.
func TestEnd(t *testing.T) {
	now := time.UnixMilli(uuidv7.MaxTimestamp)
	g := uuidv7.Generator{Clock: func() time.Time { return now }}
	for i := range 4096 {
		if x := must(g.New()); x.UnixMillis() != uuidv7.MaxTimestamp || int(x.RandA()) != i {
			t.Fatalf("ID %d is %v", i, x)
		}
	}
	if x, err := g.New(); !errors.Is(err, id.ErrExhausted) || !x.IsZero() {
		t.Errorf("after the last step: %v, %v", x, err)
	}
	now = now.Add(time.Millisecond)
	if x, err := g.New(); !errors.Is(err, id.ErrRange) || !x.IsZero() {
		t.Errorf("after the lifetime: %v, %v", x, err)
	}
}

// TestConcurrentJumps lets goroutines draw while the clock moves forth and back: all IDs
// are different, and each goroutine sees them grow.
func TestConcurrentJumps(t *testing.T) {
	clock := newClock()
	g := uuidv7.Generator{Clock: clock.read}
	const goroutines, each = 4, 5000
	ids := make([][]uuidv7.ID, goroutines)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			for n := range each {
				switch {
				case n%50 == 0:
					clock.advance(time.Duration(i+1) * 3 * time.Millisecond)
				case n%75 == 0:
					clock.advance(-2 * time.Millisecond)
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
	seen := make(map[[8]byte]bool) // the steps alone
	for _, list := range ids {
		for i, x := range list {
			if seen[[8]byte(x[:8])] || i > 0 && list[i-1].Compare(x) >= 0 {
				t.Fatalf("%v is made twice, or after a greater one", x)
			}
			seen[[8]byte(x[:8])] = true
		}
	}
}

// TestAt: an ID of a time carries it up to the step, and the bounds of its millisecond
// enclose it.
func TestAt(t *testing.T) {
	for _, c := range []struct {
		at    time.Time
		randA uint16
	}{
		{at, 0}, {at.Add(243), 0}, {at.Add(245), 1}, {at.Add(250 * time.Microsecond), 1024}, {at.Add(time.Millisecond - 1), 4095},
		{time.UnixMilli(0), 0}, {time.UnixMilli(uuidv7.MaxTimestamp).Add(time.Millisecond - 1), 4095}, {at.Local().Add(500 * time.Microsecond), 2048},
	} {
		x, y := must(uuidv7.At(c.at)), must(uuidv7.At(c.at))
		if x.UnixMillis() != c.at.UnixMilli() || x.RandA() != c.randA || !x.IsValid() || x == y {
			t.Errorf("At(%v) = %v, of step %d, want %d; again %v", c.at, x, x.RandA(), c.randA, y)
		}
		if lo, hi := must(uuidv7.MinAt(c.at)), must(uuidv7.MaxAt(c.at)); x.Compare(lo) < 0 || x.Compare(hi) > 0 {
			t.Errorf("%v is not between %v and %v", x, lo, hi)
		}
	}
	for _, outside := range []time.Time{time.UnixMilli(0).Add(-1), time.UnixMilli(uuidv7.MaxTimestamp + 1), {}, time.Unix(1<<62, 0)} {
		var limits *id.RangeError
		if x, err := uuidv7.At(outside); !errors.As(err, &limits) || !x.IsZero() {
			t.Errorf("At(%v) = %v, %v", outside, x, err)
		}
	}
}

// TestForeign: the bounds of a time enclose the IDs of other generators, which fill
// rand_a with random bits.
func TestForeign(t *testing.T) {
	lo, hi := must(uuidv7.MinAt(at)), must(uuidv7.MaxAt(at))
	for _, f := range []uuidv7.Fields{{}, {RandA: uuidv7.MaxRandA}, {Random: uuidv7.MaxRandom}, {RandA: uuidv7.MaxRandA, Random: uuidv7.MaxRandom}} {
		f.Timestamp = uint64(at.UnixMilli())
		x := must(uuidv7.FromFields(f))
		if x.Compare(lo) < 0 || x.Compare(hi) > 0 || !x.Time().Equal(at) {
			t.Errorf("%v is not between %v and %v", x, lo, hi)
		}
	}
}

func TestCompareFields(t *testing.T) {
	for _, f := range []uuidv7.Fields{
		{Timestamp: uuidv7.MaxTimestamp + 1}, {RandA: uuidv7.MaxRandA + 1}, {Random: uuidv7.MaxRandom + 1},
	} {
		if x, err := uuidv7.FromFields(f); !errors.Is(err, id.ErrRange) || !x.IsZero() {
			t.Errorf("FromFields(%+v) = %v, %v", f, x, err)
		}
	}
	a, b := uuidv7.New(), uuidv7.New()
	if uuidv7.Compare(a, b) != -1 || uuidv7.Compare(b, a) != 1 || uuidv7.Compare(a, a) != 0 {
		t.Error("Compare is wrong")
	}
}
