package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// counters are the server's, which only ever rise. One that cannot be read holds
// the reason.
type counters struct {
	log  metric.Reading // bytes that were put into the write-ahead log
	read metric.Reading // pages of the index that were not in the buffers
}

// countsNewPagesApart is the first version whose counters do not take a page that
// is added to an index for one that is read.
const countsNewPagesApart = 160000

func (t *tree) count(ctx context.Context) (counters, error) {
	var c counters
	var err error
	c.log, err = t.number(ctx, "the position in the log", "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8")
	if err != nil {
		return counters{}, err
	}
	if t.engine.number < countsNewPagesApart {
		c.read = metric.Missing("before version 16 the server counts new pages as read")
		return c, nil
	}
	c.read, err = t.number(ctx, "the pages read", "SELECT coalesce(idx_blks_read, 0)::float8 FROM pg_statio_user_indexes WHERE indexrelid = '"+index+"'::regclass")
	return c, err
}

// number reads one number. What the server refuses is a blank with the reason;
// any other failure is one.
func (t *tree) number(ctx context.Context, what, query string) (metric.Reading, error) {
	var v float64
	err := t.engine.QueryRowContext(ctx, query).Scan(&v)
	switch {
	case refused(err):
		return metric.Missing(reason("the server does not give "+what, err)), nil
	case err != nil:
		return metric.Reading{}, explain("cannot read "+what, err)
	}
	return metric.Value(v), nil
}

// Measure checks that every committed row is in the table and reads the index.
//
//   - leaf pages and leaf fill: as pgstatindex gives them. The fill is of the bytes
//     that entries can take, page header and links apart;
//   - fragmentation: by the pages' links, which pageinspect shows. pgstatindex has a
//     figure of its own, which counts steps back in the file alone;
//   - page splits: leaf pages after the first. An empty index has none, and the
//     first is not the outcome of a split;
//   - bytes/row: the index's file;
//   - log bytes: the distance between the log's insert positions before the first
//     row and after the last;
//   - pages read: pages of the index that the shared buffers missed.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) {
	end, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	r := metric.Readings{
		metric.LogBytes:     t.perRow(engine.Delta(t.start.log, end.log)),
		metric.PagesRead:    t.perRow(engine.Delta(t.start.read, end.read)),
		metric.PagesWritten: metric.Missing("the server writes pages later, at a time of its own: see the log bytes"),
	}
	size, err := t.number(ctx, "the size of the index", "SELECT pg_relation_size('"+index+"')::float8")
	if err != nil {
		return nil, err
	}
	r[metric.BytesPerRow] = t.perRow(size)
	if err := t.leaves(ctx, r); err != nil {
		return nil, err
	}
	return r, t.order(ctx, r)
}

func (t *tree) perRow(total metric.Reading) metric.Reading {
	return engine.PerRow(total, int(t.rows.Load()))
}

// check compares the committed rows with the table's.
func (t *tree) check(ctx context.Context) error {
	var n int64
	if err := t.engine.QueryRowContext(ctx, "SELECT count(*) FROM item").Scan(&n); err != nil {
		return explain("cannot count the rows", err)
	}
	if rows := t.rows.Load(); n != rows {
		return fmt.Errorf("postgres: %d rows were committed and the table has %d: the figures would be wrong, so there are none", rows, n)
	}
	return nil
}

// leaves adds the number of leaf pages and what follows from it.
func (t *tree) leaves(ctx context.Context, r metric.Readings) error {
	missing := t.engine.extensions[tuples]
	var pages, density float64
	if missing == "" {
		err := t.engine.QueryRowContext(ctx, "SELECT leaf_pages::float8, avg_leaf_density FROM pgstatindex('"+index+"')").Scan(&pages, &density)
		if err != nil && !refused(err) {
			return explain("cannot read the leaf pages", err)
		}
		if err != nil {
			missing = reason("the server does not show the leaf pages", err)
		} else if pages == 0 {
			missing = "the index has no page yet"
		}
	}
	if missing != "" {
		r[metric.LeafPages], r[metric.LeafFill], r[metric.PageSplits] = metric.Missing(missing), metric.Missing(missing), metric.Missing(missing)
		return nil
	}
	r[metric.LeafPages], r[metric.LeafFill] = metric.Value(pages), metric.Value(density)
	r[metric.PageSplits] = metric.Value(pages - 1)
	return nil
}

// order adds how far the order of the leaf pages in the file is from the keys'.
func (t *tree) order(ctx context.Context, r metric.Readings) error {
	if missing := t.engine.extensions[inspect]; missing != "" {
		r[metric.Fragmentation] = metric.Missing(missing)
		return nil
	}
	leaves, err := t.chain(ctx)
	switch {
	case refused(err):
		r[metric.Fragmentation] = metric.Missing(reason("the server does not show the pages", err))
		return nil
	case err != nil:
		return explain("cannot read the index's pages", err)
	}
	r[metric.Fragmentation] = metric.Value(100 * engine.Fragmentation(leaves))
	return nil
}

// chain returns the numbers of the leaf pages in key order. The first page of the
// file is not of the tree.
func (t *tree) chain(ctx context.Context) ([]int, error) {
	rows, err := t.engine.QueryContext(ctx, `
		SELECT s.blkno, s.btpo_prev, s.btpo_next
		FROM generate_series(1, pg_relation_size('`+index+`') / current_setting('block_size')::bigint - 1) AS page,
			LATERAL bt_page_stats('`+index+`', page::int) AS s
		WHERE s.type = 'l'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	next := make(map[int]int)
	first := 0
	for rows.Next() {
		var page, before, after int
		if err := rows.Scan(&page, &before, &after); err != nil {
			return nil, err
		}
		next[page] = after
		if before == 0 {
			first = page
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	leaves := make([]int, 0, len(next))
	for page := first; page != 0 && len(leaves) < len(next); page = next[page] {
		leaves = append(leaves, page)
	}
	if len(leaves) != len(next) {
		return nil, errors.New("the leaf pages are not linked to one another")
	}
	return leaves, nil
}
