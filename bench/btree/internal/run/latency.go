package run

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// durations counts how long something took, in nanoseconds and to a thousandth. It is for one goroutine.
type durations struct{ *hdrhistogram.Histogram }

// longest is the longest duration that is told from longer ones.
const longest = time.Hour

func newDurations() durations {
	const digits = 3
	return durations{hdrhistogram.New(1, int64(longest), digits)}
}

// add counts a duration. Without a histogram it does nothing.
func (d durations) add(took time.Duration) {
	if d.Histogram != nil {
		_ = d.RecordValue(int64(min(max(took, 1), longest))) // it is within the histogram's range
	}
}

// since counts what has passed since a time.
func (d durations) since(began time.Time) { d.add(time.Since(began)) }

// micros returns the duration that a share of all do not exceed, in microseconds.
func (d durations) micros(share float64) metric.Reading {
	if d.Histogram == nil || d.TotalCount() == 0 {
		return metric.Missing("nothing was timed")
	}
	return metric.Value(float64(d.ValueAtQuantile(100*share)) / float64(time.Microsecond))
}

// merged returns the durations of all lists together.
func merged(lists []durations) durations {
	all := newDurations()
	for _, d := range lists {
		if d.Histogram != nil {
			all.Merge(d.Histogram)
		}
	}
	return all
}

// transactionShares holds the metrics of transactions by the share of those that take no longer.
var transactionShares = map[string]float64{
	metric.TransactionP50: .5, metric.TransactionP95: .95, metric.TransactionP99: .99, metric.TransactionWorst: 1,
}

// collect takes what writers have timed.
func (run *runner) collect(writers []*writing) {
	var transactions, reads []durations
	run.longest = 0
	for _, w := range writers {
		transactions = append(transactions, w.took)
		run.longest = max(run.longest, w.longest)
		if w.mixed != nil {
			reads = append(reads, w.mixed.took)
		}
	}
	run.transactions, run.reads = merged(transactions), merged(reads)
}

// latencies adds how long transactions took. A simulator has no times.
func (run *runner) latencies(r metric.Readings) {
	for name, share := range transactionShares {
		if r[name] = run.transactions.micros(share); run.about.Simulated {
			r[name] = metric.Missing("a simulation has no times")
		}
	}
	_, has := run.tree.(engine.Checkpointed)
	switch {
	case run.longest > 0:
		r[metric.TransactionAtCheckpoint] = metric.Value(float64(run.longest) / float64(time.Microsecond))
	case has && run.planned.Checkpoints == engine.SeveralCheckpoints:
		r[metric.TransactionAtCheckpoint] = metric.Missing("no transaction was sent while a checkpoint was made")
	}
}
