package wiji

import (
	"io"
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
)

func TestDefault(t *testing.T) {
	idtest.Default[*ID](t, idtest.DefaultGenerator[Generator, ID]{
		Standard: &standard, New: New, NewBlock: NewBlock, MaxBlock: MaxBlock,
		Typed: new(For[idtest.User]).Generate,
		Fresh: func() *Generator { return new(Generator) },
		At: func(g *Generator, now int64) (x ID, err error) {
			hi, lo, err := g.next(now)
			x.set(hi, lo)
			return x, err
		},
		Broken: func(rand io.Reader) *Generator { return &Generator{Rand: rand} },
		Exhaust: func(g *Generator) {
			held, _ := g.held()
			for ok := true; ok; {
				_, _, ok = g.counter.Take(held, layout())
			}
		},
	})
}
