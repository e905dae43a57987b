package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/ibd"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// pages are those of a table's file.
type pages struct {
	tree  ibd.Index // that is measured
	table int       // pages of the clustered index, where that is another
}

// probeFiles finds out whether tables' files can be read, by a table that is there for
// nothing else.
func (e *Engine) probeFiles(ctx context.Context) error {
	const rows = 3
	for _, q := range []string{
		"CREATE TABLE probe (id BIGINT NOT NULL PRIMARY KEY) ENGINE = InnoDB ROW_FORMAT = DYNAMIC",
		"INSERT INTO probe VALUES (1), (2), (3)",
	} {
		if _, err := e.ExecContext(ctx, q); err != nil {
			return e.explain("cannot make a table", err)
		}
	}
	ts, from, err := e.readFile(ctx, "probe", func(context.Context) error { return nil })
	if why, blank := engine.MissingReason(err); blank {
		e.noFiles = why
	} else if err != nil {
		return err
	} else if got := ts.Indexes[0].Records(); got != rows {
		e.noFiles = fmt.Sprintf("the file that was found, in %s, is another server's", from)
	}
	e.filesFrom = from
	if _, err := e.ExecContext(ctx, "DROP TABLE probe"); err != nil {
		return e.explain("cannot drop a table", err)
	}
	return nil
}

// readFile brings a table's file to rest, calls flushed, and reads the file. Its error
// is an *engine.Missing where the server or the machine does not let it.
func (e *Engine) readFile(ctx context.Context, table string, flushed func(context.Context) error) (ts ibd.Tablespace, from string, err error) {
	conn, err := e.Conn(ctx)
	if err != nil {
		return ibd.Tablespace{}, "", e.explain("cannot connect", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.ExecContext(ctx, "FLUSH TABLES "+table+" FOR EXPORT")
	if refused(err) {
		return ibd.Tablespace{}, "", &engine.Missing{Reason: reason("the table cannot be brought to rest by FLUSH TABLES … FOR EXPORT, which needs the privileges SELECT, LOCK TABLES and RELOAD or FLUSH_TABLES", err)}
	}
	if err != nil {
		return ibd.Tablespace{}, "", e.explain("cannot bring the table to rest", err)
	}
	defer func() { err = errors.Join(err, e.unlock(conn)) }()
	if err := flushed(ctx); err != nil {
		return ibd.Tablespace{}, "", err
	}
	f, err := e.OpenDataFile(ctx, path.Join(e.files, table+".ibd"))
	if err != nil {
		return ibd.Tablespace{}, "", &engine.Missing{Reason: err.Error()}
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	ts, err = ibd.Read(f)
	if err != nil {
		return ibd.Tablespace{}, "", &engine.Missing{Reason: fmt.Sprintf("the table's file in %s cannot be read: %v", f.From, err)}
	}
	return ts, f.From, nil
}

// unlock lets the table be written again, in time of its own.
func (e *Engine) unlock(conn *sql.Conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
	defer cancel()
	if _, err := conn.ExecContext(ctx, "UNLOCK TABLES"); err != nil {
		return e.explain("cannot let the table be written again", err)
	}
	return nil
}

// readPages reads the table's file, and adds what was written to files by then: all
// of it.
func (t *tree) readPages(ctx context.Context, r metric.Readings) (*pages, error) {
	if why := t.engine.noFiles; why != "" {
		for _, name := range []string{metric.FilePagesWritten, metric.FullPages, metric.BytesWritten} {
			r[name] = metric.Missing(why)
		}
		return nil, &engine.Missing{Reason: why}
	}
	ts, from, err := t.engine.readFile(ctx, "item", func(ctx context.Context) error {
		now, err := t.count(ctx)
		r[metric.FilePagesWritten] = t.perRow(engine.Delta(t.start.written, now.written))
		r[metric.FullPages] = t.perRow(engine.Delta(t.start.doubled, now.doubled))
		r[metric.BytesWritten] = t.perRow(engine.Delta(t.start.bytes, now.bytes))
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(ts.Indexes) <= t.plan.place {
		return nil, fmt.Errorf("%s: the table's file in %s has %d trees and not that of the index %s", t.engine.name, from, len(ts.Indexes), t.plan.index)
	}
	p := &pages{tree: ts.Indexes[t.plan.place]}
	if t.plan.place > 0 {
		p.table = ts.Indexes[0].Pages
	}
	if rows := int(t.rows.Load()); p.tree.Records() != rows {
		return nil, fmt.Errorf("%s: %d rows were committed and the tree %s has %d: the figures would be wrong, so there are none", t.engine.name, rows, t.plan.index, p.tree.Records())
	}
	return p, nil
}

// Leaves returns all leaf pages in key order, as they were when Measure read them.
func (t *tree) Leaves(ctx context.Context) ([]engine.Leaf, error) {
	switch {
	case t.engine.Product.Store != "":
		return nil, &engine.Missing{Reason: t.engine.Product.Store}
	case t.pages == nil:
		if _, err := t.Measure(ctx); err != nil {
			return nil, err
		}
	}
	if t.pages == nil {
		return nil, &engine.Missing{Reason: "the order of the leaf pages is in the table's file alone, and " + t.engine.noFiles}
	}
	leaves := make([]engine.Leaf, len(t.pages.tree.Leaves))
	for i, l := range t.pages.tree.Leaves {
		leaves[i] = engine.Leaf{Page: l.Page, Fill: float32(100 * float64(l.Data) / float64(t.engine.pageSize))}
	}
	return leaves, nil
}

// PoolCurve returns a *engine.Missing error: one buffer pool was measured.
func (t *tree) PoolCurve(context.Context) ([]engine.PoolPoint, error) {
	return nil, &engine.Missing{Reason: "only a simulated tree has figures for buffer pools of other sizes"}
}

// Pgbench returns a *engine.Missing error: pgbench is for another server.
func (t *tree) Pgbench(context.Context, int, int) (float64, error) {
	return 0, &engine.Missing{Reason: "pgbench is for PostgreSQL"}
}

// fromFile adds what the pages say.
func (t *tree) fromFile(r metric.Readings, p *pages) {
	var data, garbage int
	numbers := make([]int, len(p.tree.Leaves))
	for i, l := range p.tree.Leaves {
		data += l.Data
		garbage += l.Garbage
		numbers[i] = int(l.Page)
	}
	n := float64(len(numbers))
	r[metric.LeafPages], r[metric.PageSplits] = metric.Value(n), metric.Value(n-1)
	r[metric.LeafFill] = metric.Value(100 * float64(data) / (n * float64(t.engine.pageSize)))
	r[metric.Garbage] = metric.Value(100 * float64(garbage) / (n * float64(t.engine.pageSize)))
	r[metric.Fragmentation] = metric.Value(100 * engine.Fragmentation(numbers))
	r[metric.BytesPerRow] = t.perRow(metric.Value(float64(p.tree.Pages * t.engine.pageSize)))
	if p.table > 0 {
		r[metric.TableBytes] = t.perRow(metric.Value(float64(p.table * t.engine.pageSize)))
	}
}

// parseCounter reads a number as SHOW STATUS prints it.
func parseCounter(s string) (float64, error) { return strconv.ParseFloat(s, 64) }
