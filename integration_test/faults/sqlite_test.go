package faults_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/rpc"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"gorm.io/gorm"
	_ "modernc.org/sqlite"
)

// SQLite has no server: what dies is the process that writes. The writers are in the
// process of the test, have the keys, and send their rows to a child process, which inserts
// them.

// childVariable is the environment variable that makes the test binary the child, and holds
// the DSN of its database.
const childVariable = "SORTID_FAULTS_CHILD"

// sqliteDSN names a new database whose commits are flushed to disk.
func sqliteDSN(t *testing.T) string {
	return "file:" + filepath.Join(t.TempDir(), "test.db") +
		"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=busy_timeout(10000)"
}

func openSQLite(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", dsn)
	must(t, "open", err)
	t.Cleanup(func() { db.Close() })
	return db
}

// Table is the child's service: the table through each layer.
type Table struct{ stores map[string]store }

// Request is rows for a store, or a key to look up.
type Request struct {
	Store string
	Rows  []row
}

// Reply is the row that was looked up, and how the request failed.
type Reply struct {
	Note  string
	Found bool
	Fault retry.Fault
	Error string
}

func (r *Reply) fail(err error) {
	if err != nil {
		r.Fault, r.Error = retry.FaultOf(err), err.Error()
	}
}

// Insert inserts the rows.
func (t *Table) Insert(q Request, r *Reply) error {
	r.fail(t.stores[q.Store].insert(context.Background(), q.Rows))
	return nil
}

// Read looks the key of the first row up.
func (t *Table) Read(q Request, r *Reply) (err error) {
	r.Note, r.Found, err = t.stores[q.Store].note(context.Background(), q.Rows[0].Key)
	r.fail(err)
	return nil
}

// sqliteLayers lists the layers of the child.
var sqliteLayers = []string{"database/sql", "gorm"}

// serveChild answers the parent until it closes the child's input.
func serveChild(dsn string) error {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	orm, err := gormOn(sqliteKind, db)
	if err != nil {
		return err
	}
	table := &Table{map[string]store{"database/sql": sqlStore{db, sqliteKind}, "gorm": gormStore{orm}}}
	server := rpc.NewServer()
	if err := server.Register(table); err != nil {
		return err
	}
	server.ServeConn(pipes{os.Stdin, os.Stdout})
	return db.Close()
}

// pipes is the connection of a parent and its child.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

// Close closes both directions.
func (p pipes) Close() error { return errors.Join(p.ReadCloser.Close(), p.WriteCloser.Close()) }

// child is the process that writes to a SQLite database.
type child struct {
	dsn    string
	cmd    *exec.Cmd
	client atomic.Pointer[rpc.Client]
}

func newChild(t *testing.T) *child {
	c := &child{dsn: sqliteDSN(t)}
	db := openSQLite(t, c.dsn)
	must(t, "create", sqlStore{db, sqliteKind}.create(t.Context()))
	must(t, "close", db.Close()) // the child alone has the file open when it is killed
	c.restart(t)
	t.Cleanup(func() { c.kill(t) })
	return c
}

func (c *child) restart(t *testing.T) {
	c.cmd = exec.Command(os.Args[0])
	c.cmd.Env = append(os.Environ(), childVariable+"="+c.dsn)
	c.cmd.Stderr = os.Stderr
	in, err := c.cmd.StdinPipe()
	must(t, "pipe", err)
	out, err := c.cmd.StdoutPipe()
	must(t, "pipe", err)
	must(t, "start", c.cmd.Start())
	c.client.Store(rpc.NewClient(pipes{out, in}))
}

func (c *child) kill(t *testing.T) {
	if err := c.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	_ = c.cmd.Wait() // the state of a killed program is an error
}

func (c *child) open(_ *testing.T, n int) (string, store) {
	layer := sqliteLayers[n%len(sqliteLayers)]
	return layer, childStore{c, layer}
}

func (c *child) rows(t *testing.T) []row { return readRows(t, openSQLite(t, c.dsn), sqliteKind) }

// childStore is a store of the child.
type childStore struct {
	child *child
	name  string
}

func (s childStore) call(method string, rows []row) (Reply, error) {
	var r Reply
	err := s.child.client.Load().Call("Table."+method, Request{s.name, rows}, &r)
	switch {
	case err != nil: // the child is gone
		return r, fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, err)
	case r.Fault == retry.Duplicate:
		return r, fmt.Errorf("%w: %s", gorm.ErrDuplicatedKey, r.Error)
	case r.Fault != retry.None:
		return r, fmt.Errorf("%s: %s", r.Fault, r.Error)
	}
	return r, nil
}

func (s childStore) insert(_ context.Context, rows []row) error {
	_, err := s.call("Insert", rows)
	return err
}

func (s childStore) note(_ context.Context, key wiji.ID) (string, bool, error) {
	r, err := s.call("Read", []row{{Key: key}})
	return r.Note, r.Found, err
}
