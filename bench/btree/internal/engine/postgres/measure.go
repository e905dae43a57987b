package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Measure checks that every committed row is in the table and reads the index.
//
//   - leaf pages and leaf fill: as pgstatindex gives them. The fill is of the bytes
//     that entries can take, page header and links apart;
//   - fragmentation: by the pages' links, which pageinspect shows. pgstatindex has a
//     figure of its own, which counts steps back in the file alone;
//   - page splits: leaf pages after the first. An empty index has none, and the
//     first is not the outcome of a split. The server's own count is that of the log's
//     records of a split, which pg_walinspect shows;
//   - bytes/row: the index's file; the table's, with what is stored out of line, and
//     all files are figures of their own;
//   - log bytes: the distance between the log's insert positions before the first
//     row and after the last; apart by what its records are about, up to the
//     checkpoint after the last row;
//   - pages read: pages of the index that the shared buffers missed; those of the
//     table apart;
//   - file pages written: what anyone wrote to tables and indexes, a checkpoint after
//     the last row included; before version 16 also what a file was extended by.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) {
	t.asked.end()
	end, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, end)
	r[metric.PagesWritten] = metric.Missing("the server writes pages later, at a time of its own: see the log bytes")
	if why := t.engine.Product.Store; why != "" {
		if err := t.check(ctx); err != nil {
			return nil, err
		}
		return r, t.others(ctx, r)
	}
	if err := t.written(ctx, r); err != nil {
		return nil, err
	}
	if err := t.log.read(ctx, r, t.perRow); err != nil {
		return nil, err
	}
	t.log.release()
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	if err := t.sizes(ctx, r); err != nil {
		return nil, err
	}
	if err := t.leaves(ctx, t.engine, r); err != nil {
		return nil, err
	}
	return r, t.order(ctx, r)
}

// Sample returns what is quick to read of a tree that grows.
func (t *tree) Sample(ctx context.Context) (metric.Readings, error) {
	now, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, now)
	if t.engine.Product.Store != "" {
		return r, nil
	}
	if err := t.log.read(ctx, r, t.perRow); err != nil {
		return nil, err
	}
	if err := t.sizes(ctx, r); err != nil {
		return nil, err
	}
	return r, t.apart(ctx, func(conn querier) error { return t.leaves(ctx, conn, r) })
}

// querier is a connection or a pool of them.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// apart has the pages of the index that look fetches not counted as the clients'. All
// of them are fetched by one connection, which then reports them.
func (t *tree) apart(ctx context.Context, look func(conn querier) error) (err error) {
	conn, err := t.engine.Conn(ctx)
	if err != nil {
		return explain("cannot connect", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	before, err := t.count(ctx)
	if err != nil {
		return err
	}
	if err := look(conn); err != nil {
		return err
	}
	if q := t.closing(); q != "" {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return explain("cannot have the reading's own counters counted", err)
		}
	}
	after, err := t.count(ctx)
	if own := engine.Delta(before.read, after.read); err == nil && own.Missing == "" {
		t.own += own.Value
	}
	return err
}

// written adds what was written to files, once all of it was.
func (t *tree) written(ctx context.Context, r metric.Readings) error {
	missing, err := t.checkpoint(ctx)
	if err != nil {
		return err
	}
	end, err := t.count(ctx)
	if err != nil {
		return err
	}
	pages := engine.Delta(t.start.written, end.written)
	if missing != "" {
		pages = metric.Missing(missing)
	}
	r[metric.FilePagesWritten] = t.perRow(pages)
	bytes := engine.Delta(t.start.log, end.log)
	switch {
	case pages.Missing != "":
		bytes = pages
	case bytes.Missing == "":
		bytes.Value += pages.Value * float64(t.engine.blockSize)
	}
	r[metric.BytesWritten] = t.perRow(bytes)
	return nil
}

// sizes adds those of the files.
func (t *tree) sizes(ctx context.Context, r metric.Readings) error {
	for _, s := range []struct{ metric, what, query string }{
		{metric.BytesPerRow, "the size of the index", "SELECT pg_relation_size('" + t.plan.index + "')::float8"},
		{metric.TableBytes, "the size of the table", "SELECT pg_table_size('item')::float8"},
		{metric.FileBytes, "the size of all files", "SELECT pg_total_relation_size('item')::float8"},
	} {
		size, err := t.number(ctx, s.what, s.query)
		if err != nil {
			return err
		}
		r[s.metric] = t.perRow(size)
	}
	return nil
}

// others adds what can be read of a product that has no pages.
func (t *tree) others(ctx context.Context, r metric.Readings) error {
	none := metric.Missing(t.engine.Product.Store)
	for _, name := range []string{
		metric.LeafPages, metric.LeafFill, metric.PageSplits, metric.Fragmentation, metric.BytesPerRow,
		metric.FilePagesWritten, metric.BytesWritten, metric.ServerSplits, metric.PagesWritten,
	} {
		r[name] = none
	}
	size, err := t.number(ctx, "the size of the table", t.engine.sizeQuery())
	if err != nil {
		return err
	}
	if size.Missing == "" && size.Value == 0 && t.rows.Load() > 0 {
		size = metric.Missing("the server says that the table has no bytes")
	}
	r[metric.FileBytes] = t.perRow(size)
	return nil
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
func (t *tree) leaves(ctx context.Context, conn querier, r metric.Readings) error {
	missing := t.engine.extensions[tuples]
	var pages, density float64
	if missing == "" {
		err := conn.QueryRowContext(ctx, "SELECT leaf_pages::float8, avg_leaf_density FROM pgstatindex('"+t.plan.index+"')").Scan(&pages, &density)
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
