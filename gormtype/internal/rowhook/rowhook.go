// Package rowhook tells when the columns of rows are asked for, and changes values of the rows.
package rowhook

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"reflect"
)

// Change returns what is read in the place of a column's value, as it is or as a text.
type Change func(v any) any

// New returns rows that read the given ones. From the first row on, they call asked each time before they
// tell their columns, and read what it returns: a Change for each column, nil for values that stay as they
// are, or nil for all of them. Their Close closes the given ones. The types, values and errors are the same.
func New(rows *sql.Rows, asked func() []Change) (*sql.Rows, error) {
	return (&hooked{rows: rows, asked: asked}).open()
}

// Changed returns rows that read the given ones with changes that are known.
func Changed(rows *sql.Rows, changes []Change) (*sql.Rows, error) {
	return (&hooked{rows: rows, asked: func() []Change { return changes }, changes: changes}).open()
}

// hooked reads rows as those of a driver.
type hooked struct {
	rows    *sql.Rows
	asked   func() []Change
	begun   bool
	changes []Change
	row     []driver.Value // the values that are not changed yet
	own     *sql.DB
	links   []any // to the values of a row
}

func (r *hooked) open() (*sql.Rows, error) {
	r.own = sql.OpenDB(conn{r})
	return r.own.QueryContext(context.Background(), "") // the context of the rows ends these as well
}

// Columns returns the names of the columns.
func (r *hooked) Columns() []string {
	if r.begun {
		r.changes = r.asked()
		r.change()
	}
	names, _ := r.rows.Columns() // of rows that are closed, Next has the error
	return names
}

// change changes the values of a row once: the first one is read before the changes are known.
func (r *hooked) change() {
	if r.changes == nil {
		return
	}
	for i := range r.row {
		if f := r.changes[i]; f != nil {
			r.row[i] = f(r.row[i])
		}
	}
	r.row = nil
}

// Close closes the rows and the DB, which has no connection.
func (r *hooked) Close() error { return errors.Join(r.rows.Close(), r.own.Close()) }

// Next reads a row.
func (r *hooked) Next(values []driver.Value) error {
	if err := r.NextRow(); err != nil {
		return err
	}
	for i := len(r.links); i < len(values); i++ {
		r.links = append(r.links, new(any))
	}
	if err := r.rows.Scan(r.links...); err != nil {
		return err
	}
	for i := range values {
		values[i] = *r.links[i].(*any)
	}
	r.row = values
	r.change()
	return nil
}

// NextRow goes to the next row.
func (r *hooked) NextRow() error {
	r.begun = true
	switch {
	case r.rows.Next():
		return nil
	case r.rows.Err() != nil:
		return r.rows.Err()
	}
	return io.EOF
}

func (r *hooked) column(i int) *sql.ColumnType {
	types, err := r.rows.ColumnTypes()
	if err != nil {
		return new(sql.ColumnType)
	}
	return types[i]
}

// ColumnTypeScanType returns the Go type of a column. GORM reads into one of this type for a map.
func (r *hooked) ColumnTypeScanType(i int) reflect.Type {
	if r.changes != nil && r.changes[i] != nil {
		return reflect.TypeFor[string]()
	}
	return r.column(i).ScanType()
}

// ColumnTypeDatabaseTypeName returns the name of a column's type.
func (r *hooked) ColumnTypeDatabaseTypeName(i int) string { return r.column(i).DatabaseTypeName() }

// ColumnTypeLength returns the length of a column.
func (r *hooked) ColumnTypeLength(i int) (int64, bool) { return r.column(i).Length() }

// ColumnTypeNullable reports whether a column can be NULL.
func (r *hooked) ColumnTypeNullable(i int) (nullable, ok bool) { return r.column(i).Nullable() }

// ColumnTypePrecisionScale returns the precision and scale of a column.
func (r *hooked) ColumnTypePrecisionScale(i int) (precision, scale int64, ok bool) {
	return r.column(i).DecimalSize()
}

// conn is a connector, its driver and its connection, which returns the rows.
type conn struct{ rows driver.Rows }

// Connect returns the connection.
func (c conn) Connect(context.Context) (driver.Conn, error) { return c, nil }

// Driver returns the driver.
func (c conn) Driver() driver.Driver { return c }

// Open returns the connection.
func (c conn) Open(string) (driver.Conn, error) { return c, nil }

// QueryContext returns the rows.
func (c conn) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return c.rows, nil
}

// Prepare prepares nothing.
func (conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }

// Begin begins nothing.
func (conn) Begin() (driver.Tx, error) { return nil, errors.ErrUnsupported }

// Close has nothing to close.
func (conn) Close() error { return nil }
