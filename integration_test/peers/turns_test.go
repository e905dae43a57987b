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
	var a, p, ratios []float64
	time1 := func(f func(int)) float64 {
		begun := time.Now()
		f(n)
		return float64(time.Since(begun).Nanoseconds()) / float64(n)
	}
	for i := range turns {
		var x, y float64
		if i%2 == 0 { // whoever comes second finds warmer caches
			x, y = time1(ours), time1(peer)
		} else {
			y, x = time1(peer), time1(ours)
		}
		a, p, ratios = append(a, x), append(p, y), append(ratios, x/y)
	}
	b.ReportMetric(0, "ns/op") // the sum of both says nothing
	b.ReportMetric(sample.Median(a), "ours-ns")
	b.ReportMetric(sample.Median(p), "peer-ns")
	b.ReportMetric(sample.Median(ratios), "ratio")
	if target > 0 {
		b.ReportMetric(target, "target")
	}
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
func pair[T any](f func() T) func(int) {
	return func(n int) {
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() { loop(f)(n / 2) })
		}
		wg.Wait()
	}
}
