package scru160

import (
	"io"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/idtest"
)

func TestDefault(t *testing.T) {
	idtest.Default[*ID](t, idtest.DefaultGenerator[Generator, ID]{
		Standard: &standard, New: New, NewBlock: NewBlock, MaxBlock: MaxBlock,
		Typed: new(For[idtest.User]).Generate,
		Fresh: func() *Generator { return new(Generator) },
		At: func(g *Generator, now int64) (x ID, err error) {
			top, hi, lo, err := g.next(now)
			x.set(top, hi, lo)
			return x, err
		},
		Broken: func(rand io.Reader) *Generator { return &Generator{Rand: rand} },
		Exhaust: func(g *Generator) {
			held, _ := g.held()
			l := g.plan.Load().layout
			for ok := true; ok; {
				_, _, ok = g.counter.Take(held, l)
			}
		},
	})
}

// TestPlanGuard: with any settings, the additions of thousands of goroutines that
// find the counter exhausted do not carry into the tick, and the word holds the ticks
// of a day or more.
func TestPlanGuard(t *testing.T) {
	for bits := range fieldBits + 1 {
		for _, micros := range []bool{false, true} {
			p, err := newPlan(&Generator{CounterBits: bits, Micros: micros})
			if err != nil {
				t.Fatal(err)
			}
			day := int64(24 * time.Hour / p.unit)
			if p.layout.Max >= 1<<(p.layout.Bits-1) || 1<<p.layout.Bits-p.layout.Max < 10_000 || p.initial > p.layout.Max/2 || int64(1)<<(63-p.layout.Bits) < day {
				t.Errorf("%d bits of random16, Micros %v: %+v, initial %b", bits, micros, p.layout, p.initial)
			}
		}
	}
}
