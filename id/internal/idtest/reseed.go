package idtest

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// reseed: a generator that discards its randomness does not repeat an ID, nor return
// one that is less than those before, also in a tick that has IDs already.
func (s suite[T, P]) reseed(t *testing.T) {
	clock := NewClock(time.Time{})
	next := s.Generator(clock.Read, nil).New
	at := s.stops()[1]
	clock.Set(at)
	var last T
	seen := make(map[T]bool)
	same := 0
	for i := range 200 {
		if i%10 == 0 {
			at = at.Add(s.Resolution)
			clock.Set(at)
		}
		id.Reseed()
		for range 2 {
			x, err := next()
			if isExhausted(err) {
				at = at.Add(s.Resolution)
				clock.Set(at)
				x, err = next()
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.Monotonic && x.Compare(last) <= 0 {
				t.Fatalf("%v comes after %v", x, last)
			}
			if seen[x] {
				same++
			}
			last, seen[x] = x, true
		}
	}
	if same > 0 && (s.Monotonic || same > 2) {
		t.Errorf("%d IDs of 400 were made twice", same)
	}
}

// reseedConcurrent is concurrent while another goroutine calls id.Reseed. It pauses
// between the calls: each one moves a ULID generator ahead by half of what is left of the
// millisecond's random field, so that thousands of them in one millisecond exhaust it.
func (s suite[T, P]) reseedConcurrent(t *testing.T) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(100 * time.Microsecond):
				id.Reseed()
			}
		}
	})
	// Also if the test fails: later tests must not be reseeded.
	defer wg.Wait()
	defer close(done)
	s.concurrent(t)
}

// reseedParts: two copies of a generator, which draw the same until they are told that the
// process may have been copied, make different IDs and blocks afterwards.
func (s suite[T, P]) reseedParts(t *testing.T) {
	if s.Draws == 0 {
		t.Skip("the number of the generator keeps copies apart")
	}
	draws := map[string]func(g Generator[T]) T{"New": func(g Generator[T]) T { return Must(g.New()) }}
	if s.MaxBlock > 0 {
		draws["Block"] = func(g Generator[T]) T { return Must(g.Block(1)).AppendTo(nil)[0] }
	}
	for name, draw := range draws {
		clock := NewClock(s.stops()[1])
		sources := [2]Switch{{Reader: Repeat(1)}, {Reader: Repeat(1)}}
		copies := [2]Generator[T]{s.Generator(clock.Read, &sources[0]), s.Generator(clock.Read, &sources[1])}
		if x, y := Must(copies[0].New()), Must(copies[1].New()); x != y {
			t.Errorf("equal generators make %v and %v", x, y)
		}
		sources[0].Reader, sources[1].Reader = rand.NewChaCha8([32]byte{1}), rand.NewChaCha8([32]byte{2})
		id.Reseed()
		for range 3 {
			if x, y := draw(copies[0]), draw(copies[1]); x == y {
				t.Errorf("%s returns %v in both copies", name, x)
			}
			clock.Add(s.Resolution)
		}
	}
}
