// Package sqlite is the engine sqlite: embedded SQLite, with one database file for each
// tree, in a scratch directory that Close removes.
//
// SQLite lets one transaction write at a time. So the writers of a tree wait in a queue
// for one connection, first come, first served. More writers do not make it faster: they
// mix the keys of several generators.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver named "sqlite"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Names of the layouts.
const (
	// Clustered is a WITHOUT ROWID table: the key's tree holds the rows.
	Clustered = "clustered"
	// Index is a rowid table with a unique index: the key's tree holds keys only.
	Index = "index"
)

var layouts = []engine.Layout{
	{
		Name: Clustered, Title: "rows in the key's own tree",
		About: "CREATE TABLE item (id PRIMARY KEY, payload) WITHOUT ROWID; the tree holds the rows",
	},
	{
		Name: Index, Title: "unique index beside the table",
		About: "CREATE TABLE item (id, payload) and CREATE UNIQUE INDEX item_id; pages are counted in the index alone",
	},
}

// pragmas holds the pragmas of every database. busy_timeout only matters if another process reads
// the file.
var pragmas = []string{"journal_mode(wal)", "synchronous(normal)", "busy_timeout(10000)"}

// described holds the settings that Describe reads, in this order.
var described = []string{
	"page_size", "journal_mode", "synchronous", "cache_size", "wal_autocheckpoint",
	"auto_vacuum", "mmap_size", "locking_mode", "temp_store", "secure_delete",
}

// Engine has one scratch directory. It is not for concurrent use.
type Engine struct {
	dir   string
	cache int64 // bytes of the buffer pool; 0 for SQLite's default
	trees int
}

// Open creates a scratch directory in parent, or in the system's directory for temporary
// files if parent is empty, for databases with a buffer pool of the conditions' size. Close
// removes it. SQLite makes a checkpoint after every thousand pages in its log, whatever the
// checkpoint regime.
func Open(parent string, c engine.Conditions) (*Engine, error) {
	dir, err := os.MkdirTemp(parent, "sortid-btree-")
	if err != nil {
		return nil, fmt.Errorf("sqlite: cannot create a scratch directory: %w: set TMPDIR to a directory that can be written to", err)
	}
	return &Engine{dir: dir, cache: c.BufferPool}, nil
}

// Close removes the scratch directory with all that is in it.
func (e *Engine) Close() error {
	if err := os.RemoveAll(e.dir); err != nil {
		return fmt.Errorf("sqlite: cannot remove the scratch directory: %w: remove it by hand", err)
	}
	return nil
}

// Describe returns the version and the settings that SQLite reports of a database that is
// opened like those of the trees.
func (e *Engine) Describe(ctx context.Context) (engine.Description, error) {
	db, err := e.openFile(ctx, "describe")
	if err != nil {
		return engine.Description{}, err
	}
	d, err := describe(ctx, db.conn)
	return d, errors.Join(err, db.close())
}

func describe(ctx context.Context, conn *sql.Conn) (engine.Description, error) {
	d := engine.Description{
		Name:    engine.SQLite,
		Layouts: slices.Clone(layouts),
		Notes: []string{
			"SQLite moves cells to neighbouring pages before it splits a page, so leaf fill is high for any key. Compare pages written, pages read and their order instead.",
			"SQLite lets one transaction write at a time: writers wait for one connection. More writers mix the keys of their generators and add no speed.",
		},
	}
	if err := conn.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&d.Version); err != nil {
		return engine.Description{}, fmt.Errorf("sqlite: cannot read the version: %w", err)
	}
	for _, name := range described {
		var v string
		if err := conn.QueryRowContext(ctx, "PRAGMA "+name).Scan(&v); err != nil {
			return engine.Description{}, fmt.Errorf("sqlite: cannot read the setting %s: %w", name, err)
		}
		d.Settings = append(d.Settings, engine.Setting{Name: name, Value: v})
	}
	return d, nil
}

// Check returns an error if there can be no tree of the Spec.
func (e *Engine) Check(s engine.Spec) error {
	_, err := planOf(s)
	return err
}

// Prepare creates a database file with an empty table of the layout.
func (e *Engine) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	p, err := planOf(s)
	if err != nil {
		return nil, err
	}
	e.trees++
	db, err := e.openFile(ctx, fmt.Sprintf("tree-%d", e.trees))
	if err != nil {
		return nil, err
	}
	t, err := newTree(ctx, db, p, s.Payload)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// file is one database with its single connection.
type file struct {
	dir  string
	db   *sql.DB
	conn *sql.Conn
}

func (e *Engine) openFile(ctx context.Context, name string) (*file, error) {
	dir := filepath.Join(e.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: cannot create a directory for a database: %w", err)
	}
	f := &file{dir: dir}
	var err error
	if f.db, err = sql.Open("sqlite", dsn(filepath.Join(dir, "tree.db"), e.pragmas())); err == nil {
		f.conn, err = f.db.Conn(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sqlite: cannot open a database in the scratch directory: %w", err), f.close())
	}
	return f, nil
}

// close closes the database and removes its files.
func (f *file) close() error {
	var errs []error
	if f.conn != nil {
		errs = append(errs, f.conn.Close())
	}
	if f.db != nil {
		errs = append(errs, f.db.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(f.dir))...)
}

// pragmas returns the pragmas of the engine's databases. A negative cache_size is in KiB, a
// positive one in pages.
func (e *Engine) pragmas() []string {
	if e.cache == 0 {
		return pragmas
	}
	return append(slices.Clone(pragmas), fmt.Sprintf("cache_size(-%d)", e.cache>>10))
}

// dsn writes the path as a URI, for directories whose names have a question mark.
func dsn(path string, pragmas []string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	q := url.Values{"_pragma": pragmas}
	return "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}
