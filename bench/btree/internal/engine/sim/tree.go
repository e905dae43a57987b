package sim

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// tree is one simulated tree with its writers and readers.
type tree struct {
	mu     sync.Mutex // for all below
	tree   *btree.Tree
	rules  btree.Rules
	pool   int64 // bytes, 0 for no limit
	queue  *queue
	rows   int   // of transactions that were finished
	broken error // a transaction that was not: the tree has a part of its rows
}

func newTree(t *btree.Tree, r btree.Rules, pool int64, seed uint64) *tree {
	s := &tree{tree: t, rules: r, pool: pool}
	s.queue = newQueue(s, seed)
	return s
}

// Close lets the memory go.
func (t *tree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tree, t.broken = nil, errClosed
	return nil
}

var errClosed = errors.New("sim: the tree is closed")

// use locks the tree and returns it, to be unlocked by the caller unless there is an
// error.
func (t *tree) use() (*btree.Tree, error) {
	t.mu.Lock()
	if t.broken != nil {
		defer t.mu.Unlock()
		return nil, t.broken
	}
	return t.tree, nil
}

// Measure checks that all rows are in the tree and returns its figures.
//
//   - leaf pages, leaf fill, page splits: exact, or estimated where the tree was too
//     large to follow; the fill is a share of what the server's engine takes it of;
//   - fragmentation: pages are numbered in the order in which they were added;
//   - bytes/row: pages of all levels;
//   - pages read and written: for the page cache of the conditions, if it is limited.
func (t *tree) Measure(context.Context) (metric.Readings, error) {
	b, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	if b.Rows() != t.rows {
		return nil, fmt.Errorf("sim: %d rows were committed and the tree has %d: the figures would be wrong, so there are none", t.rows, b.Rows())
	}
	r := t.sample(b)
	r[metric.LogBytes] = metric.Missing("a simulated tree has no log")
	r[metric.PagesWritten] = metric.Missing("a simulated tree has no log")
	r[metric.Fragmentation] = fragmentation(b)
	return r, nil
}

// Sample returns what is quick to tell: all but the order of the pages.
func (t *tree) Sample(context.Context) (metric.Readings, error) {
	b, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	return t.sample(b), nil
}

func (t *tree) sample(b *btree.Tree) metric.Readings {
	s := b.Stats()
	r := shape(s)
	r[metric.BytesPerRow] = metric.Missing("the inner pages of a tree that is followed in part are not counted")
	if s.Pages > 0 {
		r[metric.BytesPerRow] = engine.PerRow(metric.Value(float64(s.Pages)*float64(t.rules.PageSize())), s.Rows)
	}
	r[metric.PagesRead], r[metric.FilePagesWritten] = t.traffic(b)
	return r
}

// shape returns the readings of the leaf pages.
func shape(s btree.Stats) metric.Readings {
	if s.Gathers {
		m := metric.Missing("keys gathered on pages that were no longer followed: insert fewer rows")
		return metric.Readings{metric.LeafPages: m, metric.LeafFill: m, metric.PageSplits: m}
	}
	r := metric.Readings{
		metric.LeafPages:  metric.Value(float64(s.Leaves)),
		metric.LeafFill:   metric.Value(s.Fill),
		metric.PageSplits: metric.Value(float64(s.Leaves - 1)),
	}
	if s.Error > 0 {
		r[metric.LeafError] = metric.Value(100 * s.Error)
	}
	return r
}

// fragmentation returns the share of leaf pages that were not added right after the one
// before them in key order, in percent.
func fragmentation(b *btree.Tree) metric.Reading {
	leaves, ok := b.Leaves()
	if !ok {
		return metric.Missing(tooLarge)
	}
	pages := make([]int, len(leaves))
	for i, l := range leaves {
		pages[i] = int(l.Page)
	}
	return metric.Value(100 * engine.Fragmentation(pages))
}

const tooLarge = "the tree was too large to keep a note of each page"

// traffic returns the pages read and written per row.
func (t *tree) traffic(b *btree.Tree) (read, written metric.Reading) {
	if t.pool == 0 {
		m := metric.Missing("the simulated page cache has no limit")
		return m, m
	}
	c, ok := b.Misses()
	if !ok {
		m := metric.Missing(tooLarge)
		return m, m
	}
	pages := t.cachePages(t.pool)
	return engine.PerRow(metric.Value(float64(c.Reads(pages))), b.Rows()), engine.PerRow(metric.Value(float64(c.Writes(pages))), b.Rows())
}

// cachePages returns how many pages of the tree a server's page cache holds; InnoDB is
// MySQL's.
func (t *tree) cachePages(size int64) int {
	return t.rules.CachePages(btree.Cache{Bytes: size, Freed: scanDepth(size)})
}

// scanDepth returns the innodb_lru_scan_depth of a server that the benchmark starts with
// such a page cache.
func scanDepth(pool int64) int {
	const small, share, least, page, usual = 128 << 20, 32, 100, 16 << 10, 1024
	if pool >= small {
		return usual
	}
	return int(max(least, pool/share/page))
}

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(context.Context) ([]engine.Leaf, error) {
	b, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	leaves, ok := b.Leaves()
	if !ok {
		return nil, &engine.Missing{Reason: tooLarge}
	}
	list := make([]engine.Leaf, len(leaves))
	for i, l := range leaves {
		list[i] = engine.Leaf{Page: l.Page, Fill: float32(l.Fill)}
	}
	return list, nil
}

// leastPool is where PoolCurve begins, in bytes.
const leastPool = 1 << 20

// PoolCurve returns the pages read and written per row for page caches of any size, each
// an eighth larger than the one before, up to the first with which nothing is read.
func (t *tree) PoolCurve(context.Context) ([]engine.PoolPoint, error) {
	b, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	c, ok := b.Misses()
	if !ok {
		return nil, &engine.Missing{Reason: tooLarge}
	}
	rows := max(1, float64(b.Rows()))
	var list []engine.PoolPoint
	for size := int64(leastPool); ; size += size / 8 {
		pages := t.cachePages(size)
		if pages == 0 {
			continue
		}
		list = append(list, engine.PoolPoint{Bytes: size, Reads: float64(c.Reads(pages)) / rows, Writes: float64(c.Writes(pages)) / rows})
		if pages >= c.Least() {
			break
		}
	}
	return list, nil
}

// Pgbench returns a *engine.Missing error: there is no server.
func (t *tree) Pgbench(context.Context, int, int) (float64, error) {
	return 0, &engine.Missing{Reason: "pgbench is for PostgreSQL"}
}
