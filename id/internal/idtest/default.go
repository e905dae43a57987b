package idtest

import (
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/clock"
)

// DefaultGenerator is a format's default generator, of type G, and its IDs of type T.
type DefaultGenerator[G any, T ID[T]] struct {
	Standard *clock.Default[G]
	New      func() T
	NewBlock func(n int) (blocks.Block[T], error)
	MaxBlock int
	// Typed is the method Generate of a typed ID.
	Typed func() error
	// Fresh returns a generator whose ticks have room for hundreds of IDs.
	Fresh func() *G
	// At returns a new ID of a generator whose clock shows the tick now.
	At func(g *G, now int64) (T, error)
	// Exhaust takes the IDs of the tick that the generator holds.
	Exhaust func(g *G)
	// Broken returns a generator that reads rand, and fails if that does.
	Broken func(rand io.Reader) *G
}

// Default tests, as subtests of t, how the default generator of a format recovers from a clock
// that was wrong. A format calls it from its own package, since it replaces the default
// generator.
func Default[P Pointer[T], G any, T ID[T]](t *testing.T, f DefaultGenerator[G, T]) {
	s := defaultSuite[P, G, T]{f}
	t.Run("Holds", s.holds)
	t.Run("Renews", s.renews)
	t.Run("Waits", s.waits)
	t.Run("BlockWaits", s.blockWaits)
	t.Run("Fails", s.fails)
	t.Run("FailsOnce", s.failsOnce)
}

type defaultSuite[P Pointer[T], G any, T ID[T]] struct{ DefaultGenerator[G, T] }

func (s defaultSuite[P, G, T]) generate() (x T, err error) {
	err = P(&x).Generate()
	return x, err
}

// ahead makes a generator the default one until the end of the test. It returns it
// with its last ID, which is d ahead of the system clock.
func (s defaultSuite[P, G, T]) ahead(t *testing.T, d time.Duration) (*G, T) {
	t.Helper()
	g := s.Fresh()
	x, err := s.At(g, s.Standard.Read()+int64(d/s.Standard.Unit))
	if err != nil {
		t.Fatal(err)
	}
	s.use(t, g)
	return g, x
}

// use makes a generator the default one until the end of the test.
func (s defaultSuite[P, G, T]) use(t *testing.T, g *G) {
	t.Helper()
	old := s.Standard.Load()
	t.Cleanup(func() { s.Standard.Store(old) })
	s.Standard.Store(g)
}

// draw returns IDs of the default generator by each of its functions.
func (s defaultSuite[P, G, T]) draw(t *testing.T) []T {
	t.Helper()
	a := s.New()
	b, err := s.generate()
	if err != nil {
		t.Fatal(err)
	}
	block, err := s.NewBlock(100)
	if err != nil || block.Len() != 100 {
		t.Fatalf("a block of %d IDs, %v", block.Len(), err)
	}
	return block.AppendTo([]T{a, b})
}

// holds: after a small step back of the clock, IDs stay in order.
func (s defaultSuite[P, G, T]) holds(t *testing.T) {
	g, last := s.ahead(t, clock.MaxHold/2)
	for i, x := range append(s.draw(t), s.New()) {
		if x.Compare(last) <= 0 || !x.Time().Equal(last.Time()) {
			t.Fatalf("ID %d is %v, after %v", i, x, last)
		}
		last = x
	}
	if s.Standard.Load() != g {
		t.Error("the generator was replaced")
	}
}

