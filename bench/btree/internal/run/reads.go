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

// How many rows are read by key in the scenario trial.Read, for each of its two ways: a
// tenth of the rows within these bounds, and before them a half as many that do not
// count, so that the cache holds what such reads leave in it.
const (
	leastReads = 1000
	mostReads  = 50_000
)

// readCount returns how many reads count of a tree of so many rows.
func readCount(rows int) int { return min(max(rows/10, leastReads), mostReads) }

// keeper keeps keys of the rows that are inserted, for each writer apart.
type keeper struct{ each []*reservoir }

// newKeeper keeps enough keys of so many rows for the reads.
func newKeeper(writers, rows int, seed uint64) *keeper {
	k := new(keeper)
	reads := readCount(rows) * 3 / 2
	for i := range writers {
		k.each = append(k.each, &reservoir{
			rng:    rand.New(rand.NewPCG(seed, uint64(i))),
			any:    make([]driver.Valuer, 0, share(reads, writers, i)+1),
			recent: make([]driver.Valuer, max(1, min(share(reads, writers, i), rows/writers/100))),
		})
	}
	return k
}

func (k *keeper) writer(i int) *reservoir { return k.each[i] }

// reservoir keeps a uniform sample of the keys that it is offered, and the last of
// them.
type reservoir struct {
	rng    *rand.Rand
	seen   int
	any    []driver.Valuer // each key so far has the same chance to be in it
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

// pick returns so many keys to read, in random order: each of a sample once, or again
// and again if there are fewer.
func (r *reservoir) pick(op string, n int) []driver.Valuer {
	from := r.any
	if op == trial.OpReadRecent {
		from = r.recent[:min(r.seen, len(r.recent))]
	}
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

// readMetrics are the metrics of each way to read.
var readMetrics = map[string]struct{ rate, misses, p50, p99 string }{
	trial.OpReadUniform: {metric.UniformReads, metric.UniformMisses, metric.UniformP50, metric.UniformP99},
	trial.OpReadRecent:  {metric.RecentReads, metric.RecentMisses, metric.RecentP50, metric.RecentP99},
}

// read reads rows by key, as many clients at a time as there were writers: any rows,
// and then recent ones.
func (g *grower) read(ctx context.Context) error {
	var readers []engine.Reader
	defer func() {
		for _, r := range readers {
			_ = r.Close() // it has read what it was to read
		}
	}()
	for range g.cell.Writers {
		r, err := g.tree.Reader(ctx)
		if why, blank := engine.MissingReason(err); blank {
			g.blankReads(why)
			return nil
		}
		if err != nil {
			return err
		}
		readers = append(readers, r)
	}
	for _, op := range []string{trial.OpReadUniform, trial.OpReadRecent} {
		if err := g.readBy(ctx, op, readers); err != nil {
			return err
		}
	}
	return nil
}

func (g *grower) blankReads(why string) {
	for _, m := range readMetrics {
		for _, name := range []string{m.rate, m.misses, m.p50, m.p99} {
			g.trial.Readings[name] = metric.Missing(why)
		}
	}
}

// readBy reads in one way: first to warm up, then on the clock.
func (g *grower) readBy(ctx context.Context, op string, readers []engine.Reader) error {
	names := readMetrics[op]
	count := readCount(g.cell.Rows)
	if _, err := g.readers(ctx, op, readers, count/2, false); err != nil {
		return err
	}
	before, err := g.tree.Misses(ctx)
	if err != nil {
		return err
	}
	took, err := g.readers(ctx, op, readers, count, true)
	if err != nil {
		return err
	}
	after, err := g.tree.Misses(ctx)
	if err != nil {
		return err
	}
	r := g.trial.Readings
	r[names.misses] = engine.PerRow(engine.Delta(before, after), count)
	if g.about.Simulated {
		return nil // its times are the simulator's
	}
	if took > 0 {
		r[names.rate] = metric.Value(float64(count) / took.Seconds())
	}
	if l, ok := g.latency.merged(op, 0); ok {
		g.detail.Latency = append(g.detail.Latency, l)
		r[names.p50], r[names.p99] = quantile(l, 0.5), quantile(l, 0.99)
	}
	return nil
}

// readers lets each client read its share of so many keys.
func (g *grower) readers(ctx context.Context, op string, readers []engine.Reader, count int, timed bool) (time.Duration, error) {
	keys := make([][]driver.Valuer, len(readers))
	histograms := make([]*hdrhistogram.Histogram, len(readers))
	for i := range readers {
		keys[i] = g.kept.writer(i).pick(op, share(count, len(readers), i))
		if timed {
			histograms[i] = g.latency.of(op)
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
				return nil
			}
		}
		return nil
	})
}
