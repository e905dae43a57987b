package postgres

import (
	"context"
	"database/sql"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Measure checks that every committed row is in the table and reads the index.
//
//   - leaf pages and leaf fill: of pgstatindex. The fill is of the bytes that entries
//     can take, without the page's header and links;
//   - page splits: of leaf pages, by the log's records;
//   - order: by the pages' links, which pageinspect shows. The figure of
//     pgstatindex counts only steps back in the file;
//   - bytes/row: the index's file. All files of the table are another metric;
//   - log bytes: the distance between the log's insert positions before the first
//     row and after the last;
//   - page requests: those and the ones that it held;
//   - whole pages: full-page images in the log, of the table and its indexes, or of the
//     whole server if it does not show the log's records;
//   - pages read: pages of the index that the buffer pool did not hold, and of all indexes
//     if the shape says so.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) {
	end, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	// Counting the rows sets hints, which write pages whole as well.
	if err := t.countRecords(ctx); err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, end)
	r[metric.PagesWritten] = metric.Missing("the server writes pages later: see the log bytes")
	if err := t.CheckRows(ctx); err != nil {
		return nil, err
	}
	if err := t.sizes(ctx, r); err != nil {
		return nil, err
	}
	if err := t.leaves(ctx, t.engine, r); err != nil {
		return nil, err
	}
	if err := t.order(ctx, r); err != nil {
		return nil, err
	}
	t.fromLog(r)
	return r, t.hot(ctx, r)
}

// Sample returns the readings that are quick to take.
func (t *tree) Sample(ctx context.Context) (metric.Readings, error) {
	now, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.countRecords(ctx); err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, now)
	if err := t.sizes(ctx, r); err != nil {
		return nil, err
	}
	if err := t.onOwnConnection(ctx, func(conn engine.Rows) error { return t.leaves(ctx, conn, r) }); err != nil {
		return nil, err
	}
	t.fromLog(r)
	return r, nil
}

// onOwnConnection calls look and keeps the pages of the index that look fetches out of the counts.
// look uses one connection, which reports them afterwards.
func (t *tree) onOwnConnection(ctx context.Context, look func(conn engine.Rows) error) error {
	before, err := t.count(ctx)
	if err != nil {
		return err
	}
	if err := t.reported(ctx, func(conn *sql.Conn) error { return look(conn) }); err != nil {
		return err
	}
	after, err := t.count(ctx)
	if err != nil {
		return err
	}
	t.own.read += engine.Delta(before.read, after.read).Value
	t.own.hit += engine.Delta(before.hit, after.hit).Value
	return nil
}

// sizes adds the sizes of the files.
func (t *tree) sizes(ctx context.Context, r metric.Readings) error {
	for _, s := range []struct{ metric, what, query string }{
		{metric.BytesPerRow, "the size of the index", "SELECT pg_relation_size('" + index + "')::float8"},
		{metric.FileBytes, "the size of all files", "SELECT pg_total_relation_size('item')::float8"},
	} {
		size, err := t.engine.Number(ctx, s.what, s.query)
		if err != nil {
			return err
		}
		r[s.metric] = t.PerRow(size)
	}
	if !t.spec.Shape.Indexes() {
		return nil
	}
	others, err := t.engine.Number(ctx, "the size of the other indexes", "SELECT (pg_indexes_size('item') - pg_relation_size('"+index+"'))::float8")
	r[metric.IndexBytes], r[metric.TotalBytes] = t.PerRow(others), r[metric.FileBytes]
	return err
}

// leaves adds the number of leaf pages and their fill.
func (t *tree) leaves(ctx context.Context, conn engine.Rows, r metric.Readings) error {
	missing := t.engine.extensions[tuples]
	var pages, density float64
	if missing == "" {
		err := conn.QueryRowContext(ctx, "SELECT leaf_pages::float8, avg_leaf_density FROM pgstatindex('"+index+"')").Scan(&pages, &density)
		if err != nil && !t.engine.Is(err, client.Refused) {
			return t.engine.Explain("cannot read the leaf pages", err)
		}
		if err != nil {
			missing = t.engine.Reason("the server does not show the leaf pages", err)
		} else if pages == 0 {
			missing = "the index has no page yet"
		}
	}
	if missing != "" {
		r[metric.LeafPages], r[metric.LeafFill] = metric.Missing(missing), metric.Missing(missing)
		return nil
	}
	r[metric.LeafPages], r[metric.LeafFill] = metric.Value(pages), metric.Value(density)
	return nil
}
