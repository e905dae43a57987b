package mysql

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/dbserver"
)

// splitCounter is the name of the counter in INNODB_METRICS, which is off by default.
const splitCounter = "index_page_splits"

// counters are the server's, which only ever rise. One that cannot be read holds the
// reason.
type counters struct {
	log     metric.Reading // bytes that were put into the redo log
	read    metric.Reading // pages that were read from files
	missed  metric.Reading // pages that were wanted at once and not in the pool
	written metric.Reading // pages that were written to files
	doubled metric.Reading // pages that went through the doublewrite buffer
	bytes   metric.Reading // that were written to files of every sort
	splits  metric.Reading // of pages, as the server counts them
}

func (t *tree) count(ctx context.Context) (counters, error) {
	if why := t.engine.Product.Store; why != "" {
		none := metric.Missing(why)
		return counters{none, none, none, none, none, none, none}, nil
	}
	status, err := t.status(ctx)
	if err != nil {
		return counters{}, err
	}
	// Innodb_os_log_written would lag behind where commits are not flushed, and
	// count a block again for each commit that it was flushed half full for.
	position := "innodb_redo_log_current_lsn" // MySQL 8.0.30 and later
	if t.engine.Server.Kind == dbserver.MariaDB {
		position = "innodb_lsn_current"
	}
	c := counters{
		log: status(position), read: status("innodb_pages_read"), missed: status("innodb_buffer_pool_reads"),
		written: status("innodb_pages_written"), doubled: status("innodb_dblwr_pages_written"), bytes: status("innodb_data_written"),
	}
	if c.read.Missing == "" {
		c.read.Value -= t.own
	}
	c.splits, err = t.number(ctx, "the counter "+splitCounter+" of INNODB_METRICS, for which the account needs the privilege PROCESS",
		"SELECT count FROM information_schema.innodb_metrics WHERE name = '"+splitCounter+"' AND "+t.engine.enabled())
	return c, err
}

// status reads the server's counters and returns what gives one by its name, in lower
// case: one that the server does not have is a blank.
func (t *tree) status(ctx context.Context) (func(name string) metric.Reading, error) {
	rows, err := t.engine.QueryContext(ctx, "SHOW GLOBAL STATUS LIKE 'Innodb%'")
	if err != nil {
		return nil, t.engine.explain("cannot read the server's counters", err)
	}
	defer rows.Close()
	values := make(map[string]string)
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, t.engine.explain("cannot read the server's counters", err)
		}
		values[strings.ToLower(name)] = value
	}
	if err := rows.Err(); err != nil {
		return nil, t.engine.explain("cannot read the server's counters", err)
	}
	return func(name string) metric.Reading {
		v, err := parseCounter(values[name])
		if err != nil {
			return metric.Missing("the server does not give the counter " + name)
		}
		return metric.Value(v)
	}, nil
}

// number reads one number. What the server refuses or does not have is a blank with
// the reason; any other failure is one.
func (t *tree) number(ctx context.Context, what, query string) (metric.Reading, error) {
	var v float64
	err := t.engine.QueryRowContext(ctx, query).Scan(&v)
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

// enabled is the condition that a counter of INNODB_METRICS counts.
func (e *Engine) enabled() string {
	if e.Server.Kind == dbserver.MariaDB {
		return "enabled = 1"
	}
	return "status = 'enabled'"
}

// monitor switches the counter of page splits on, unless it is or may not be.
func (e *Engine) monitor(ctx context.Context) error {
	var n int
	err := e.QueryRowContext(ctx, "SELECT COUNT(*) FROM information_schema.innodb_metrics WHERE name = '"+splitCounter+"' AND "+e.enabled()).Scan(&n)
	if refused(err) || err == nil && n > 0 {
		return nil
	}
	if err != nil {
		return e.explain("cannot read INNODB_METRICS", err)
	}
	_, err = e.ExecContext(ctx, "SET GLOBAL innodb_monitor_enable = '"+splitCounter+"'")
	if err != nil && !refused(err) {
		return e.explain("cannot switch the counter of page splits on", err)
	}
	e.monitored = err == nil
	return nil
}

// since adds what the counters say of the time since the tree was empty.
func (t *tree) since(r metric.Readings, now counters) {
	r[metric.LogBytes] = t.perRow(engine.Delta(t.start.log, now.log))
	r[metric.PagesRead] = t.perRow(engine.Delta(t.start.read, now.read))
	r[metric.PoolMisses] = t.perRow(engine.Delta(t.start.missed, now.missed))
	r[metric.ServerSplits] = engine.Delta(t.start.splits, now.splits)
	r[metric.CheckpointsDone] = metric.Missing("InnoDB does not count its checkpoints")
	if why := t.engine.Product.Store; why != "" {
		r[metric.CheckpointsDone] = metric.Missing(why)
	}
}

func (t *tree) perRow(total metric.Reading) metric.Reading {
	return engine.PerRow(total, int(t.rows.Load()))
}

// Misses returns how many pages were read from files, for the whole server.
func (t *tree) Misses(ctx context.Context) (metric.Reading, error) {
	now, err := t.count(ctx)
	if err != nil {
		return metric.Reading{}, err
	}
	return engine.Delta(t.start.read, now.read), nil
}
