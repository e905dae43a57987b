// Package stubdb is a server behind package database/sql for tests: it stores nothing, and answers statements as a test
// says.
package stubdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"testing"
)

// Answer is what a server answers to a statement. The zero value has no rows.
type Answer struct {
	Columns []string // their names; nil for columns without names, as many as the first row has values
	Types   []string // their types, nil if the server tells none
	Rows    [][]driver.Value
	Changed int64 // rows that the statement changed
	Err     error // of the statement
	Late    error // behind the rows, or in place of the number of changed rows
}

// Server answers statements, at any number of connections at a time.
type Server func(ctx context.Context, statement string, args []driver.NamedValue) Answer

// Open returns a handle of the server, which ends with the test. Rows that are open then are an error. There are neither
// prepared statements nor transactions.
func Open(t testing.TB, s Server) *sql.DB {
	db := OpenWith(t, Conn{s})
	t.Cleanup(func() {
		if n := db.Stats().InUse; n > 0 {
			t.Errorf("%d connections have rows that are not closed", n)
		}
	})
	return db
}

// OpenWith returns a handle of connections that can do more than a [Conn]. It ends with the test.
func OpenWith(t testing.TB, c driver.Conn) *sql.DB {
	db := sql.OpenDB(connector{c})
	t.Cleanup(func() { db.Close() })
	return db
}

// connector is a driver, too.
type connector struct{ conn driver.Conn }

func (c connector) Connect(context.Context) (driver.Conn, error) { return c.conn, nil }
func (c connector) Driver() driver.Driver                        { return c }
func (c connector) Open(string) (driver.Conn, error)             { return c.conn, nil }

// Conn is a connection to a server. It executes and queries, and has no state.
type Conn struct{ Server }

// Prepare is not supported.
func (Conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }

// Begin is not supported.
func (Conn) Begin() (driver.Tx, error) { return nil, errors.ErrUnsupported }

// Close has nothing to close.
func (Conn) Close() error { return nil }

// QueryContext returns the rows of the answer.
func (c Conn) QueryContext(ctx context.Context, statement string, args []driver.NamedValue) (driver.Rows, error) {
	a := c.Server(ctx, statement, args)
	if a.Err != nil {
		return nil, a.Err
	}
	return &rows{Answer: a}, nil
}

// ExecContext returns the number of changed rows of the answer.
func (c Conn) ExecContext(ctx context.Context, statement string, args []driver.NamedValue) (driver.Result, error) {
	a := c.Server(ctx, statement, args)
	if a.Err != nil {
		return nil, a.Err
	}
	return result{a}, nil
}

type result struct{ Answer }

func (result) LastInsertId() (int64, error)   { return 0, nil }
func (r result) RowsAffected() (int64, error) { return r.Changed, r.Late }

// rows reads the rows of an answer.
type rows struct {
	Answer
	next int
}

func (r *rows) Columns() []string {
	if r.Answer.Columns == nil && len(r.Rows) > 0 {
		return make([]string, len(r.Rows[0]))
	}
	return r.Answer.Columns
}

// ColumnTypeDatabaseTypeName returns the type of a column.
func (r *rows) ColumnTypeDatabaseTypeName(i int) string {
	if i >= len(r.Types) {
		return ""
	}
	return r.Types[i]
}

func (r *rows) Close() error { return nil }

func (r *rows) Next(values []driver.Value) error {
	if r.next == len(r.Rows) {
		if r.Late != nil {
			return r.Late
		}
		return io.EOF
	}
	copy(values, r.Rows[r.next])
	r.next++
	return nil
}
