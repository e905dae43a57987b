package ulidflake

import (
	"testing"

	"github.com/sortid/sortid/id/internal/clocktest"
)

// steps reads as a first random field of zero and steps of the given size.
type steps byte

func (s steps) Read(p []byte) (int, error) {
	clear(p)
	if len(p) == 1 {
		p[0] = byte(s)
	}
	return len(p), nil
}

func TestDefault(t *testing.T) {
	clocktest.Run[*ID](t, clocktest.Format[Generator, ID]{
		Standard: &standard, New: New, MaxBlock: MaxBlock,
		NewBlock: func(n int) ([]ID, error) {
			b, err := NewBlock(n)
			return b.AppendTo(nil), err
		},
		Fresh:   func() *Generator { return &Generator{Rand: steps(1)} },
		At:      (*Generator).next,
		Exhaust: func(g *Generator) { g.state.Store(g.state.Load() | MaxRandom) },
	})
}
