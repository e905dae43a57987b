package uuidv7

import (
	"io"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/idtest"
)

func TestDefault(t *testing.T) {
	idtest.Default[*ID](t, idtest.DefaultGenerator[Generator, ID]{
		Standard: &standard, New: New, NewBlock: NewBlock, MaxBlock: MaxBlock,
		Typed: new(For[idtest.User]).Generate,
		Fresh: func() *Generator { return new(Generator) },
		At: func(g *Generator, now int64) (x ID, err error) {
			hi, lo, err := g.next(now << clock.StepBits)
			x.set(hi, lo)
			return x, err
		},
		Broken: func(rand io.Reader) *Generator { // New counts first: a counter that is ahead makes it ask the generator
			g := &Generator{Rand: rand}
			g.counter.next.Store(uint64(clock.System.Steps()) + maxLead + 1000*stepsMilli)
			return g
		},
		Exhaust: func(g *Generator) {
			held, _ := g.counter.held()
			for ok := true; ok; {
				_, _, ok = g.counter.reserve(held-maxLead, 1)
			}
		},
	})
}

// TestAhead: a default generator may hold a timestamp for ten seconds.
func TestAhead(t *testing.T) {
	for _, c := range []struct {
		millis uint64
		now    int64
		want   bool
	}{{10_000, 0, false}, {10_001, 0, true}, {10_001, stepsMilli - 1, true}, {10_001, stepsMilli, false}} {
		if got := ahead(c.millis, c.now); got != c.want {
			t.Errorf("millisecond %d is ahead of step %d: %v", c.millis, c.now, got)
		}
	}
}

// steps returns the time of an ID of this package, in steps.
func (x ID) steps() int64 { return x.UnixMillis()<<clock.StepBits | int64(x.RandA()) }

// TestBurst: in a loop, the IDs of the default generator are 10 ms ahead of the clock at
// most, and all steps of a burst are used.
func TestBurst(t *testing.T) {
	time.Sleep(20 * time.Millisecond) // let the clock pass the IDs of other tests
	const n = 5 * maxLead
	most, begun := int64(0), time.Now()
	for range n {
		x := New()
		// The clock after the ID: the lead was greater before. It is a little greater if
		// the anchor of the clock was replaced by a better one.
		most = max(most, x.steps()-clock.System.Steps())
	}
	took := time.Since(begun)
	if most > maxLead+stepsMilli/10 {
		t.Errorf("an ID is %d steps ahead of the clock, more than %d", most, maxLead)
	}
	// After a burst, an ID a step: 5 times 10 ms, of which the burst is one.
	if took < 40*time.Millisecond-time.Millisecond {
		t.Errorf("%d IDs took %v", n, took)
	}
	if most > 4*stepsMilli && clock.Cycles() != 0 && standard.Load().counter.limit.Load() == 0 {
		t.Error("each ID of a burst reads the clock")
	}
	t.Logf("%d IDs in %v, at most %d steps ahead", n, took, most)
}
