// Package mysql grows the benchmark's trees in InnoDB, MySQL's or MariaDB's: each in
// a table's clustered index, whose leaf pages hold the rows.
package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// Names of the engines on the command line.
const (
	MySQL   = string(dbserver.MySQL)
	MariaDB = string(dbserver.MariaDB)
)

// Clustered is the layout's name: the rows are in the primary key's tree.
const Clustered = "clustered"

var layouts = []engine.Layout{{
	Name: Clustered, Title: "rows in the primary key's own tree",
	About: "CREATE TABLE item (id PRIMARY KEY, payload VARBINARY), id being BINARY(16), BINARY(20) or BIGINT; the tree holds the rows",
}}

// What Describe reads back, in this order; each server leaves out what it has not.
var described = []string{
	"innodb_buffer_pool_size", "innodb_page_size", "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin",
	"innodb_doublewrite", "innodb_flush_method", "innodb_redo_log_capacity", "innodb_log_file_size",
	"innodb_io_capacity", "innodb_lru_scan_depth", "innodb_adaptive_hash_index", "innodb_fill_factor",
}

// Engine keeps one database. It is not for concurrent use.
type Engine struct {
	*server.Session
	name     string
	pageSize int // in bytes
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
	e := &Engine{Session: s, name: string(s.Server.Kind)}
	if err := e.QueryRowContext(ctx, "SELECT @@innodb_page_size").Scan(&e.pageSize); err != nil {
		return nil, engine.Both(e.explain("cannot read the page size", err), s.Close())
	}
	return e, nil
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: e.name, Version: e.Server.Version,
		Layouts:  append([]engine.Layout(nil), layouts...),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}},
		Notes: []string{
			"InnoDB's leaf fill is of the whole page: it keeps a sixteenth free for ordered keys, and the page's own data take some of the rest, which leaves 92 to 93%.",
			"InnoDB's log bytes and pages read are counted for the whole server: what others do meanwhile is in them.",
		},
	}
	for _, name := range described {
		v, err := e.variable(ctx, name)
		if err != nil {
			return engine.Description{}, err
		}
		if v != "" {
			d.Settings = append(d.Settings, engine.Setting{Name: name, Value: v})
		}
	}
	return d, nil
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

// Prepare makes an empty table.
func (e *Engine) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	if !slices.ContainsFunc(layouts, func(l engine.Layout) bool { return l.Name == s.Layout }) {
		return nil, fmt.Errorf("%s: there is no layout %q: choose %s", e.name, s.Layout, Clustered)
	}
	t := newTree(e, s)
	if err := t.plant(ctx, schema(s)); err != nil {
		return nil, engine.Both(err, t.Close())
	}
	return t, nil
}

// schema returns the statement that makes the table. The server's own statistics
// stay off it: they would be taken at a time of their own. Not every size that a
// VARBINARY may have fits a row.
func schema(s engine.Spec) string {
	payload := fmt.Sprintf("VARBINARY(%d)", max(1, s.Payload))
	if s.Payload > maxVarbinary {
		payload = "LONGBLOB"
	}
	return "CREATE TABLE item (id " + column(s.Key) + " NOT NULL PRIMARY KEY, payload " + payload + " NOT NULL)" +
		" ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0"
}

// maxVarbinary keeps a row below the limit of 65,535 bytes that all columns share.
const maxVarbinary = 65_000

// column returns the native type of the key's column.
func column(f key.Form) string {
	if f.Integer {
		return "BIGINT"
	}
	return fmt.Sprintf("BINARY(%d)", f.Width)
}
