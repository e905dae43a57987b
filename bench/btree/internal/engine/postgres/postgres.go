// Package postgres grows the benchmark's trees in PostgreSQL 13 or later: each in
// the index of a primary key, beside a heap that holds the rows.
package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// Name is the engine's name on the command line.
const Name = string(dbserver.Postgres)

// Primary is the layout's name: the primary key's index beside the heap.
const Primary = "primary"

var layouts = []engine.Layout{{
	Name: Primary, Title: "primary key's index beside the heap",
	About: "CREATE TABLE item (id PRIMARY KEY, payload), id being uuid, bytea or bigint; pages are counted in the index alone",
}}

// What Describe reads back, in this order.
var described = []string{
	"shared_buffers", "fsync", "synchronous_commit", "full_page_writes", "wal_level", "wal_compression",
	"wal_sync_method", "max_wal_size", "checkpoint_timeout", "block_size",
}

// Engine keeps one database. It is not for concurrent use.
type Engine struct {
	*server.Session
	number int // the server's version as a number, 180006 for 18.6
	// extensions are those that show a tree's pages, with the reason why one
	// cannot be had, or nothing.
	extensions map[string]string
}

// The extensions, which come with the server.
const (
	tuples  = "pgstattuple"
	inspect = "pageinspect"
)

// Open takes or starts a server and makes a database on it. Close removes both as
// far as they were made here.
func Open(ctx context.Context, o server.Options) (*Engine, error) {
	s, err := server.Open(ctx, dbserver.Postgres, o)
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
	e := &Engine{Session: s, extensions: make(map[string]string)}
	if err := e.equip(ctx); err != nil {
		return nil, engine.Both(err, s.Close())
	}
	return e, nil
}

// equip asks for the version and installs the extensions. One that the server
// refuses leaves its readings blank.
func (e *Engine) equip(ctx context.Context) error {
	if err := e.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&e.number); err != nil {
		return explain("cannot read the version", err)
	}
	for _, name := range []string{tuples, inspect} {
		_, err := e.ExecContext(ctx, "CREATE EXTENSION "+name)
		if err != nil && !refused(err) {
			return explain("cannot install the extension "+name, err)
		}
		if err != nil {
			e.extensions[name] = reason("the extension "+name+" cannot be installed", err)
		}
	}
	return nil
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: Name, Version: e.Server.Version, UUID: true,
		Layouts:  append([]engine.Layout(nil), layouts...),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}},
		Notes: []string{
			"PostgreSQL's leaf fill is of the bytes that entries can take; it fills the last page of ordered keys to 90%, the index's fill factor.",
			"PostgreSQL's log is read for the whole server: what others write to it meanwhile is in the log bytes.",
		},
	}
	for _, name := range described {
		var v string
		if err := e.QueryRowContext(ctx, "SELECT coalesce(current_setting($1, true), 'unknown')", name).Scan(&v); err != nil {
			return engine.Description{}, explain("cannot read the setting "+name, err)
		}
		d.Settings = append(d.Settings, engine.Setting{Name: name, Value: v})
	}
	return d, nil
}

// Prepare makes an empty table.
func (e *Engine) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	if s.Layout != Primary {
		return nil, fmt.Errorf("postgres: there is no layout %q: choose %s", s.Layout, Primary)
	}
	t := newTree(e, s.Payload)
	if err := t.plant(ctx, schema(s.Key)); err != nil {
		return nil, engine.Both(err, t.Close())
	}
	return t, nil
}

// column returns the native type of the key's column.
func column(f key.Form) string {
	switch {
	case f.Integer:
		return "bigint"
	case f.Width == 16:
		return "uuid"
	}
	return "bytea"
}

// schema returns the statements that make the table. Autovacuum stays off it, as
// it would read and write the table at a time of its own; and a large payload is
// stored as it comes, not compressed, as its bytes are all the same.
func schema(f key.Form) []string {
	return []string{
		"CREATE TABLE item (id " + column(f) + " PRIMARY KEY, payload bytea NOT NULL) WITH (autovacuum_enabled = off, toast.autovacuum_enabled = off)",
		"ALTER TABLE item ALTER payload SET STORAGE EXTERNAL",
	}
}

// firstLine keeps a reason to one line: it becomes a note below a table.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
