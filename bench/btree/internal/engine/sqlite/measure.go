package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// pages are the pages of one tree as the dbstat table lists them.
type pages struct {
	leaves []leaf // in key order
	count  int    // pages of every sort: leaf, interior and overflow
	size   int    // of one page in bytes
	bytes  int    // their size

	leafBytes, leafUnused int
	entries               int // each once, on whichever page it is
}

// leaf is a leaf page.
type leaf struct{ number, unused int }

// numbers returns those of the leaf pages in key order.
func (p pages) numbers() []int {
	list := make([]int, len(p.leaves))
	for i, l := range p.leaves {
		list[i] = l.number
	}
	return list
}

// frameHeader is what a page in the write-ahead log is preceded by, in bytes (the
// file format's section 4.1).
const frameHeader = 24

// Measure checks that every committed row is in the tree, and reads its pages.
//
//   - leaf pages: those that dbstat calls leaf; a row of a large payload also has
//     overflow pages, which count as bytes of the tree and not as leaves;
//   - leaf fill: 1 - unused / size over the leaf pages;
//   - fragmentation: of the leaf pages after the first in key order, the share that
//     is not the next leaf page of the same tree in the file. Interior pages and the
//     table's own pages between them do not count, or the index of a table whose
//     pages alternate with its own would look as scattered as can be;
//   - page splits: leaf pages now, less those of the empty tree. SQLite balances up
//     to three siblings at a time, and often adds no page: that is not a split;
//   - pages written: what SQLite counts as written to the write-ahead log, for the
//     whole database; copying them back at a checkpoint is not in it;
//   - log bytes: those pages, each with its header in the log;
//   - pages read: pages that SQLite's page cache missed and read.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) { return t.read(ctx, t.check) }

// Sample returns all that Measure does, but does not check the rows.
func (t *tree) Sample(ctx context.Context) (metric.Readings, error) {
	return t.read(ctx, func(context.Context, pages) error { return nil })
}

// read takes the readings, of pages that check finds right.
func (t *tree) read(ctx context.Context, check func(context.Context, pages) error) (metric.Readings, error) {
	if err := t.count(); err != nil {
		return nil, err
	}
	c := t.pages
	p, err := readTree(ctx, t.file.conn, t.plan)
	if err != nil {
		return nil, err
	}
	if err := check(ctx, p); err != nil {
		return nil, err
	}
	// What was read here is nobody else's.
	return t.readings(p, c), t.forget(c)
}

// forget puts the counters back to where they were before the tree was read.
func (t *tree) forget(c counters) error {
	err := t.count()
	t.pages = c
	return err
}

// readings are those of the tree's pages and of the counters.
func (t *tree) readings(p pages, c counters) metric.Readings {
	perRow := func(n int) metric.Reading { return engine.PerRow(metric.Value(float64(n)), t.rows) }
	return metric.Readings{
		metric.LeafPages:     metric.Value(float64(len(p.leaves))),
		metric.LeafFill:      metric.Value(100 * (1 - float64(p.leafUnused)/float64(p.leafBytes))),
		metric.Fragmentation: metric.Value(100 * engine.Fragmentation(p.numbers())),
		metric.PageSplits:    metric.Value(float64(len(p.leaves) - t.leaves)),
		metric.BytesPerRow:   perRow(p.bytes),
		metric.PagesWritten:  perRow(c.written),
		metric.LogBytes:      perRow(c.written * (p.size + frameHeader)),
		metric.PagesRead:     perRow(c.read),
	}
}

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(ctx context.Context) ([]engine.Leaf, error) {
	p, err := readTree(ctx, t.file.conn, t.plan)
	if err != nil {
		return nil, err
	}
	leaves := make([]engine.Leaf, len(p.leaves))
	for i, l := range p.leaves {
		leaves[i] = engine.Leaf{Page: uint32(l.number), Fill: float32(100 * (1 - float64(l.unused)/float64(p.size)))}
	}
	return leaves, nil
}

// PoolCurve returns a *engine.Missing error: one buffer pool was measured.
func (t *tree) PoolCurve(context.Context) ([]engine.PoolPoint, error) {
	return nil, &engine.Missing{Reason: "only a simulated tree has figures for buffer pools of other sizes"}
}

// Pgbench returns a *engine.Missing error: there is no server.
func (t *tree) Pgbench(context.Context, int, int) (float64, error) {
	return 0, &engine.Missing{Reason: "pgbench is for PostgreSQL"}
}

// check compares the committed rows with the table's and with the tree's entries.
func (t *tree) check(ctx context.Context, p pages) error {
	var n int
	if err := t.file.conn.QueryRowContext(ctx, "SELECT count(*) FROM item NOT INDEXED").Scan(&n); err != nil {
		return explain("cannot count the rows", err)
	}
	if n != t.rows || p.entries != t.rows {
		return fmt.Errorf("sqlite: %d rows were committed, the table has %d and the tree %s has %d entries: the figures would be wrong, so there are none",
			t.rows, n, t.plan.name, p.entries)
	}
	return nil
}

// readTree reads all pages of the tree. The path of a page is its place in the tree, so
// that the order of the paths is that of the keys.
func readTree(ctx context.Context, conn *sql.Conn, of plan) (pages, error) {
	rows, err := conn.QueryContext(ctx, "SELECT pageno, pagetype, ncell, unused, pgsize FROM dbstat WHERE name = ? ORDER BY path", of.name)
	if err != nil {
		return pages{}, explain("cannot read dbstat", err)
	}
	defer rows.Close()
	var p pages
	for rows.Next() {
		var s stat
		if err := rows.Scan(&s.number, &s.kind, &s.cells, &s.unused, &s.size); err != nil {
			return pages{}, explain("cannot read dbstat", err)
		}
		if err := p.add(s, of.inner); err != nil {
			return pages{}, err
		}
	}
	if err := rows.Err(); err != nil {
		return pages{}, explain("cannot read dbstat", err)
	}
	if len(p.leaves) == 0 {
		return pages{}, fmt.Errorf("sqlite: dbstat lists no leaf page of the tree %s", of.name)
	}
	return p, nil
}

// stat is a row of dbstat: one page.
type stat struct {
	number, cells, unused, size int
	kind                        string // leaf, internal or overflow
}

// maxPage is the largest page size in bytes.
const maxPage = 64 << 10

// add adds a page. The cells of internal pages are entries if inner is set.
func (p *pages) add(s stat, inner bool) error {
	if s.number < 1 || int64(s.number) > math.MaxUint32 || s.size < 1 || s.size > maxPage || s.unused < 0 || s.unused > s.size || s.cells < 0 || s.cells > s.size {
		return fmt.Errorf("sqlite: dbstat: page %d with %d cells and %d unused of %d bytes: this cannot be a page", s.number, s.cells, s.unused, s.size)
	}
	p.count++
	p.size = s.size
	p.bytes += s.size
	if s.kind == "leaf" || s.kind != "overflow" && inner {
		p.entries += s.cells
	}
	if s.kind == "leaf" {
		p.leaves = append(p.leaves, leaf{s.number, s.unused})
		p.leafBytes += s.size
		p.leafUnused += s.unused
	}
	return nil
}
