package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// counters are the server's, which only ever rise.
type counters struct {
	log  metric.Reading // bytes that were put into the redo log
	read metric.Reading // pages that were read from files
}

func (t *tree) count(ctx context.Context) (c counters, err error) {
	// Innodb_os_log_written would lag behind where commits are not flushed, and
	// count a block again for each commit that it was flushed half full for.
	position := "Innodb_redo_log_current_lsn" // MySQL 8.0.30 and later
	if t.engine.Server.Kind == dbserver.MariaDB {
		position = "Innodb_lsn_current"
	}
	if c.log, err = t.status(ctx, position); err != nil {
		return counters{}, err
	}
	c.read, err = t.status(ctx, "Innodb_pages_read")
	return c, err
}

// status reads a counter of the server; one that it does not have is a blank.
func (t *tree) status(ctx context.Context, name string) (metric.Reading, error) {
	return t.number(ctx, name, "SHOW GLOBAL STATUS LIKE '"+name+"'", new(string))
}

// number reads the number in the column after those that are given. What the
// server refuses is a blank with the reason; any other failure is one.
func (t *tree) number(ctx context.Context, what, query string, before ...any) (metric.Reading, error) {
	var v float64
	err := t.engine.QueryRowContext(ctx, query).Scan(append(before, &v)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return metric.Missing("the server does not give " + what), nil
	case refused(err):
		return metric.Missing(reason("the server does not give "+what, err)), nil
	case err != nil:
		return metric.Reading{}, t.engine.explain("cannot read "+what, err)
	}
	return metric.Value(v), nil
}

// Measure checks that every committed row is in the table and reads the tree.
//
//   - leaf pages: n_leaf_pages of the persistent statistics, right after they were
//     taken; the server counts them, it does not sample. MariaDB is off for small
//     tables;
//   - leaf fill: the records, each of a size that the row format says, in the leaf
//     pages' bytes. The page's header and directory are not in it;
//   - fragmentation: blank, as there is no way in SQL to see the order of pages;
//   - page splits: leaf pages after the first, which the empty table has;
//   - bytes/row: the pages that the tree's two segments have reserved;
//   - log bytes: the distance between the redo log's positions before the first row
//     and after the last;
//   - pages read: for the whole server, from files.
func (t *tree) Measure(ctx context.Context) (metric.Readings, error) {
	end, err := t.count(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.check(ctx); err != nil {
		return nil, err
	}
	r := metric.Readings{
		metric.LogBytes:      t.perRow(engine.Delta(t.start.log, end.log)),
		metric.PagesRead:     t.perRow(engine.Delta(t.start.read, end.read)),
		metric.PagesWritten:  metric.Missing("the server writes pages later, at a time of its own: see the log bytes"),
		metric.Fragmentation: metric.Missing("InnoDB does not show the order of its pages in SQL"),
	}
	return r, t.pages(ctx, r)
}

func (t *tree) perRow(total metric.Reading) metric.Reading {
	return engine.PerRow(total, int(t.rows.Load()))
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

// pages adds what the persistent statistics say.
func (t *tree) pages(ctx context.Context, r metric.Readings) error {
	if err := t.analyze(ctx); err != nil {
		return err
	}
	leaves, err := t.statistic(ctx, "n_leaf_pages")
	if err != nil {
		return err
	}
	if leaves.Missing == "" && t.engine.Server.Kind == dbserver.MariaDB && t.rows.Load() < smallTable {
		leaves = metric.Missing(fmt.Sprintf("MariaDB's count of leaf pages is wrong for fewer than some %d rows", smallTable))
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
		if kind == "Error" || kind == "error" {
			return fmt.Errorf("%s: cannot take the statistics: %s", t.engine.name, text)
		}
	}
	if err := rows.Err(); err != nil {
		return t.engine.explain("cannot take the statistics", err)
	}
	return nil
}

func (t *tree) statistic(ctx context.Context, name string) (metric.Reading, error) {
	return t.number(ctx, name+" in mysql.innodb_index_stats", "SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = '"+
		t.engine.Name()+"' AND table_name = 'item' AND index_name = 'PRIMARY' AND stat_name = '"+name+"'")
}

// fill returns the leaf fill in percent.
func (t *tree) fill(leaves metric.Reading) metric.Reading {
	record := recordSize(t.spec.Key.Width, t.spec.Payload)
	switch {
	case leaves.Missing != "":
		return leaves
	case record > t.engine.pageSize/2-halfPageReserve:
		return metric.Missing(fmt.Sprintf("a row of %d bytes does not fit a page twice, so that a part of it is elsewhere", record))
	}
	return metric.Value(100 * float64(t.rows.Load()) * float64(record) / (leaves.Value * float64(t.engine.pageSize)))
}

// halfPageReserve is what InnoDB takes off half a page before it says that a row is
// too long to be stored whole, and a little more: 8,126 of 8,192 bytes.
const halfPageReserve = 128

// recordSize is what a row takes on a leaf page, in bytes, in the row format
// DYNAMIC: a header, the length of the payload, the key, the two system columns and
// the payload.
func recordSize(keyWidth, payload int) int {
	const header, transaction, rollPointer = 5, 6, 7
	length := 1
	if payload > 255 { // declared so wide, a value over 127 bytes long takes two
		length = 2
	}
	return header + length + keyWidth + transaction + rollPointer + payload
}
