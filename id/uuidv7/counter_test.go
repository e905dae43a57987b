package uuidv7

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

// TestCounterBurst: without a reading of the clock, the counter hands out steps only if
// it was ahead at the last reading, for a moment, and up to the quick lead.
func TestCounterBurst(t *testing.T) {
	if clock.Cycles() == 0 {
		t.Skip("there is no cycle counter")
	}
	if _, ok := new(counter).burst(); ok {
		t.Error("a new counter is in a burst")
	}
	for _, c := range []struct {
		name string
		lead int64
		want bool
	}{
		{"behind the clock", -100 * stepsMilli, false},
		{"a little ahead", int64(burstLead) / 2, false},
		{"in a burst", 4 * stepsMilli, true},
		{"ahead by the quick lead", quickLead + stepsMilli, false},
		{"further ahead", 1000 * stepsMilli, false},
	} {
		handed := false
		for range 1000 { // the goroutine can be interrupted for more than a moment
			var x counter
			next := uint64(clock.System.Steps() + c.lead)
			x.next.Store(next)
			x.prolong()
			first, ok := x.burst()
			if clock.System.Steps()+c.lead >= int64(next)+stepsMilli/2 {
				continue // interrupted: the lead was less
			}
			if ok && first != next {
				t.Fatalf("%s: a burst has the step %d, not %d", c.name, first, next)
			}
			handed = handed || ok
			if ok {
				if x.limit.Load() > uint64(clock.System.Steps())+maxLead {
					t.Fatalf("%s: a burst goes on too far ahead", c.name)
				}
				x.next.Store(x.limit.Load())
				if _, ok := x.burst(); ok {
					t.Fatalf("%s: a burst goes on at its limit", c.name)
				}
				x.next.Store(next)
				time.Sleep(clock.Moment)
				if _, ok := x.burst(); ok {
					t.Fatalf("%s: a burst goes on after a moment", c.name)
				}
				break
			}
		}
		if handed != c.want {
			t.Errorf("%s: a burst: %v", c.name, handed)
		}
	}
}

// TestBurstEnds: an ID after a burst is not behind the clock, however short the pause.
func TestBurstEnds(t *testing.T) {
	for range 1000 {
		for range rand.N(500) {
			New()
		}
		begun := time.Now()
		for pause := rand.N(100 * time.Microsecond); time.Since(begun) < pause; {
			continue
		}
		before := clock.UnixSteps(time.Now())
		if x := New(); x.steps() < before {
			t.Fatalf("after a pause of %v, an ID is %d steps behind the clock", time.Since(begun), before-x.steps())
		}
	}
}
