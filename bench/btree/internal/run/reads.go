package run

import (
	"context"
	"database/sql/driver"
	"math/rand/v2"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Limits of the number of rows that are read by key in each of the two ways of the scenario
// Read: a tenth of the rows, within these limits. Half as many reads before them fill the
// buffer pool and do not count.
const (
	leastReads = 1000
	mostReads  = 50_000
)

// readCount returns the number of reads that count, for a tree of so many rows.
func readCount(rows int) int { return min(max(rows/10, leastReads), mostReads) }

// readKeys returns how many keys are read.
func readKeys(rows int) int { return readCount(rows) * 3 / 2 }

// keeper keeps a sample of the inserted keys of each writer.
type keeper struct{ each []*reservoir }

// newKeeper returns a keeper of so many keys at least.
func (run *runner) newKeeper(rows, keys int) *keeper {
	k, writers, seed := new(keeper), run.planned.Writers, run.Seed+uint64(run.planned.Repeat)
	rest := 1 + max(1, run.Curve) // by which the rows of a writer may differ from its share
	for i := range writers {
		k.each = append(k.each, &reservoir{
			rng:    rand.New(rand.NewPCG(seed, uint64(i))),
			any:    make([]driver.Valuer, 0, share(keys, writers, i)+rest),
			recent: make([]driver.Valuer, max(1, min(share(keys, writers, i), rows/writers/100))),
		})
	}
	return k
}

func (k *keeper) writer(i int) *reservoir { return k.each[i] }

// reservoir keeps a uniform sample of the keys that it is offered, and the latest ones.
type reservoir struct {
	rng    *rand.Rand
	seen   int
	any    []driver.Valuer // each key so far is in it with the same probability
	recent []driver.Valuer // a ring
}

func (r *reservoir) offer(k driver.Valuer) {
	r.recent[r.seen%len(r.recent)] = k
	r.seen++
	if len(r.any) < cap(r.any) {
		r.any = append(r.any, k)
		return
	}
	if i := r.rng.IntN(r.seen); i < len(r.any) {
		r.any[i] = k
	}
}

// pick returns n keys to read, in random order: each key of the sample once, and repeatedly
// if there are fewer.
func (r *reservoir) pick(op string, n int) []driver.Valuer {
	from := r.any
	if op == trial.OpReadRecent {
		from = r.recent[:min(r.seen, len(r.recent))]
	}
	return r.draw(from, n)
}

// draw returns n of the keys in random order, repeatedly if there are fewer.
func (r *reservoir) draw(from []driver.Valuer, n int) []driver.Valuer {
	keys := make([]driver.Valuer, 0, n)
	for len(keys) < n && len(from) > 0 {
		for _, i := range r.rng.Perm(len(from)) {
			if len(keys) == n {
				break
			}
			keys = append(keys, from[i])
		}
	}
	return keys
}

// shuffled returns the keys of a sample that has all of them, each once and in random order:
// those of the latest rows apart.
func (r *reservoir) shuffled() (older, recent []driver.Valuer) {
	at := max(0, len(r.any)-len(r.recent))
	return r.draw(r.any[:at], at), r.draw(r.any[at:], len(r.any)-at)
}

// readMetrics are the metrics of each way to read.
var readMetrics = map[string]struct{ rate, misses, p50, p99 string }{
	trial.OpReadUniform: {metric.UniformReads, metric.UniformMisses, metric.UniformP50, metric.UniformP99},
	trial.OpReadRecent:  {metric.RecentReads, metric.RecentMisses, metric.RecentP50, metric.RecentP99},
}

// read reads rows by key with as many clients as there were writers: any rows first, and
// then recent ones.
func (run *runner) read(ctx context.Context) error {
	var readers []engine.Reader
	defer func() {
		for _, r := range readers {
			_ = r.Close() // it has read everything
		}
	}()
	for range run.planned.Writers {
		r, err := run.tree.Reader(ctx)
		if why, blank := engine.MissingReason(err); blank {
			run.blankReads(why)
			return nil
		}
		if err != nil {
			return err
		}
		readers = append(readers, r)
	}
	for _, op := range []string{trial.OpReadUniform, trial.OpReadRecent} {
		if err := run.readBy(ctx, op, readers); err != nil {
			return err
		}
	}
	return nil
}

func (run *runner) blankReads(why string) {
	for _, m := range readMetrics {
		for _, name := range []string{m.rate, m.misses, m.p50, m.p99} {
			run.trial.Readings[name] = metric.Missing(why)
		}
	}
}

// readBy reads in one way: first to warm the buffer pool up, then timed.
func (run *runner) readBy(ctx context.Context, op string, readers []engine.Reader) error {
	names := readMetrics[op]
	count := readCount(run.planned.Rows)
	if _, err := run.readers(ctx, op, readers, count/2, false); err != nil {
		return err
	}
	var took time.Duration
	misses, err := run.fetched(ctx, func() (err error) {
		took, err = run.readers(ctx, op, readers, count, true)
		return err
	})
	if err != nil {
		return err
	}
	r := run.trial.Readings
	r[names.misses] = engine.PerRow(misses, count)
	if run.about.Simulated {
		return nil // a simulation has no times
	}
	if took > 0 {
		r[names.rate] = metric.Value(float64(count) / took.Seconds())
	}
	run.quantiles(op, names.p50, names.p99)
	return nil
}

// fetched returns how many pages of the database are fetched while do runs.
func (run *runner) fetched(ctx context.Context, do func() error) (metric.Reading, error) {
	before, err := run.tree.Misses(ctx)
	if err != nil {
		return metric.Reading{}, err
	}
	if err := do(); err != nil {
		return metric.Reading{}, err
	}
	after, err := run.tree.Misses(ctx)
	if err != nil {
		return metric.Reading{}, err
	}
	return engine.Delta(before, after), nil
}

// quantiles adds the latency of an operation and its readings, if it was timed.
func (run *runner) quantiles(op, p50, p99 string) {
	if l, ok := run.latency.merged(op, 0); ok {
		run.detail.Latency = append(run.detail.Latency, l)
		run.trial.Readings[p50], run.trial.Readings[p99] = quantile(l, 0.5), quantile(l, 0.99)
	}
}

// readers makes each client read its share of so many keys.
func (run *runner) readers(ctx context.Context, op string, readers []engine.Reader, count int, timed bool) (time.Duration, error) {
	keys := make([][]driver.Valuer, len(readers))
	histograms := make([]*hdrhistogram.Histogram, len(readers))
	for i := range readers {
		keys[i] = run.kept.writer(i).pick(op, share(count, len(readers), i))
		if timed {
			histograms[i] = run.latency.of(op)
		}
	}
	return sideBySide(ctx, len(readers), func(ctx context.Context, i int, _ time.Time) error {
		for _, k := range keys[i] {
			began := time.Now()
			if err := readers[i].Read(ctx, k); err != nil {
				return err
			}
			if timed {
				record(histograms[i], time.Since(began))
			}
			if ctx.Err() != nil {
				return nil //nolint:nilerr // the end of the context ends the reads
			}
		}
		return nil
	})
}
