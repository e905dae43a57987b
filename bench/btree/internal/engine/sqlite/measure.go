package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// pages holds the pages of one tree as dbstat lists them.
type pages struct {
	leaves []uint32 // page numbers in key order
	size   int      // of one page in bytes
	bytes  int      // of pages of every sort: leaf, interior and overflow

	leafBytes, leafUnused int
	entries               int // each counted once
}

// frameHeader is the size in bytes of the header of a page in the write-ahead log (section
// 4.1 of SQLite's file format).
const frameHeader = 24

// Measure checks that every committed row is in the tree, and reads its pages.
//
//   - leaf pages: those of dbstat's type leaf. A large payload has overflow pages, which
//     count as bytes of the tree but not as leaf pages;
//   - page splits: the leaf pages but the first, as SQLite counts no splits;
//   - leaf fill: 1 - unused / size over the leaf pages;
//   - range pages, range skips and distances: see metric.Order;
//   - pages written: pages written to the write-ahead log, for the whole database,
//     without the copies at a checkpoint;
//   - log bytes: those pages, each with its header in the log;
//   - pages read: pages that the buffer pool did not hold;
//   - page requests: those and the ones that it held.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) { return t.read(ctx, t.check) }

// Sample returns the readings of Measure without checking the rows.
func (t *tree) Sample(ctx context.Context) (metric.Readings, error) {
	return t.read(ctx, func(context.Context, pages) error { return nil })
}

// read returns the readings, unless check returns an error.
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
	// Reading the tree is not part of the inserts' cost.
	r := t.readings(p, c)
	if err := t.indexes(ctx, r); err != nil {
		return nil, err
	}
	return r, t.forget(c)
}

// forget resets the counters to what they were before the tree was read.
func (t *tree) forget(c counters) error {
	err := t.count()
	t.pages = c
	return err
}

// readings returns the readings of the tree's pages and of the counters.
func (t *tree) readings(p pages, c counters) metric.Readings {
	perInsert := func(n int) metric.Reading { return engine.PerRow(metric.Value(float64(n)), t.inserted) }
	r := metric.Readings{
		metric.LeafPages:    metric.Value(float64(len(p.leaves))),
		metric.LeafFill:     metric.Value(100 * (1 - float64(p.leafUnused)/float64(p.leafBytes))),
		metric.PageSplits:   engine.LeafSplits(metric.Value(float64(len(p.leaves))), t.rows()),
		metric.BytesPerRow:  engine.PerRow(metric.Value(float64(p.bytes)), t.rows()),
		metric.PagesWritten: perInsert(c.written),
		metric.LogBytes:     perInsert(c.written * (p.size + frameHeader)),
		metric.PagesRead:    perInsert(c.read),
		metric.PageRequests: perInsert(c.read + c.hit),
	}
	maps.Copy(r, metric.Order(p.leaves, t.rows(), p.size))
	return r
}

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(ctx context.Context) ([]uint32, error) {
	p, err := readTree(ctx, t.file.conn, t.plan)
	return p.leaves, err
}

// rows returns how many rows the table has.
func (t *tree) rows() int { return t.inserted }

// check returns an error if the table or the tree does not have the committed rows.
func (t *tree) check(ctx context.Context, p pages) error {
	var n int
	if err := t.file.conn.QueryRowContext(ctx, "SELECT count(*) FROM item NOT INDEXED").Scan(&n); err != nil {
		return explain("cannot count the rows", err)
	}
	if n != t.rows() || p.entries != t.rows() {
		return fmt.Errorf("sqlite: %d rows were committed, the table has %d and the tree %s has %d entries: the readings would be wrong",
			t.rows(), n, t.plan.name, p.entries)
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
		if err := p.add(s); err != nil {
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

// add adds a page. Interior pages hold entries as well: only those of a rowid table, which is
// never measured, repeat entries of the leaf pages.
func (p *pages) add(s stat) error {
	if s.number < 1 || int64(s.number) > math.MaxUint32 || s.size < 1 || s.size > maxPage || s.unused < 0 || s.unused > s.size || s.cells < 0 || s.cells > s.size {
		return fmt.Errorf("sqlite: dbstat: page %d with %d cells and %d unused of %d bytes: this cannot be a page", s.number, s.cells, s.unused, s.size)
	}
	p.size = s.size
	p.bytes += s.size
	if s.kind != "overflow" {
		p.entries += s.cells
	}
	if s.kind == "leaf" {
		p.leaves = append(p.leaves, uint32(s.number))
		p.leafBytes += s.size
		p.leafUnused += s.unused
	}
	return nil
}
