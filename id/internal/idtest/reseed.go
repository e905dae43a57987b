package idtest

import (
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// reseed: a generator that discards its randomness does not repeat an ID, nor return
// one that is less than those before, also in a tick that has IDs already.
func (s suite[T, P]) reseed(t *testing.T) {
	var clock clockAt
	next := s.Generator(clock.read)
	at := s.stops()[1]
	clock.set(at)
	var last T
	seen := make(map[T]bool)
	same := 0
	for i := range 200 {
		if i%10 == 0 {
			at = at.Add(s.Resolution)
			clock.set(at)
		}
		id.Reseed()
		for range 2 {
			x, err := next()
			if isExhausted(err) {
				at = at.Add(s.Resolution)
				clock.set(at)
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
