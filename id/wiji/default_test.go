package wiji

import (
	"testing"

	"github.com/sortid/sortid/id/internal/clocktest"
)

func TestDefault(t *testing.T) {
	clocktest.Run[*ID](t, clocktest.Format[Generator, ID]{
		Standard: &standard, New: New, MaxBlock: MaxBlock,
		NewBlock: func(n int) ([]ID, error) {
			b, err := NewBlock(n)
			return b.AppendTo(nil), err
		},
		Fresh: func() *Generator { return new(Generator) },
		At: func(g *Generator, now int64) (x ID, err error) {
			hi, lo, err := g.next(now)
			x.set(hi, lo)
			return x, err
		},
		Exhaust: func(g *Generator) {
			held, _ := g.held()
			for ok := true; ok; {
				_, _, ok = g.counter.Take(held, layout())
			}
		},
	})
}
