// Package postgres is the engine postgres, for PostgreSQL 13 or later. Its trees are the
// indexes of keys, beside a heap that holds the rows.
package postgres

import (
	"context"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
)

// described holds the settings that Describe reads, in this order.
var described = []string{
	"shared_buffers", "fsync", "synchronous_commit", "full_page_writes", "wal_level", "wal_compression",
	"wal_sync_method", "max_wal_size", "checkpoint_timeout", "block_size",
}

// Engine is the engine of a PostgreSQL server. It is not for concurrent use.
type Engine struct {
	*server.Session
	number    int // the version as a number, 180006 for 18.6
	blockSize int // of a page, in bytes
	// extensions holds the extensions that show a tree's pages and the log, each with the reason why it cannot
	// be used, or an empty one.
	extensions map[string]string
}

// The extensions come with the server.
const (
	tuples     = "pgstattuple"
	inspect    = "pageinspect"
	walinspect = "pg_walinspect"
)

// First versions that have something.
const (
	flushes = 150000 // pg_stat_force_next_flush
	// countsApart is the first version that does not count a page that is added to an
	// index as read.
	countsApart = 160000
)

// Open opens or starts a server and creates a database on it. Close removes what Open
// made.
func Open(ctx context.Context, o server.Options) (*Engine, error) {
	s, err := server.Open(ctx, dbserver.Postgres, o)
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
	s.Errors = client.Errors{Name: engine.Postgres, Classify: classify}
	e := &Engine{Session: s, extensions: make(map[string]string)}
	if err := e.inspect(ctx); err != nil {
		return nil, engine.Both(err, s.Close())
	}
	return e, nil
}

// inspect asks for the version and installs the extensions. If the server refuses one,
// its readings are missing.
func (e *Engine) inspect(ctx context.Context) error {
	err := e.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int, current_setting('block_size')::int").Scan(&e.number, &e.blockSize)
	if err != nil {
		return e.Explain("cannot read the version", err)
	}
	for _, name := range []string{tuples, inspect, walinspect} {
		_, err := e.ExecContext(ctx, "CREATE EXTENSION "+name)
		if err != nil && !e.Is(err, client.Refused) {
			return e.Explain("cannot install the extension "+name, err)
		}
		if err != nil {
			e.extensions[name] = e.Reason("the extension "+name+" cannot be installed, which needs a superuser", err)
		}
	}
	return nil
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: engine.Postgres, Version: e.Server.Version, UUID: true,
		Layouts:  slices.Clone(layouts),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}, {Name: "page splits", Value: e.splitsFrom()}},
		Notes: []string{
			"PostgreSQL's leaf fill is of the bytes that entries can take. With ordered keys, PostgreSQL fills pages to 90 %, the index's fill factor.",
			"PostgreSQL's log bytes are counted for the whole server: they include what other clients do.",
		},
	}
	for _, name := range described {
		v, ok, err := e.setting(ctx, name)
		if err != nil {
			return engine.Description{}, err
		}
		if ok {
			d.Settings = append(d.Settings, engine.Setting{Name: name, Value: v})
		}
	}
	notes, err := e.unmet(ctx)
	d.Notes = append(d.Notes, notes...)
	return d, err
}

// setting returns a setting of the server, and whether it has one of that name.
func (e *Engine) setting(ctx context.Context, name string) (string, bool, error) {
	var v string
	err := e.QueryRowContext(ctx, "SHOW "+name).Scan(&v)
	switch {
	case e.Is(err, client.Refused):
		return "", false, nil
	case err != nil:
		return "", false, e.Explain("cannot read the setting "+name, err)
	}
	return v, true, nil
}

// unmet returns a note for each condition that was asked for and that the server does not
// run under.
func (e *Engine) unmet(ctx context.Context) ([]string, error) {
	var pages int64
	if err := e.QueryRowContext(ctx, "SELECT setting::bigint FROM pg_settings WHERE name = 'shared_buffers'").Scan(&pages); err != nil {
		return nil, e.Explain("cannot read the size of the buffer pool", err)
	}
	return server.Unmet(e.Conditions, pages*int64(e.blockSize)), nil
}

// Check returns an error if there can be no tree of the Spec.
func (e *Engine) Check(s engine.Spec) error {
	_, err := e.plan(s)
	return err
}

// Prepare creates an empty table.
func (e *Engine) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	ddl, err := e.plan(s)
	if err != nil {
		return nil, err
	}
	t := newTree(e, s)
	if err := t.create(ctx, ddl); err != nil {
		return nil, engine.Both(err, t.Close())
	}
	return t, nil
}
