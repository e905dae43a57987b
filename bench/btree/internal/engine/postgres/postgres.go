// Package postgres grows the benchmark's trees in PostgreSQL 13 or later: each in
// the index of a key, beside a heap that holds the rows.
//
// CockroachDB and YugabyteDB, which speak the same protocol, are measured with what
// they offer: they have no pages to read.
package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
)

// Name is the engine's name on the command line.
const Name = string(dbserver.Postgres)

// What Describe reads back, in this order.
var described = []string{
	"shared_buffers", "fsync", "synchronous_commit", "full_page_writes", "wal_level", "wal_compression",
	"wal_sync_method", "max_wal_size", "checkpoint_timeout", "block_size",
}

// Engine keeps one database. It is not for concurrent use.
type Engine struct {
	*server.Session
	number    int // the server's version as a number, 180006 for 18.6
	blockSize int // of a page, in bytes
	// extensions are those that show a tree's pages, with the reason why one
	// cannot be had, or nothing.
	extensions map[string]string
}

// The extensions, which come with the server.
const (
	tuples     = "pgstattuple"
	inspect    = "pageinspect"
	inspectLog = "pg_walinspect"
)

// Versions from which on the server has something.
const (
	inspectsLog = 150000 // pg_walinspect
	flushes     = 150000 // pg_stat_force_next_flush
	// countsApart is the first version whose counters do not take a page that is
	// added to an index for one that is read, and that has pg_stat_io.
	countsApart       = 160000
	checkpointerApart = 170000 // pg_stat_checkpointer
	sizesApart        = 180000 // sizes instead of numbers of blocks in pg_stat_io
	makesVersion7     = 180000 // uuidv7
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
	if e.Product.Store != "" {
		return nil
	}
	err := e.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int, current_setting('block_size')::int").Scan(&e.number, &e.blockSize)
	if err != nil {
		return explain("cannot read the version", err)
	}
	for _, name := range []string{tuples, inspect, inspectLog} {
		if name == inspectLog && e.number < inspectsLog {
			e.extensions[name] = "the extension " + name + " came with version 15"
			continue
		}
		_, err := e.ExecContext(ctx, "CREATE EXTENSION "+name)
		if err != nil && !refused(err) {
			return explain("cannot install the extension "+name, err)
		}
		if err != nil {
			e.extensions[name] = reason("the extension "+name+" cannot be installed, for which the account must be a superuser", err)
		}
	}
	return nil
}

// Describe returns the version and the settings that the server reports.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	d := engine.Description{
		Name: Name, Version: e.Server.Version, UUID: true, Generates: e.generates(),
		Layouts:  append([]engine.Layout(nil), layouts...),
		Settings: []engine.Setting{{Name: "server", Value: e.Server.Why}},
		Notes: []string{
			"PostgreSQL's leaf fill is of the bytes that entries can take; it fills the last page of ordered keys to 90%, the index's fill factor.",
			"PostgreSQL's log and the pages written are read for the whole server: what others do meanwhile is in them.",
		},
	}
	if e.Product.Store != "" {
		d.Version = e.Product.String()
		d.Notes = []string{e.Product.Store + ": there is no reading of pages, only rates, times and the size."}
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
	notes, err := e.differs(ctx)
	d.Notes = append(d.Notes, notes...)
	return d, err
}

// setting returns a setting of the server, and whether it has one of that name.
func (e *Engine) setting(ctx context.Context, name string) (string, bool, error) {
	var v string
	err := e.QueryRowContext(ctx, "SHOW "+name).Scan(&v)
	switch {
	case refused(err):
		return "", false, nil
	case err != nil:
		return "", false, explain("cannot read the setting "+name, err)
	}
	return v, true, nil
}

// differs returns a note for each condition that was asked for and that the server
// does not run under.
func (e *Engine) differs(ctx context.Context) ([]string, error) {
	if e.Product.Store != "" {
		return e.Product.Unmet(e.Conditions), nil
	}
	var pages int64
	if err := e.QueryRowContext(ctx, "SELECT setting::bigint FROM pg_settings WHERE name = 'shared_buffers'").Scan(&pages); err != nil {
		return nil, explain("cannot read the size of the pool", err)
	}
	notes := server.Unmet(e.Conditions, pages*int64(e.blockSize), true)
	if e.Conditions.Checkpoints != engine.SeveralCheckpoints {
		return notes, nil
	}
	_, err := e.ExecContext(ctx, "CHECKPOINT")
	switch {
	case refused(err):
		return append(notes, reason("Several checkpoints in a run were asked for, and the account may not ask for any, which needs the role pg_checkpoint or a superuser", err)+"."), nil
	case err != nil:
		return nil, explain("cannot make a checkpoint", err)
	}
	return append(notes, fmt.Sprintf("A checkpoint of PostgreSQL's was asked for after every %d MB of its log.", logBetweenCheckpoints>>20)), nil
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

// firstLine keeps a reason to one line: it becomes a note below a table.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// parameter writes parameter i of a statement, counted from 1.
func parameter(i int) string { return "$" + strconv.Itoa(i) }

// errLayout says that there is no layout of that name.
func errLayout(name string) error {
	return fmt.Errorf("postgres: there is no layout %q: choose %s or %s", name, Primary, Secondary)
}
