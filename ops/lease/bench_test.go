package lease

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// quick is a clock that moves on by a microsecond a call, so that a sequence is never exhausted.
type quick struct{ micros atomic.Int64 }

func (q *quick) now() time.Time { return time.UnixMicro(1_800_000_000_000_000 + q.micros.Add(1)) }

// heldForever returns a generator with a number that never expires.
func heldForever[T, B any](t testing.TB, format Format[T, B]) *Generator[T, B] {
	t.Helper()
	source, _, err := format.open(id.NodeOf(7))
	if err != nil {
		t.Fatal(err)
	}
	g := &Generator[T, B]{}
	gr := &grant[T, B]{source: source}
	gr.limit.Store(1 << 60)
	g.held.Store(gr)
	return g
}

// New does not allocate.
func TestAllocations(t *testing.T) {
	q := &quick{}
	g := heldForever(t, Snowish(func(g *uid11.Generator) { g.Clock = q.now }))
	if n := testing.AllocsPerRun(1000, func() { _, _ = g.New() }); n != 0 {
		t.Errorf("New allocates %v times", n)
	}
	s := heldForever(t, SCRU160())
	if n := testing.AllocsPerRun(1000, func() { _, _ = s.New() }); n != 0 {
		t.Errorf("New of SCRU160 allocates %v times", n)
	}
}
