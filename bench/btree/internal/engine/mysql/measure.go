package mysql

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// Measure checks that every committed row is in the table and reads the tree.
//
//   - leaf pages, leaf fill and order: read from the table's file, page
//     by page. Fill is of the whole page and does not count header and directory;
//   - page splits: of all pages of the whole server, by its counter;
//   - bytes/row: the tree's pages. The file with its reserved pages is another metric;
//   - log bytes: the distance between the redo log's positions before the first row
//     and after the last;
//   - whole pages: written to files, of the whole server;
//   - pages read, and pages asked of the buffer pool: of the whole server.
//
// If the file cannot be read, leaf pages are those of the persistent statistics, which
// Measure updates before (the server counts them and does not sample), the fill is the
// size of the records by the row format in the leaf pages' bytes, and bytes/row are those of
// the leaf pages, without the one page in some hundred above them. MariaDB's statistics are wrong for small tables: then
// the pages in the buffer pool are counted, if it holds all of them.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) {
	end, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, end)
	r[metric.PagesWritten] = metric.Missing("the server writes pages later: see the log bytes")
	r[metric.TransactionAtCheckpoint] = metric.Missing("InnoDB writes pages all the time, also for its checkpoints: the worst of all transactions covers that")
	if err := t.CheckRows(ctx); err != nil {
		return nil, err
	}
	if err := t.fileSize(ctx, r); err != nil {
		return nil, err
	}
	p, err := t.readPages(ctx)
	why, missing := engine.MissingReason(err)
	if err != nil && !missing {
		return nil, err
	}
	if missing {
		if t.shape.Indexes() {
			r[metric.IndexBytes], r[metric.TotalBytes] = metric.Missing(why), metric.Missing(why)
		}
		maps.Copy(r, metric.NoOrder(why))
		err := t.counted(ctx, r)
		t.leafSplits(r)
		return r, err
	}
	t.pages = p
	t.fromFile(r, p)
	t.leafSplits(r)
	return r, nil
}

// Sample returns the readings that are quick to take. It reads the statistics: to read the
// file, all pages would have to be written first.
func (t *tree) Sample(ctx context.Context) (metric.Readings, error) {
	now, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	r := make(metric.Readings)
	t.since(r, now)
	if err := t.counted(ctx, r); err != nil {
		return nil, err
	}
	t.leafSplits(r)
	after, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	t.own.read += engine.Delta(now.read, after.read).Value
	t.own.asked += engine.Delta(now.asked, after.asked).Value
	return r, nil
}

// fileSize adds the size of the table's file.
func (t *tree) fileSize(ctx context.Context, r metric.Readings) error {
	view := "innodb_tablespaces"
	if t.engine.Server.Kind == dbserver.MariaDB {
		view = "innodb_sys_tablespaces"
	}
	size, err := t.engine.Number(ctx, "the size of the table's file in "+view+", for which the account needs the privilege PROCESS",
		"SELECT file_size FROM information_schema."+view+" WHERE name = '"+t.engine.Name()+"/item'")
	r[metric.FileBytes] = t.PerRow(size)
	return err
}

// counted adds the readings of the persistent statistics or of the buffer pool.
func (t *tree) counted(ctx context.Context, r metric.Readings) error {
	leaves, err := t.leaves(ctx)
	if err != nil {
		return err
	}
	size := leaves // the statistics count reserved pages as well, which are many in a small tree
	size.Value *= float64(t.engine.pageSize)
	r[metric.BytesPerRow] = t.PerRow(size)
	r[metric.LeafPages] = leaves
	r[metric.LeafFill] = t.fill(leaves)
	return nil
}

// leaves returns the number of leaf pages by the statistics.
func (t *tree) leaves(ctx context.Context) (metric.Reading, error) {
	if err := t.Analyze(ctx); err != nil {
		return metric.Reading{}, err
	}
	leaves, err := t.statistic(ctx, "n_leaf_pages")
	if err == nil && leaves.Missing == "" && t.engine.Server.Kind == dbserver.MariaDB && t.Rows() < smallTable {
		return t.cached(ctx)
	}
	return leaves, err
}

// smallTable is the number of rows below which MariaDB's number of leaf pages is wrong.
const smallTable = 50_000

// cached counts the leaf pages in the buffer pool, if it holds all of them: then their
// records are all rows. The records of the tree's other pages have another size.
func (t *tree) cached(ctx context.Context) (metric.Reading, error) {
	const what = "the pages in INNODB_BUFFER_PAGE, for which the account needs the privilege PROCESS"
	leaf := " FROM information_schema.innodb_buffer_page WHERE page_type = 'INDEX' AND index_name = '" + index +
		"' AND REPLACE(table_name, '`', '') = '" + t.engine.Name() + ".item' AND data_size = number_records * " + fmt.Sprint(t.plan.record)
	records, err := t.engine.Number(ctx, what, "SELECT COALESCE(SUM(number_records), 0)"+leaf)
	if err != nil || records.Missing != "" {
		return records, err
	}
	if rows := t.Rows(); int(records.Value) != rows {
		return metric.Missing(fmt.Sprintf("MariaDB's count of leaf pages is wrong for fewer than some %d rows, and the buffer pool holds %.0f of %d", smallTable, records.Value, rows)), nil
	}
	return t.engine.Number(ctx, what, "SELECT COUNT(*)"+leaf)
}

// Analyze updates the persistent statistics. The statement reports failures in the rows that it
// returns.
func (t *tree) Analyze(ctx context.Context) error {
	rows, err := t.engine.QueryContext(ctx, "ANALYZE NO_WRITE_TO_BINLOG TABLE item")
	if err != nil {
		return t.engine.Explain("cannot update the statistics", err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, op, kind, text string
		if err := rows.Scan(&table, &op, &kind, &text); err != nil {
			return t.engine.Explain("cannot update the statistics", err)
		}
		if slices.Contains([]string{"Error", "error"}, kind) {
			return t.engine.Explain("cannot update the statistics", errors.New(text))
		}
	}
	if err := rows.Err(); err != nil {
		return t.engine.Explain("cannot update the statistics", err)
	}
	return nil
}

func (t *tree) statistic(ctx context.Context, name string) (metric.Reading, error) {
	return t.engine.Number(ctx, name+" in mysql.innodb_index_stats, for which the account needs the privilege SELECT on it", "SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = '"+
		t.engine.Name()+"' AND table_name = 'item' AND index_name = '"+index+"' AND stat_name = '"+name+"'")
}

// fill returns the leaf fill in percent.
func (t *tree) fill(leaves metric.Reading) metric.Reading {
	switch {
	case leaves.Missing != "":
		return leaves
	case t.shape == engine.Updated:
		return metric.Missing("the statistics do not show how long the rows are")
	case t.plan.record > t.engine.pageSize/2-halfPageReserve:
		return metric.Missing(fmt.Sprintf("a row of %d bytes does not fit a page twice, so that a part of it is on other pages", t.plan.record))
	}
	return metric.Value(100 * float64(t.Rows()) * float64(t.plan.record) / (leaves.Value * float64(t.engine.pageSize)))
}

// halfPageReserve bounds from above what a row on the page must be smaller than half a
// page: InnoDB stores rows of up to 8,126 of 8,192 bytes whole.
const halfPageReserve = 128
