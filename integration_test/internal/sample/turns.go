package sample

import (
	"testing"
	"time"
)

// Medians collects the times of two ways of doing the same, which take turns.
type Medians struct {
	Before             func() // if non-nil, runs before each way, outside its time
	ours, peer, ratios []float64
}

// Turn times n operations of ours and of the peer, in an order that depends on i.
func (m *Medians) Turn(i, n int, ours, peer func(n int)) {
	time1 := func(f func(int)) float64 {
		if m.Before != nil {
			m.Before()
		}
		begun := time.Now()
		f(n)
		return float64(time.Since(begun).Nanoseconds()) / float64(n)
	}
	var x, y float64
	if i%2 == 0 { // the second finds warmer caches
		x, y = time1(ours), time1(peer)
	} else {
		y, x = time1(peer), time1(ours)
	}
	m.ours, m.peer, m.ratios = append(m.ours, x), append(m.peer, y), append(m.ratios, x/y)
}

// Report reports the medians of the times of both ways, in nanoseconds for each
// operation, and of their ratio, with its 95 % confidence interval. target is the ratio to hold, or 0 for none.
func (m *Medians) Report(b *testing.B, target float64) {
	b.Helper()
	b.ReportMetric(0, "ns/op") // the sum of both says nothing
	b.ReportMetric(Median(m.ours), "ours-ns")
	b.ReportMetric(Median(m.peer), "peer-ns")
	b.ReportMetric(Median(m.ratios), "ratio")
	low, high := Interval(m.ratios)
	b.ReportMetric(low, "low")
	b.ReportMetric(high, "high")
	if target > 0 {
		b.ReportMetric(target, "target")
	}
}
