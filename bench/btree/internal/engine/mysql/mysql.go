// Package mysql is the engines mysql and mariadb. Their trees are InnoDB's: a table's
// clustered index, whose leaf pages hold the rows.
//
// TiDB speaks the same protocol and has no pages to read: its readings of pages are
// missing.
package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
)

// described are the variables that Describe reads, in this order. Servers that do not
// have one leave it out.
var described = []string{
	"innodb_buffer_pool_size", "innodb_page_size", "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin", "binlog_format",
	"innodb_doublewrite", "innodb_flush_method", "innodb_redo_log_capacity", "innodb_log_file_size",
	"innodb_io_capacity", "innodb_lru_scan_depth", "innodb_adaptive_hash_index", "innodb_fill_factor",
}

// describedTiDB are those of TiDB. It shows InnoDB's variables as well, for programs that
// ask for them, but ignores them.
var describedTiDB = []string{"tidb_txn_mode", "tidb_enable_clustered_index", "tidb_enable_async_commit", "tidb_enable_1pc"}

// Engine is an engine of a MySQL or MariaDB server. It is not for concurrent use.
type Engine struct {
	*server.Session
	least    int               // the version as a number, 110800 for 11.8
	generate map[string]string // SQL that generates keys, by the key's name
	pageSize int               // in bytes
	// files is the directory of the tables' files on the server, and filesFrom says
	// where they are read; noFiles says why they cannot be read, or is empty.
	files, filesFrom, noFiles string
}

// Open opens or starts a server of the kind, MySQL or MariaDB, and creates a database on
// it. Close removes what Open made.
func Open(ctx context.Context, kind dbserver.Kind, o server.Options) (*Engine, error) {
	s, err := server.Open(ctx, kind, o)
	if err != nil {
		return nil, err
	}
	return newEngine(ctx, s)
}

// On creates a database on a server, which the caller closes after the Engine.
func On(ctx context.Context, srv *dbserver.Server) (*Engine, error) {
	s, err := server.On(ctx, srv)
	if err != nil {
		return nil, err
	}
	return newEngine(ctx, s)
}

// newEngine returns the engine of a session. If it fails, it closes the session.
func newEngine(ctx context.Context, s *server.Session) (*Engine, error) {
	s.Errors = client.Errors{Name: string(s.Server.Kind), Classify: classify}
	e := &Engine{Session: s, least: versionNumber(s.Server.Version)}
	e.generate = e.generators()
	if err := e.inspect(ctx); err != nil {
		return nil, engine.Both(err, e.Close())
	}
	return e, nil
}

// inspect finds out what the server shows.
func (e *Engine) inspect(ctx context.Context) error {
	if e.Product.Store != "" {
		return nil
	}
	var directory string
	if err := e.QueryRowContext(ctx, "SELECT @@innodb_page_size, @@datadir").Scan(&e.pageSize, &directory); err != nil {
		return e.Explain("cannot read the page size", err)
	}
	e.files = path.Join(directory, e.Name())
	return e.probeFiles(ctx)
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: e.Errors.Name, Version: e.Server.Version, Generates: slices.Sorted(maps.Keys(e.generate)),
		Layouts:  slices.Clone(layouts),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}},
		Notes: []string{
			"InnoDB's leaf fill is of the whole page. InnoDB keeps a sixteenth of the page free for ordered keys, and the page's header takes some of the rest: 92 to 93 % remain.",
			"InnoDB's log bytes, and the pages read and written, are counted for the whole server: they include what other clients do.",
		},
	}
	names := described
	switch {
	case e.Product.Store != "":
		d.Version, names = e.Product.String(), describedTiDB
		d.Notes = []string{e.Product.Store + ": there is no reading of pages, only rates and times."}
	case e.noFiles == "":
		d.Settings = append(d.Settings, engine.Setting{Name: "leaf pages", Value: "read from the table's file, in " + e.filesFrom})
	default:
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
	notes, err := e.unmet(ctx)
	d.Notes = append(d.Notes, notes...)
	return d, err
}

// variable returns a global variable of the server, or "" if there is none of that name.
func (e *Engine) variable(ctx context.Context, name string) (string, error) {
	var v string
	err := e.QueryRowContext(ctx, "SHOW GLOBAL VARIABLES WHERE variable_name = '"+name+"'").Scan(new(string), &v)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", e.Explain("cannot read the variable "+name, err)
	}
	return v, nil
}

// unmet returns a note for each condition that was asked for and that the server does not
// run under.
func (e *Engine) unmet(ctx context.Context) ([]string, error) {
	if e.Product.Store != "" {
		return e.Product.Unmet(e.Conditions), nil
	}
	room := "@@innodb_redo_log_capacity"
	if e.Server.Kind == dbserver.MariaDB {
		room = "@@innodb_log_file_size"
	}
	var pool, log int64
	err := e.QueryRowContext(ctx, "SELECT @@innodb_buffer_pool_size, "+room).Scan(&pool, &log)
	if e.Is(err, client.Refused) { // MySQL before 8.0.30 has another variable
		return server.Unmet(e.Conditions, 0, false), nil
	}
	if err != nil {
		return nil, e.Explain("cannot read the size of the buffer pool", err)
	}
	return server.Unmet(e.Conditions, pool, log <= server.LittleLog), nil
}

// Check returns an error if there can be no tree of the Spec.
func (e *Engine) Check(s engine.Spec) error {
	_, err := e.plan(s)
	return err
}

// Prepare creates an empty table.
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
	if err := t.create(ctx); err != nil {
		return nil, engine.Both(err, t.Close())
	}
	return t, nil
}

// versionNumber returns a version as a number: 110800 for 11.8, 90704 for 9.7.4, and 0
// for a text that is no version.
func versionNumber(v string) int {
	var major, minor, patch int
	if n, _ := fmt.Sscanf(v, "%d.%d.%d", &major, &minor, &patch); n < 2 {
		return 0
	}
	return major*10_000 + minor*100 + patch
}
