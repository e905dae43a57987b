// Package mysql grows the benchmark's trees in InnoDB, MySQL's or MariaDB's: each in
// a table's clustered index, whose leaf pages hold the rows, or in a secondary one.
//
// TiDB, which speaks the same protocol, is measured with what it offers: it has no
// pages to read.
package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
)

// Names of the engines on the command line.
const (
	MySQL   = string(dbserver.MySQL)
	MariaDB = string(dbserver.MariaDB)
)

// What Describe reads back, in this order; each server leaves out what it has not.
var described = []string{
	"innodb_buffer_pool_size", "innodb_page_size", "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin",
	"innodb_doublewrite", "innodb_flush_method", "innodb_redo_log_capacity", "innodb_log_file_size",
	"innodb_io_capacity", "innodb_lru_scan_depth", "innodb_adaptive_hash_index", "innodb_fill_factor",
}

// describedTiDB is the same of TiDB. It has InnoDB's variables too, for programs that ask
// for them: nobody can set what they say, and nothing in TiDB follows them.
var describedTiDB = []string{"tidb_txn_mode", "tidb_enable_clustered_index", "tidb_enable_async_commit", "tidb_enable_1pc"}

// Engine keeps one database. It is not for concurrent use.
type Engine struct {
	*server.Session
	name     string
	pageSize int // in bytes
	// files is where the tables' files are, on the server, and filesFrom where they
	// are read from; or noFiles says why they cannot be read.
	files, filesFrom, noFiles string
	// monitored is whether the counter of page splits was switched on here.
	monitored bool
	least     int // the version as a number, 110800 for 11.8
}

// Open takes or starts a server of the kind, MySQL or MariaDB, and makes a database
// on it. Close removes both as far as they were made here.
func Open(ctx context.Context, kind dbserver.Kind, o server.Options) (*Engine, error) {
	s, err := server.Open(ctx, kind, o)
	if err != nil {
		return nil, err
	}
	return newEngine(ctx, s)
}

// On makes a database on a server that stays its owner's.
func On(ctx context.Context, srv *dbserver.Server) (*Engine, error) {
	s, err := server.On(ctx, srv)
	if err != nil {
		return nil, err
	}
	return newEngine(ctx, s)
}

// newEngine owns the session: beside an error it is closed.
func newEngine(ctx context.Context, s *server.Session) (*Engine, error) {
	e := &Engine{Session: s, name: string(s.Server.Kind), least: versionNumber(s.Server.Version)}
	if err := e.equip(ctx); err != nil {
		return nil, engine.Both(err, e.Close())
	}
	return e, nil
}

// equip finds out what the server shows.
func (e *Engine) equip(ctx context.Context) error {
	if e.Product.Store != "" {
		return nil
	}
	var directory string
	if err := e.QueryRowContext(ctx, "SELECT @@innodb_page_size, @@datadir").Scan(&e.pageSize, &directory); err != nil {
		return e.explain("cannot read the page size", err)
	}
	e.files = path.Join(directory, e.Name())
	if err := e.monitor(ctx); err != nil {
		return err
	}
	return e.probeFiles(ctx)
}

// Close drops the database, switches off what was switched on, and ends the server if
// Open started it.
func (e *Engine) Close() error {
	var err error
	if e.monitored {
		ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
		defer cancel()
		_, err = e.ExecContext(ctx, "SET GLOBAL innodb_monitor_disable = '"+splitCounter+"'")
		e.monitored = false
	}
	return errors.Join(err, e.Session.Close())
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: e.name, Version: e.Server.Version, Generates: e.generates(),
		Layouts:  append([]engine.Layout(nil), layouts...),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}},
		Notes: []string{
			"InnoDB's leaf fill is of the whole page: it keeps a sixteenth free for ordered keys, and the page's own data take some of the rest, which leaves 92 to 93%.",
			"InnoDB's log bytes, and the pages read and written, are counted for the whole server: what others do meanwhile is in them.",
		},
	}
	names := described
	if e.Product.Store != "" {
		d.Version, names = e.Product.String(), describedTiDB
		d.Notes = []string{e.Product.Store + ": there is no reading of pages, only rates and times."}
	} else if e.noFiles == "" {
		d.Settings = append(d.Settings, engine.Setting{Name: "leaf pages", Value: "read from the table's file, in " + e.filesFrom})
	} else {
		d.Settings = append(d.Settings, engine.Setting{Name: "leaf pages", Value: "counted by the server's statistics, as " + e.noFiles})
	}
	for _, name := range names {
		v, err := e.variable(ctx, name)
		if err != nil {
			return engine.Description{}, err
		}
		if v != "" {
			d.Settings = append(d.Settings, engine.Setting{Name: name, Value: v})
		}
	}
	notes, err := e.differs(ctx)
	d.Notes = append(d.Notes, notes...)
	return d, err
}

// variable returns a global variable of the server, or "" if it has none of that
// name.
func (e *Engine) variable(ctx context.Context, name string) (string, error) {
	var v string
	err := e.QueryRowContext(ctx, "SHOW GLOBAL VARIABLES WHERE variable_name = '"+name+"'").Scan(new(string), &v)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", e.explain("cannot read the variable "+name, err)
	}
	return v, nil
}

// differs returns a note for each condition that was asked for and that the server
// does not run under.
func (e *Engine) differs(ctx context.Context) ([]string, error) {
	if e.Product.Store != "" {
		return e.Product.Unmet(e.Conditions), nil
	}
	room := "@@innodb_redo_log_capacity"
	if e.Server.Kind == dbserver.MariaDB {
		room = "@@innodb_log_file_size"
	}
	var pool, log int64
	err := e.QueryRowContext(ctx, "SELECT @@innodb_buffer_pool_size, "+room).Scan(&pool, &log)
	if refused(err) { // MySQL before 8.0.30 has another name for it
		return server.Unmet(e.Conditions, 0, false), nil
	}
	if err != nil {
		return nil, e.explain("cannot read the size of the pool", err)
	}
	return server.Unmet(e.Conditions, pool, log <= server.LittleLog), nil
}

// Check returns an error if there can be no tree of the Spec.
func (e *Engine) Check(s engine.Spec) error {
	_, err := e.plan(s)
	return err
}

// Prepare makes an empty table.
func (e *Engine) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	p, err := e.plan(s)
	if err != nil {
		return nil, err
	}
	if p.needsFunctions {
		if err := e.Install(ctx); err != nil {
			return nil, err
		}
	}
	t := newTree(e, s, p)
	if err := t.plant(ctx); err != nil {
		return nil, engine.Both(err, t.Close())
	}
	return t, nil
}

// versionNumber returns a version as a number, 110800 for 11.8 and 90704 for 9.7.4; 0
// for what is no version.
func versionNumber(v string) int {
	var major, minor, patch int
	if n, _ := fmt.Sscanf(v, "%d.%d.%d", &major, &minor, &patch); n < 2 {
		return 0
	}
	return major*10_000 + minor*100 + patch
}
