package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"path"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/ibd"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// pages holds the pages of a table's file.
type pages struct {
	tree ibd.Index // the index that is measured
	all  int       // pages of all indexes
}

// probeFiles finds out whether tables' files can be read, with a table for the purpose.
func (e *Engine) probeFiles(ctx context.Context) error {
	const rows = 3
	for _, q := range []string{
		"CREATE TABLE probe (id BIGINT NOT NULL PRIMARY KEY) ENGINE = InnoDB ROW_FORMAT = DYNAMIC",
		"INSERT INTO probe VALUES (1), (2), (3)",
	} {
		if _, err := e.ExecContext(ctx, q); err != nil {
			return e.Explain("cannot create a table", err)
		}
	}
	indexes, from, err := e.readFile(ctx, "probe")
	if why, missing := engine.MissingReason(err); missing {
		e.noFiles = why
	} else if err != nil {
		return err
	} else if got := indexes[0].Records(); got != rows {
		e.noFiles = fmt.Sprintf("the file in %s is another server's", from)
	}
	e.filesFrom = from
	if _, err := e.ExecContext(ctx, "DROP TABLE probe"); err != nil {
		return e.Explain("cannot drop a table", err)
	}
	return nil
}

// readFile makes the server write a table's file, and reads the file while the server does not
// change it. If the server or the machine does not allow that, the
// error is a *engine.Missing.
func (e *Engine) readFile(ctx context.Context, table string) (indexes []ibd.Index, from string, err error) {
	conn, err := e.Conn(ctx)
	if err != nil {
		return nil, "", e.Explain("cannot connect", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.ExecContext(ctx, "FLUSH TABLES "+table+" FOR EXPORT")
	if e.Is(err, client.Refused) {
		return nil, "", &engine.Missing{Reason: e.Reason("the table cannot be flushed by FLUSH TABLES … FOR EXPORT, which needs the privileges SELECT, LOCK TABLES and RELOAD or FLUSH_TABLES", err)}
	}
	if err != nil {
		return nil, "", e.Explain("cannot flush the table", err)
	}
	defer func() { err = errors.Join(err, e.unlock(conn)) }()
	f, err := e.OpenDataFile(ctx, path.Join(e.files, table+".ibd"))
	if err != nil {
		return nil, "", &engine.Missing{Reason: err.Error()}
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	indexes, err = ibd.Read(f)
	if err != nil {
		return nil, "", &engine.Missing{Reason: fmt.Sprintf("the table's file in %s cannot be read: %v", f.From, err)}
	}
	return indexes, f.From, nil
}

// unlock ends FOR EXPORT, whatever became of the caller's context.
func (e *Engine) unlock(conn *sql.Conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), server.DropTimeout)
	defer cancel()
	if _, err := conn.ExecContext(ctx, "UNLOCK TABLES"); err != nil {
		return e.Explain("cannot unlock the table", err)
	}
	return nil
}

// readPages reads the table's file.
func (t *tree) readPages(ctx context.Context) (*pages, error) {
	if why := t.engine.noFiles; why != "" {
		return nil, &engine.Missing{Reason: why}
	}
	indexes, _, err := t.engine.readFile(ctx, "item")
	if err != nil {
		return nil, err
	}
	p := &pages{tree: indexes[0]}
	for _, x := range indexes {
		p.all += x.Pages
	}
	if rows := t.Rows(); p.tree.Records() != rows {
		return nil, fmt.Errorf("%s: %d rows were committed and the tree %s has %d: the readings would be wrong", t.engine.Errors.Name, rows, index, p.tree.Records())
	}
	return p, nil
}

// Leaves returns all leaf pages in key order, as Measure has read them.
func (t *tree) Leaves(ctx context.Context) ([]uint32, error) {
	if t.pages == nil {
		if _, err := t.Measure(ctx); err != nil {
			return nil, err
		}
	}
	if t.pages == nil {
		return nil, &engine.Missing{Reason: "only the table's file has the order of the leaf pages, and " + t.engine.noFiles}
	}
	return t.pages.tree.Numbers(), nil
}

// fromFile adds the readings of the file's pages.
func (t *tree) fromFile(r metric.Readings, p *pages) {
	var data int
	for _, l := range p.tree.Leaves {
		data += l.Data
	}
	n := float64(len(p.tree.Leaves))
	r[metric.LeafPages] = metric.Value(n)
	r[metric.LeafFill] = metric.Value(100 * float64(data) / (n * float64(t.engine.pageSize)))
	maps.Copy(r, metric.Order(p.tree.Numbers(), t.Rows(), t.engine.pageSize))
	r[metric.BytesPerRow] = t.PerRow(metric.Value(float64(p.tree.Pages * t.engine.pageSize)))
	if t.shape.Indexes() {
		r[metric.IndexBytes] = t.PerRow(metric.Value(float64((p.all - p.tree.Pages) * t.engine.pageSize)))
		r[metric.TotalBytes] = t.PerRow(metric.Value(float64(p.all * t.engine.pageSize)))
	}
}

// parseCounter parses a number of SHOW STATUS.
func parseCounter(s string) (float64, error) { return strconv.ParseFloat(s, 64) }