// renews: a clock that was decades ahead does not date IDs for ever.
func (s defaultSuite[P, G, T]) renews(t *testing.T) {
	for _, d := range []time.Duration{2 * clock.MaxHold, 100 * 365 * 24 * time.Hour} {
		for name, first := range map[string]func() []T{
			"New":      func() []T { return []T{s.New()} },
			"Generate": func() []T { x, _ := s.generate(); return []T{x} },
			"NewBlock": func() []T { b, _ := s.NewBlock(3); return b.AppendTo(nil) },
		} {
			g, _ := s.ahead(t, d)
			ids := make([][]T, 4)
			var wg sync.WaitGroup
			for i := range ids {
				wg.Go(func() { ids[i] = first() })
			}
			wg.Wait()
			all := slices.Concat(ids...)
			if len(all) < len(ids) || s.Standard.Load() == g {
				t.Errorf("%v ahead, %s: %d IDs, replaced: %v", d, name, len(all), s.Standard.Load() != g)
			}
			seen := make(map[T]bool)
			for _, x := range append(all, s.draw(t)...) {
				if off := time.Since(x.Time()); off > time.Minute || off < -time.Minute || seen[x] {
					t.Errorf("%v ahead, %s: %v has the time %v, and came before: %v", d, name, x, x.Time(), seen[x])
				}
				seen[x] = true
			}
		}
	}
}

// shortWait is how far the generators of waits and blockWaits are ahead of the clock.
const shortWait = 20 * time.Millisecond

// waits: the default generator waits for an exhausted timestamp to pass.
func (s defaultSuite[P, G, T]) waits(t *testing.T) {
	g, last := s.ahead(t, shortWait)
	s.Exhaust(g)
	x := s.New()
	if x.Compare(last) <= 0 || !x.Time().After(last.Time()) || s.Standard.Load() != g {
		t.Errorf("%v comes after %v, replaced: %v", x, last, s.Standard.Load() != g)
	}
}

// blockWaits: a block for which the held timestamp has no room is of a later one.
func (s defaultSuite[P, G, T]) blockWaits(t *testing.T) {
	g, last := s.ahead(t, shortWait)
	s.Exhaust(g)
	b, err := s.NewBlock(s.MaxBlock)
	ids := b.AppendTo(nil)
	if err != nil || len(ids) != s.MaxBlock || ids[0].Compare(last) <= 0 || !ids[0].Time().After(last.Time()) || s.Standard.Load() != g {
		t.Errorf("%d IDs, %v, from %v on, after %v, replaced: %v", len(ids), err, ids[:min(len(ids), 1)], last, s.Standard.Load() != g)
	}
}

// fails: the default generator returns what its generator returns, beside the zero ID or an empty block, and New panics
// with it.
func (s defaultSuite[P, G, T]) fails(t *testing.T) {
	cause := errors.New("no dice")
	refused := func(call string, err error) {
		t.Helper()
		if !errors.Is(err, id.ErrEntropy) || !errors.Is(err, cause) {
			t.Errorf("%s: the error is %v", call, err)
		}
	}
	x := s.New()
	broken := s.Broken(iotest.ErrReader(cause))
	s.use(t, broken)
	if refused("Generate", P(&x).Generate()); x != *new(T) {
		t.Errorf("beside an error, Generate gives %v", x)
	}
	refused("Generate of a typed ID", s.Typed())
	b, err := s.NewBlock(3)
	if refused("NewBlock", err); b != (blocks.Block[T]{}) {
		t.Errorf("beside an error, NewBlock gives %d IDs", b.Len())
	}
	defer func() {
		err, _ := recover().(error)
		if refused("New", err); s.Standard.Load() != broken {
			t.Error("the generator was replaced")
		}
	}()
	s.New()
}

// failsOnce: a block that the rule of clock.Default draws at a second attempt has no error of the first one.
func (s defaultSuite[P, G, T]) failsOnce(t *testing.T) {
	s.use(t, s.Broken(new(failingOnce)))
	if b, err := s.NewBlock(3); err != nil || b.Len() != 3 {
		t.Errorf("a block of %d IDs, %v", b.Len(), err)
	}
}

// failingOnce is a source of randomness whose first read fails.
type failingOnce struct{ failed bool }

func (r *failingOnce) Read(p []byte) (int, error) {
	if !r.failed {
		r.failed = true
		return 0, errors.New("no dice yet")
	}
	return rand.Read(p)
}
