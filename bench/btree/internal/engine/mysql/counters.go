package mysql

import (
	"context"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// counters holds counters of the server, which only rise. One that cannot be read is missing with the
// reason.
type counters struct {
	log  metric.Reading // bytes written to the redo log
	read metric.Reading // pages read from files
	// asked counts the pages that were asked of the buffer pool.
	asked metric.Reading
	// written counts the pages that were written to files.
	written metric.Reading
	// splits counts page splits of the whole server.
	splits metric.Reading
}

func (t *tree) count(ctx context.Context) (counters, error) {
	status, err := t.status(ctx)
	if err != nil {
		return counters{}, err
	}
	// Innodb_os_log_written lags behind if commits are not flushed, and counts a block
	// once more for each commit that flushed it half full.
	position := "innodb_redo_log_current_lsn" // MySQL 8.0.30 and later
	if t.engine.Server.Kind == dbserver.MariaDB {
		position = "innodb_lsn_current"
	}
	c := counters{log: status(position), read: status("innodb_pages_read")}
	c.asked, c.written = status("innodb_buffer_pool_read_requests"), status("innodb_pages_written")
	c.read.Value -= t.own.read
	c.asked.Value -= t.own.asked
	c.splits, err = t.engine.countSplits(ctx)
	return c, err
}

// status reads the server's counters and returns a function that returns one by its name
// in lower case. One that the server does not have is missing.
func (t *tree) status(ctx context.Context) (func(name string) metric.Reading, error) {
	rows, err := t.engine.QueryContext(ctx, "SHOW GLOBAL STATUS LIKE 'Innodb%'")
	if err != nil {
		return nil, t.engine.Explain("cannot read the server's counters", err)
	}
	defer rows.Close()
	values := make(map[string]string)
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, t.engine.Explain("cannot read the server's counters", err)
		}
		values[strings.ToLower(name)] = value
	}
	if err := rows.Err(); err != nil {
		return nil, t.engine.Explain("cannot read the server's counters", err)
	}
	return func(name string) metric.Reading {
		v, err := parseCounter(values[name])
		if err != nil {
			return metric.Missing("the server does not give the counter " + name)
		}
		return metric.Value(v)
	}, nil
}

// since adds what the counters have counted since the tree was empty.
func (t *tree) since(r metric.Readings, now counters) {
	r[metric.LogBytes] = t.PerRow(engine.Delta(t.start.log, now.log))
	r[metric.PagesRead] = t.PerRow(engine.Delta(t.start.read, now.read))
	r[metric.WholePages] = t.PerRow(engine.Delta(t.start.written, now.written))
	r[metric.PageRequests] = t.PerRow(engine.Delta(t.start.asked, now.asked))
	r[metric.PageSplits] = engine.PerThousand(engine.Delta(t.start.splits, now.splits), t.Rows())
}

// Misses returns how many pages were read from files, for the whole server.
func (t *tree) Misses(ctx context.Context) (metric.Reading, error) {
	now, err := t.count(ctx)
	if err != nil {
		return metric.Reading{}, err
	}
	return engine.Delta(t.start.read, now.read), nil
}
