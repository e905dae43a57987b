package peers

import (
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/sample"
)

// turns is how many times ours and the peer alternate within a benchmark.
const turns = 41

// against runs ours and peer in turns of b.N/turns operations. target is the
// ratio to hold, or 0 for none.
func against(b *testing.B, target float64, ours, peer func(n int)) {
	b.Helper()
	n := max(b.N/turns, 1)
	var m sample.Medians
	for i := range turns {
		m.Turn(i, n, ours, peer)
	}
	m.Report(b, target)
}

// burst is a number of UUIDv7 that a generator makes without waiting for the clock: they
// are 7.3 ms ahead of it, of the 10 ms that it allows.
const burst = 30_000

// bursts is against in turns of one burst, before which ours lets the clock catch up.
func bursts(b *testing.B, target float64, ours, peer func(n int)) {
	b.Helper()
	burstsOf(b, burst, target, ours, peer)
}

// burstsOf is bursts with n operations in a turn.
func burstsOf(b *testing.B, n int, target float64, ours, peer func(n int)) {
	b.Helper()
	var m sample.Medians
	for i := 0; b.Loop(); i++ {
		time.Sleep(10 * time.Millisecond)
		m.Turn(i, n, ours, peer)
	}
	m.Report(b, target)
}

// loop makes a turn of an operation. It is generic so that the result is kept
// without an allocation that the operation does not make itself.
func loop[T any](f func() T) func(int) {
	var sink T
	return func(n int) {
		for range n {
			sink = f()
		}
		_ = sink
	}
}

// pair makes a turn in which two goroutines share the operations.
func pair[T any](f func() T) func(int) { return shared(2, f) }

// shared makes a turn in which some goroutines share the operations.
func shared[T any](goroutines int, f func() T) func(int) {
	return func(n int) {
		var wg sync.WaitGroup
		for range goroutines {
			wg.Go(func() { loop(f)(n / goroutines) })
		}
		wg.Wait()
	}
}
