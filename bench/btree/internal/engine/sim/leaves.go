package sim

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// leaves is a tree by the rules of nbtree or InnoDB.
type leaves struct {
	*btree.Tree
	rules btree.Rules
	// innodb reports whether the tree grows by InnoDB's rules, and not by nbtree's.
	innodb bool
	pool   int64 // bytes of the buffer pool, 0 for no limit
}

func (t leaves) pageSize() int { return t.rules.PageSize() }

func (t leaves) readings() metric.Readings {
	s := t.Stats()
	r := shape(s)
	r[metric.BytesPerRow] = metric.Missing("not all pages of the tree are followed, and inner pages are not counted then")
	if s.Pages > 0 {
		r[metric.BytesPerRow] = engine.PerRow(metric.Value(float64(s.Pages)*float64(t.pageSize())), s.Rows)
	}
	r[metric.PageSplits] = t.splits(s)
	r[metric.PagesRead] = t.read()
	return r
}

// splits returns the page splits as the server counts them: nbtree's of leaf pages, InnoDB's of all.
func (t leaves) splits(s btree.Stats) metric.Reading {
	switch {
	case s.Pages == 0:
		return metric.Missing("not all pages of the tree are followed, and the splits of the others are not counted")
	case t.innodb:
		return engine.PerThousand(metric.Value(float64(s.Splits)), s.Rows)
	}
	return engine.PerThousand(metric.Value(float64(s.LeafSplits)), s.Rows)
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

const tooLarge = "the tree has too many keys to follow each page"

// read returns the pages read per row. InnoDB's buffer pool is MySQL's.
func (t leaves) read() metric.Reading {
	if t.pool == 0 {
		return metric.Missing("the simulated buffer pool has no limit")
	}
	c, ok := t.Misses()
	if !ok {
		return metric.Missing(tooLarge)
	}
	pages := t.rules.PoolPages(btree.BufferPool{Bytes: t.pool, Freed: engine.ScanDepth(t.pool)})
	return engine.PerRow(metric.Value(float64(c.Reads(pages))), t.Rows())
}

func (t leaves) numbers() ([]uint32, error) {
	all, ok := t.Leaves()
	if !ok {
		return nil, &engine.Missing{Reason: tooLarge}
	}
	list := make([]uint32, len(all))
	for i, l := range all {
		list[i] = l.Page
	}
	return list, nil
}
