package mysql

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/dbserver"
)

// Measure checks that every committed row is in the table and reads the tree.
//
//   - leaf pages, leaf fill, fragmentation and garbage: from the table's file, page by
//     page. Fill is of the whole page: its header and directory are not in it;
//   - page splits: leaf pages after the first, which the empty table has. The server's
//     own count is of attempts, on all trees;
//   - bytes/row: the tree's pages; the file, with what it has reserved, is a figure of
//     its own, and so is the table of a secondary index;
//   - log bytes: the distance between the redo log's positions before the first row
//     and after the last;
//   - pages read and written: for the whole server; those written are complete, as
//     FLUSH TABLES … FOR EXPORT has the table's written.
//
// Where the file cannot be read, leaf pages are those of the persistent statistics,
// right after they were taken (the server counts them, it does not sample), the fill is
// the records, each of a size that the row format says, in the leaf pages' bytes, and
// bytes/row are the pages that the tree has reserved. MariaDB's statistics are off for
// small tables: there the pages in the buffer pool are counted, if all are in it.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) {
	end, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, end)
	r[metric.PagesWritten] = metric.Missing("the server writes pages later, at a time of its own: see the log bytes")
	if why := t.engine.Product.Store; why != "" {
		for _, name := range []string{
			metric.LeafPages, metric.LeafFill, metric.PageSplits, metric.Fragmentation, metric.Garbage, metric.BytesPerRow,
			metric.FilePagesWritten, metric.FullPages, metric.BytesWritten, metric.FileBytes, metric.PagesWritten,
		} {
			r[name] = metric.Missing(why)
		}
		return r, t.check(ctx)
	}
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	if err := t.fileSize(ctx, r); err != nil {
		return nil, err
	}
	p, err := t.readPages(ctx, r)
	why, blank := engine.MissingReason(err)
	if err != nil && !blank {
		return nil, err
	}
	if blank {
		r[metric.Fragmentation], r[metric.Garbage] = metric.Missing(why), metric.Missing(why)
		return r, t.counted(ctx, r)
	}
	t.pages = p
	t.fromFile(r, p)
	return r, nil
}

// Sample returns what is quick to read of a tree that grows: by the statistics, as the
// file would have to be brought to rest.
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
	if err := t.counted(ctx, r); err != nil {
		return nil, err
	}
	after, err := t.count(ctx)
	if own := engine.Delta(now.read, after.read); err == nil && own.Missing == "" {
		t.own += own.Value
	}
	return r, err
}

// check compares the committed rows with the table's.
func (t *tree) check(ctx context.Context) error {
	var n int64
	if err := t.engine.QueryRowContext(ctx, "SELECT COUNT(*) FROM item").Scan(&n); err != nil {
		return t.engine.explain("cannot count the rows", err)
	}
	if rows := t.rows.Load(); n != rows {
		return fmt.Errorf("%s: %d rows were committed and the table has %d: the figures would be wrong, so there are none", t.engine.name, rows, n)
	}
	return nil
}

// fileSize adds that of the table's file.
func (t *tree) fileSize(ctx context.Context, r metric.Readings) error {
	view := "innodb_tablespaces"
	if t.engine.Server.Kind == dbserver.MariaDB {
		view = "innodb_sys_tablespaces"
	}
	size, err := t.number(ctx, "the size of the table's file in "+view+", for which the account needs the privilege PROCESS",
		"SELECT file_size FROM information_schema."+view+" WHERE name = '"+t.engine.Name()+"/item'")
	r[metric.FileBytes] = t.perRow(size)
	return err
}

// counted adds what the persistent statistics or the buffer pool say.
func (t *tree) counted(ctx context.Context, r metric.Readings) error {
	if err := t.analyze(ctx); err != nil {
		return err
	}
	leaves, err := t.statistic(ctx, "n_leaf_pages")
	if err != nil {
		return err
	}
	if leaves.Missing == "" && t.engine.Server.Kind == dbserver.MariaDB && t.rows.Load() < smallTable {
		if leaves, err = t.cached(ctx); err != nil {
			return err
		}
	}
	size, err := t.statistic(ctx, "size")
	if err != nil {
		return err
	}
	if size.Missing == "" {
		size.Value *= float64(t.engine.pageSize)
	}
	r[metric.BytesPerRow] = t.perRow(size)
	r[metric.LeafPages], r[metric.PageSplits] = leaves, leaves
	if leaves.Missing == "" {
		r[metric.PageSplits] = metric.Value(leaves.Value - 1)
	}
	r[metric.LeafFill] = t.fill(leaves)
	return nil
}

// smallTable is the number of rows below which MariaDB gives a number of leaf pages
// that is not theirs.
const smallTable = 50_000

// cached counts the leaf pages in the buffer pool, if that holds all of them: their
// records are all rows. Other pages of the tree have records of another size.
func (t *tree) cached(ctx context.Context) (metric.Reading, error) {
	const what = "the pages in INNODB_BUFFER_PAGE, for which the account needs the privilege PROCESS"
	leaf := " FROM information_schema.innodb_buffer_page WHERE page_type = 'INDEX' AND index_name = '" + t.plan.index +
		"' AND REPLACE(table_name, '`', '') = '" + t.engine.Name() + ".item' AND data_size = number_records * " + fmt.Sprint(t.plan.record)
	records, err := t.number(ctx, what, "SELECT COALESCE(SUM(number_records), 0)"+leaf)
	if err != nil || records.Missing != "" {
		return records, err
	}
	if rows := t.rows.Load(); int64(records.Value) != rows {
		return metric.Missing(fmt.Sprintf("MariaDB's count of leaf pages is wrong for fewer than some %d rows, and the buffer pool holds %.0f of %d", smallTable, records.Value, rows)), nil
	}
	return t.number(ctx, what, "SELECT COUNT(*)"+leaf)
}

// analyze takes the persistent statistics. What goes wrong is in the rows that the
// statement returns.
func (t *tree) analyze(ctx context.Context) error {
	rows, err := t.engine.QueryContext(ctx, "ANALYZE TABLE item")
	if err != nil {
		return t.engine.explain("cannot take the statistics", err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, op, kind, text string
		if err := rows.Scan(&table, &op, &kind, &text); err != nil {
			return t.engine.explain("cannot take the statistics", err)
		}
		if slices.Contains([]string{"Error", "error"}, kind) {
			return t.engine.explain("cannot take the statistics", errors.New(text))
		}
	}
	if err := rows.Err(); err != nil {
		return t.engine.explain("cannot take the statistics", err)
	}
	return nil
}

func (t *tree) statistic(ctx context.Context, name string) (metric.Reading, error) {
	return t.number(ctx, name+" in mysql.innodb_index_stats, for which the account needs the privilege SELECT on it", "SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = '"+
		t.engine.Name()+"' AND table_name = 'item' AND index_name = '"+t.plan.index+"' AND stat_name = '"+name+"'")
}

// fill returns the leaf fill in percent.
func (t *tree) fill(leaves metric.Reading) metric.Reading {
	switch {
	case leaves.Missing != "":
		return leaves
	case t.plan.record > t.engine.pageSize/2-halfPageReserve:
		return metric.Missing(fmt.Sprintf("a row of %d bytes does not fit a page twice, so that a part of it is elsewhere", t.plan.record))
	}
	return metric.Value(100 * float64(t.rows.Load()) * float64(t.plan.record) / (leaves.Value * float64(t.engine.pageSize)))
}

// halfPageReserve is what InnoDB takes off half a page before it says that a row is
// too long to be stored whole, and a little more: 8,126 of 8,192 bytes.
const halfPageReserve = 128
