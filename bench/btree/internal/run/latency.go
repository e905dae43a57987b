package run

import (
	"fmt"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// histograms are the latencies of a trial: each goroutine has its own histogram, so that
// they do not wait for one another.
type histograms struct {
	each map[string][]*hdrhistogram.Histogram
}

// A histogram distinguishes latencies from 100 ns to an hour, with two significant digits.
const (
	finest  = 100 * time.Nanosecond
	longest = time.Hour
	digits  = 2
)

// histogram returns a new histogram for an operation.
func (h *histograms) histogram(op string) *hdrhistogram.Histogram {
	if h.each == nil {
		h.each = make(map[string][]*hdrhistogram.Histogram)
	}
	one := hdrhistogram.New(int64(finest), int64(longest), digits)
	h.each[op] = append(h.each[op], one)
	return one
}

// record counts a latency; one above longest counts as longest.
func record(h *hdrhistogram.Histogram, d time.Duration) {
	_ = h.RecordValue(int64(min(d, longest)))
}

// quantiles are those that a result keeps.
var quantiles = []float64{0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999, 0.99999, 1}

// merged returns the distribution of an operation over all goroutines, or false if there
// was none.
func (h *histograms) merged(op string, offered float64) (trial.Latency, bool) {
	all := hdrhistogram.New(int64(finest), int64(longest), digits)
	for _, one := range h.each[op] {
		all.Merge(one)
	}
	l := trial.Latency{Op: op, Offered: offered, Count: all.TotalCount()}
	if l.Count == 0 {
		return trial.Latency{}, false
	}
	for _, q := range quantiles {
		l.Quantiles = append(l.Quantiles, trial.Quantile{Q: q, Micros: float64(all.ValueAtQuantile(100*q)) / float64(time.Microsecond)})
	}
	return l, true
}

// quantile returns one of the quantiles as a reading in microseconds.
func quantile(l trial.Latency, q float64) metric.Reading {
	for _, have := range l.Quantiles {
		if have.Q == q {
			return metric.Value(have.Micros)
		}
	}
	return metric.Missing(fmt.Sprintf("the quantile %v is not kept", q))
}

// quantiles adds the latency of an operation and its readings, if it was timed.
func (run *runner) quantiles(op, p50, p99 string) {
	if l, ok := run.latency.merged(op, 0); ok {
		run.detail.Latency = append(run.detail.Latency, l)
		run.trial.Readings[p50], run.trial.Readings[p99] = quantile(l, 0.5), quantile(l, 0.99)
	}
}
