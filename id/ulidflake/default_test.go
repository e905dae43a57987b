package ulidflake

import (
	"io"
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
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
	idtest.Default[*ID](t, idtest.DefaultGenerator[Generator, ID]{
		Standard: &standard, New: New, NewBlock: NewBlock, MaxBlock: MaxBlock,
		Typed:   new(For[idtest.User]).Generate,
		Fresh:   func() *Generator { return &Generator{Rand: steps(1)} },
		At:      (*Generator).next,
		Broken:  func(rand io.Reader) *Generator { return &Generator{Rand: rand} },
		Exhaust: func(g *Generator) { g.state.Store(g.state.Load() | MaxRandom) },
	})
}

func TestAtFirst(t *testing.T) { idtest.AtFirst(t, EpochUnixMillis, timeShift, dated, At) }
