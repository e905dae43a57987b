package sqltype_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"testing"
)

// echo is a database that answers every query with one row: the arguments as they
// reached the driver, or the row that it was given.
type echo struct {
	row      []driver.Value // nil: the arguments
	unsigned bool           // takes a uint64 from Value, as the MySQL driver does
}

// open returns a database/sql handle of e.
func (e *echo) open(t testing.TB) *sql.DB {
	db := sql.OpenDB(e)
	t.Cleanup(func() { db.Close() })
	return db
}

func (e *echo) Connect(context.Context) (driver.Conn, error) {
	if e.unsigned {
		return unsignedConn{conn{e}}, nil
	}
	return conn{e}, nil
}

func (e *echo) Driver() driver.Driver { return nil }

type conn struct{ e *echo }

func (c conn) Prepare(string) (driver.Stmt, error) { return stmt(c), nil }
func (c conn) Close() error                        { return nil }
func (c conn) Begin() (driver.Tx, error)           { return nil, driver.ErrSkip }

// unsignedConn checks its arguments itself.
type unsignedConn struct{ conn }

func (unsignedConn) CheckNamedValue(arg *driver.NamedValue) error {
	v, err := arg.Value.(driver.Valuer).Value()
	arg.Value = v
	return err
}

type stmt struct{ e *echo }

func (s stmt) Close() error                               { return nil }
func (s stmt) NumInput() int                              { return -1 }
func (s stmt) Exec([]driver.Value) (driver.Result, error) { return driver.RowsAffected(1), nil }
func (s stmt) Query(args []driver.Value) (driver.Rows, error) {
	if s.e.row != nil {
		args = s.e.row
	}
	return &rows{values: args}, nil
}

// rows hands out its buffers and overwrites them afterwards, as drivers do.
type rows struct {
	values []driver.Value
	lent   [][]byte
	done   bool
}

func (r *rows) Columns() []string { return make([]string, len(r.values)) }

func (r *rows) Close() error {
	for _, b := range r.lent {
		for i := range b {
			b[i] = 0xEE
		}
	}
	return nil
}

func (r *rows) Next(dest []driver.Value) error {
	if r.done {
		return io.EOF
	}
	r.done = true
	for i, v := range r.values {
		if b, ok := v.([]byte); ok {
			b = append([]byte{}, b...)
			r.lent = append(r.lent, b)
			v = b
		}
		dest[i] = v
	}
	return nil
}
