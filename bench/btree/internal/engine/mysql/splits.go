package mysql

import (
	"context"
	"database/sql"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// splitCounter is the server's counter of page splits.
const splitCounter = "index_page_splits"

// monitorSplits makes the server count page splits, which it does not by default.
func (e *Engine) monitorSplits(ctx context.Context) error {
	if e.Server.Kind == dbserver.MariaDB {
		e.noSplits = "MariaDB counts attempts to split a page as well"
		return nil
	}
	var on bool
	err := e.QueryRowContext(ctx, "SELECT status = 'enabled' FROM information_schema.innodb_metrics WHERE name = '"+splitCounter+"'").Scan(&on)
	if err == nil && !on {
		if _, err = e.ExecContext(ctx, "SET GLOBAL innodb_monitor_enable = '"+splitCounter+"'"); err == nil {
			e.monitored = true
		}
	}
	if e.Is(err, client.Refused) || errors.Is(err, sql.ErrNoRows) {
		e.noSplits = e.Reason("the account may not make the server count page splits, for which it needs the privileges PROCESS and SYSTEM_VARIABLES_ADMIN", err)
		return nil
	}
	if err != nil {
		return e.Explain("cannot make the server count page splits", err)
	}
	return nil
}

// Close drops the database, and makes a server that runs on count what it did before.
func (e *Engine) Close() error {
	var err error
	if e.Server.Source == dbserver.SourceDSN {
		err = e.endMonitoring()
	}
	return engine.Both(err, e.Session.Close())
}

// endMonitoring makes the server stop to count page splits, if it did not count them before.
func (e *Engine) endMonitoring() error {
	if !e.monitored {
		return nil
	}
	e.monitored = false
	ctx, cancel := context.WithTimeout(context.Background(), server.DropTimeout)
	defer cancel()
	if _, err := e.ExecContext(ctx, "SET GLOBAL innodb_monitor_disable = '"+splitCounter+"'"); err != nil {
		return e.Explain("cannot make the server stop counting page splits", err)
	}
	return nil
}

// countSplits reads the server's counter of page splits.
func (e *Engine) countSplits(ctx context.Context) (metric.Reading, error) {
	if e.noSplits != "" {
		return metric.Missing(e.noSplits), nil
	}
	return e.Number(ctx, "the page splits", "SELECT count FROM information_schema.innodb_metrics WHERE name = '"+splitCounter+"'")
}

// leafSplits counts page splits by the leaf pages where the server does not count them: in a tree that
// only grew.
func (t *tree) leafSplits(r metric.Readings) {
	if t.engine.noSplits != "" && t.shape != engine.Updated {
		r[metric.PageSplits] = engine.LeafSplits(r[metric.LeafPages], t.Rows())
	}
}

// splitsFrom says how page splits are counted.
func (e *Engine) splitsFrom() string {
	if e.noSplits != "" {
		return "counted by leaf pages, as " + e.noSplits
	}
	return "of all pages of the server, by innodb_metrics." + splitCounter
}
