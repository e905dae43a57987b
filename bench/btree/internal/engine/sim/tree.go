package sim

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// tree is one simulated tree with its writer and readers.
type tree struct {
	mu    sync.Mutex // for all below
	tree  *btree.Tree
	rules btree.Rules
	pool  int64 // bytes, 0 for no limit
	clock *clock
	// writing reports whether there is a writer.
	writing bool
	rows    int   // of transactions that were finished
	broken  error // a transaction that was not: the tree has a part of its rows
}

func newTree(t *btree.Tree, l layout, c engine.Conditions) *tree {
	return &tree{tree: t, rules: l.rules, pool: c.BufferPool, clock: newClock()}
}

// Clock returns the virtual clock.
func (t *tree) Clock() key.Clock { return t.clock }

// Close releases the memory.
func (t *tree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tree, t.broken = nil, errClosed
	return nil
}

var errClosed = errors.New("sim: the tree is closed")

// use locks the tree and returns it. The caller must unlock it unless there is an error.
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
//   - leaf pages, leaf fill: exact, or estimated if not all pages were
//     followed; the fill is counted as on the server;
//   - order: pages are numbered in the order in which they were added;
//   - bytes/row: pages of all levels;
//   - pages read: for the buffer pool of the conditions, if there is one.
func (t *tree) Measure(context.Context) (metric.Readings, error) {
	b, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	if b.Rows() != t.rows {
		return nil, fmt.Errorf("sim: %d rows were committed and the tree has %d: the readings would be wrong", t.rows, b.Rows())
	}
	r := t.sample(b)
	r[metric.LogBytes] = metric.Missing("a simulated tree has no log")
	r[metric.PagesWritten] = metric.Missing("a simulated tree has no log")
	maps.Copy(r, order(b, t.rules.PageSize()))
	return r, nil
}

// Sample returns all readings but the order.
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
	r[metric.BytesPerRow] = metric.Missing("not all pages of the tree are followed, and inner pages are not counted then")
	if s.Pages > 0 {
		r[metric.BytesPerRow] = engine.PerRow(metric.Value(float64(s.Pages)*float64(t.rules.PageSize())), s.Rows)
	}
	r[metric.PagesRead] = t.read(b)
	return r
}

// shape returns the readings of the leaf pages.
func shape(s btree.Stats) metric.Readings {
	if s.Gathers {
		m := metric.Missing("many keys belonged to a few pages that are not followed: insert fewer rows")
		return metric.Readings{metric.LeafPages: m, metric.LeafFill: m}
	}
	r := metric.Readings{
		metric.LeafPages: metric.Value(float64(s.Leaves)),
		metric.LeafFill:  metric.Value(s.Fill),
	}
	if s.Error > 0 {
		r[metric.LeafError] = metric.Value(100 * s.Error)
	}
	return r
}

// order returns the readings of the leaf pages' order.
func order(b *btree.Tree, pageSize int) metric.Readings {
	leaves, ok := b.Leaves()
	if !ok {
		return metric.NoOrder(tooLarge)
	}
	return metric.Order(numbers(leaves), b.Rows(), pageSize)
}

const tooLarge = "the tree has too many keys to follow each page"

// read returns the pages read per row. InnoDB's buffer pool is MySQL's.
func (t *tree) read(b *btree.Tree) metric.Reading {
	if t.pool == 0 {
		return metric.Missing("the simulated buffer pool has no limit")
	}
	c, ok := b.Misses()
	if !ok {
		return metric.Missing(tooLarge)
	}
	pages := t.rules.PoolPages(btree.BufferPool{Bytes: t.pool, Freed: engine.ScanDepth(t.pool)})
	return engine.PerRow(metric.Value(float64(c.Reads(pages))), b.Rows())
}

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(context.Context) ([]uint32, error) {
	b, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	leaves, ok := b.Leaves()
	if !ok {
		return nil, &engine.Missing{Reason: tooLarge}
	}
	return numbers(leaves), nil
}

// numbers returns the page numbers of leaf pages.
func numbers(leaves []btree.Leaf) []uint32 {
	list := make([]uint32, len(leaves))
	for i, l := range leaves {
		list[i] = l.Page
	}
	return list
}
