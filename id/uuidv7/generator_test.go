package uuidv7_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uuidv7"
)

// maxLead is how many IDs a generator makes while its clock stands still: 10 ms of
// steps, and that of the clock itself.
const maxLead = 10*4096 + 1

// at is a time that has no part of a millisecond.
var at = time.Date(2026, 2, 22, 1, 0, 0, 0, time.UTC)

// TestFreshRandom: each ID has its own random bits, all 62 of which change.
func TestFreshRandom(t *testing.T) {
	var ever, always uint64
	always = uuidv7.MaxRandom
	seen := make(map[uint64]bool)
	g := uuidv7.Generator{Clock: idtest.NewClock(at).Read}
	draw := []func() uuidv7.ID{uuidv7.New, func() uuidv7.ID { return idtest.Must(g.New()) }, func() uuidv7.ID { return idtest.Must(uuidv7.At(at)) }}
	const n = 300
	for range n {
		for _, next := range draw {
			r := next().Fields().Random
			ever, always, seen[r] = ever|r, always&r, true
		}
	}
	if ever != uuidv7.MaxRandom || always != 0 || len(seen) != n*len(draw) {
		t.Errorf("of %d IDs, the bits %x are ever set and %x always; %d differ", n*len(draw), ever, always, len(seen))
	}
}

// TestLead: while the clock stands still, a generator makes 10 ms of IDs, each of the
// next step; then it makes an ID for each step of the clock.
func TestLead(t *testing.T) {
	clock := idtest.NewClock(at)
	g := uuidv7.Generator{Clock: clock.Read}
	var last uuidv7.ID
	for i := range maxLead {
		x := idtest.Must(g.New())
		if got := int(x.UnixMillis()-at.UnixMilli())*4096 + int(x.RandA()); got != i {
			t.Fatalf("ID %d has the step %d", i, got)
		}
		last = x
	}
	clock.Add(245) // more than a step
	x := idtest.Must(g.New())
	if x.Compare(last) <= 0 || x.RandA() != last.RandA()+1 {
		t.Errorf("after a step comes %v, after %v", x, last)
	}
	clock.Add(time.Second)
	if x := idtest.Must(g.New()); x.UnixMillis() != at.Add(time.Second).UnixMilli() || x.RandA() != 1 {
		t.Errorf("after a second comes %v, of step %d", x, x.RandA())
	}
}

// TestClockBack: if the clock goes back, a generator has 10 ms of IDs from the time at
// which it was before, and not from where it is now.
func TestClockBack(t *testing.T) { synctest.Test(t, testClockBack) } // where a wait takes no time

func testClockBack(t *testing.T) {
	for _, back := range []time.Duration{200 * time.Microsecond, 5 * time.Millisecond, time.Hour, 365 * 24 * time.Hour} {
		clock := idtest.NewClock(at)
		g := uuidv7.Generator{Clock: clock.Read}
		last := idtest.Must(g.New())
		clock.Add(-back)
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
		clock.Add(back + 20*time.Millisecond)
		if x := idtest.Must(g.New()); x.Compare(last) <= 0 || x.UnixMillis() != at.Add(20*time.Millisecond).UnixMilli() {
			t.Errorf("%v back and forth: %v, after %v", back, x, last)
		}
	}
}

// TestEnd: at the end of the lifetime a generator makes the IDs of the last millisecond
// and then fails.
func TestEnd(t *testing.T) { synctest.Test(t, testEnd) }

func testEnd(t *testing.T) {
	now := time.UnixMilli(uuidv7.MaxTimestamp)
	g := uuidv7.Generator{Clock: func() time.Time { return now }}
	for i := range 4096 {
		if x := idtest.Must(g.New()); x.UnixMillis() != uuidv7.MaxTimestamp || int(x.RandA()) != i {
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

// TestAt: an ID of a time carries it up to the step.
func TestAt(t *testing.T) {
	for _, c := range []struct {
		at    time.Time
		randA uint16
	}{
		{at, 0}, {at.Add(243), 0}, {at.Add(245), 1}, {at.Add(250 * time.Microsecond), 1024}, {at.Add(time.Millisecond - 1), 4095},
		{time.UnixMilli(0), 0}, {time.UnixMilli(uuidv7.MaxTimestamp).Add(time.Millisecond - 1), 4095}, {at.Local().Add(500 * time.Microsecond), 2048},
	} {
		x, y := idtest.Must(uuidv7.At(c.at)), idtest.Must(uuidv7.At(c.at))
		if x.UnixMillis() != c.at.UnixMilli() || x.RandA() != c.randA || !x.IsValid() || x == y {
			t.Errorf("At(%v) = %v, of step %d, want %d; again %v", c.at, x, x.RandA(), c.randA, y)
		}
	}
}
