package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Limits of the number of pages of rows that are read in the scenario Pages: a
// 200th of the rows, within these limits. Half as many before them fill the buffer pool and
// do not count. A fifth as many ranges of time are read.
const (
	leastPages = 200
	mostPages  = 1000
)

// pageKeys is the number of keys that are places of pages.
const pageKeys = 2 * mostPages

// pageCount returns the number of pages that count, for a tree of so many rows.
func pageCount(rows int) int { return min(max(rows/200, leastPages), mostPages) }

// rangeRows returns the number of rows of a range of time.
func rangeRows(rows int) int { return max(1, min(metric.RangeRows, rows/10)) }

// timed is a way to read rows in the order of time.
type timed struct {
	rows     int // of a page; 0 for a range
	p50, p99 string
	misses   string
	fewer    int // than pages that are read
}

var timedReads = []timed{
	{50, metric.Page50P50, metric.Page50P99, metric.Page50Misses, 1},
	{0, metric.TimeRangeP50, metric.TimeRangeP99, metric.TimeRangeMisses, 5},
}

// stretch is a part of time: from the place of one row to that of another.
type stretch struct{ from, to engine.Place }

// pages reads rows in the order of time with as many clients as there were writers.
func (run *runner) pages(ctx context.Context) error {
	tree, ok := run.tree.(engine.Timed)
	if !ok {
		for _, way := range timedReads {
			run.blank(way, run.about.Name+" reads no rows in the order of time")
		}
		return nil
	}
	if err := tree.Analyze(ctx); err != nil {
		return err
	}
	var readers []engine.PageReader
	defer func() {
		for _, r := range readers {
			_ = r.Close() // it has read everything
		}
	}()
	for range run.planned.Writers {
		r, err := tree.PageReader(ctx)
		if err != nil {
			return err
		}
		readers = append(readers, r)
	}
	for _, way := range timedReads {
		p := paging{runner: run, tree: tree, readers: readers, timed: way}
		if err := p.read(ctx); err != nil {
			return err
		}
	}
	return nil
}

// blank marks the readings of a way to read as missing.
func (run *runner) blank(way timed, why string) {
	for _, name := range []string{way.p50, way.p99, way.misses} {
		run.trial.Readings[name] = metric.Missing(why)
	}
}

// paging reads rows in one way.
type paging struct {
	*runner
	tree    engine.Timed
	readers []engine.PageReader
	timed
}

// read reads first to warm the buffer pool up, and then timed.
func (p *paging) read(ctx context.Context) error {
	count := pageCount(p.planned.Rows) / p.fewer
	if _, err := p.pass(ctx, count/2); err != nil {
		return err
	}
	var took []time.Duration
	misses, err := p.fetched(ctx, func() (err error) {
		took, err = p.pass(ctx, count)
		return err
	})
	if err != nil {
		return err
	}
	if len(took) == 0 {
		p.blank(p.timed, "the table has too few rows")
		return nil
	}
	slices.Sort(took)
	p.trial.Readings[p.misses] = engine.PerRow(misses, len(took))
	p.trial.Readings[p.p50], p.trial.Readings[p.p99] = quantile(took, .5), quantile(took, .99)
	return nil
}

// quantile returns the time that a share q of sorted times does not exceed, in microseconds.
func quantile(sorted []time.Duration, q float64) metric.Reading {
	i := int(math.Ceil(q*float64(len(sorted)))) - 1
	return metric.Value(float64(sorted[i]) / float64(time.Microsecond))
}

// length returns the number of rows of a page or of a range.
func (p *paging) length() int {
	if p.rows > 0 {
		return min(p.rows, rangeRows(p.planned.Rows))
	}
	return rangeRows(p.planned.Rows)
}

// stretches returns n random stretches of client i. Those that would begin before the first
// row are left out.
func (p *paging) stretches(ctx context.Context, i, n int) ([]stretch, error) {
	var list []stretch
	for _, k := range p.kept[i].pick(2 * n) {
		to, from, ok, err := p.tree.Back(ctx, k, p.length())
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, stretch{from, to})
		}
		if len(list) == n {
			break
		}
	}
	return list, nil
}

// pass makes the clients read about n times, each its share, and returns how long each read
// took.
func (p *paging) pass(ctx context.Context, n int) ([]time.Duration, error) {
	parts, took := make([][]stretch, len(p.readers)), make([][]time.Duration, len(p.readers))
	for i := range p.readers {
		var err error
		if parts[i], err = p.stretches(ctx, i, share(n, len(p.readers), i)); err != nil {
			return nil, err
		}
	}
	_, err := sideBySide(ctx, len(p.readers), func(ctx context.Context, i int) error {
		for _, s := range parts[i] {
			began := time.Now()
			if err := p.one(ctx, p.readers[i], s); err != nil {
				return err
			}
			took[i] = append(took[i], time.Since(began))
		}
		return nil
	})
	return slices.Concat(took...), err
}

// one reads a page or a range and checks the number of its rows. Rows of the same time at
// the ends of a range belong to it or not.
func (p *paging) one(ctx context.Context, r engine.PageReader, s stretch) error {
	if p.rows == 0 {
		n, err := r.Range(ctx, s.from, s.to)
		if err == nil && n != p.length() && s.from.Created == nil {
			return fmt.Errorf("%s: a range of %d rows has %d", p.about.Name, p.length(), n)
		}
		return err
	}
	n, err := r.Page(ctx, s.to, p.length())
	if err == nil && n != p.length() {
		return fmt.Errorf("%s: a page of %d rows has %d", p.about.Name, p.length(), n)
	}
	return err
}

// fetched returns how many pages of the database are fetched while do runs.
func (p *paging) fetched(ctx context.Context, do func() error) (metric.Reading, error) {
	before, err := p.tree.Misses(ctx)
	if err != nil {
		return metric.Reading{}, err
	}
	if err := do(); err != nil {
		return metric.Reading{}, err
	}
	after, err := p.tree.Misses(ctx)
	if err != nil {
		return metric.Reading{}, err
	}
	return engine.Delta(before, after), nil
}
