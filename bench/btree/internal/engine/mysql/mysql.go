// Package mysql is the engines mysql and mariadb. Their trees are InnoDB's: a table's
// clustered index, whose leaf pages hold the rows.
package mysql

import (
	"context"
	"database/sql"
	"errors"
	"path"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// described holds the variables that Describe reads, in this order. Servers that do not
// have one leave it out.
var described = []string{
	"innodb_buffer_pool_size", "innodb_page_size", "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin", "binlog_format",
	"innodb_doublewrite", "innodb_flush_method", "innodb_redo_log_capacity", "innodb_log_file_size",
	"innodb_io_capacity", "innodb_lru_scan_depth", "innodb_adaptive_hash_index", "innodb_fill_factor",
}

// Engine is an engine of a MySQL or MariaDB server. It is not for concurrent use.
type Engine struct {
	*server.Session
	pageSize int // in bytes
	// files is the directory of the tables' files on the server, and filesFrom says
	// where they are read; noFiles says why they cannot be read, or is empty.
	files, filesFrom, noFiles string
	// noSplits says why the server does not count page splits, or is empty; monitored reports whether
	// it counts them because the engine asked for it.
	noSplits  string
	monitored bool
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
	e := &Engine{Session: s}
	if err := e.inspect(ctx); err != nil {
		return nil, engine.Both(err, e.Close())
	}
	return e, nil
}

// inspect finds out what the server shows.
func (e *Engine) inspect(ctx context.Context) error {
	var directory string
	if err := e.QueryRowContext(ctx, "SELECT @@innodb_page_size, @@datadir").Scan(&e.pageSize, &directory); err != nil {
		return e.Explain("cannot read the page size", err)
	}
	e.files = path.Join(directory, e.Name())
	if err := e.monitorSplits(ctx); err != nil {
		return err
	}
	return e.probeFiles(ctx)
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: e.Errors.Name, Version: e.Server.Version,
		Layouts:  slices.Clone(layouts),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}},
		Notes: []string{
			"InnoDB's leaf fill is of the whole page. InnoDB keeps a sixteenth of the page free for ordered keys, and the page's header takes some of the rest: 92 to 93 % remain.",
			"InnoDB's log bytes and the pages read are counted for the whole server: they include what other clients do.",
		},
	}
	from := "read from the table's file, in " + e.filesFrom
	if e.noFiles != "" {
		from = "counted by the server's statistics, as " + e.noFiles
	}
	d.Settings = append(d.Settings, engine.Setting{Name: "leaf pages", Value: from}, engine.Setting{Name: "page splits", Value: e.splitsFrom()})
	for _, name := range described {
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
	var pool int64
	if err := e.QueryRowContext(ctx, "SELECT @@innodb_buffer_pool_size").Scan(&pool); err != nil {
		return nil, e.Explain("cannot read the size of the buffer pool", err)
	}
	return server.Unmet(e.Conditions, pool), nil
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
	t := newTree(e, s, p)
	if err := t.create(ctx); err != nil {
		return nil, engine.Both(err, t.Close())
	}
	return t, nil
}
