package rowhook

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

var errDriver = errors.New("the connection is lost")

// server returns rows of values. It is a driver, its connection and its rows.
type server struct {
	values []driver.Value
	next   int
	closes int
	lost   int // the row that the driver cannot read
	copies int // columns with the same value beside the first

	closeErr error
}

func (s *server) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *server) Driver() driver.Driver                        { return s }
func (s *server) Open(string) (driver.Conn, error)             { return s, nil }
func (s *server) Prepare(string) (driver.Stmt, error)          { return nil, errDriver }
func (s *server) Begin() (driver.Tx, error)                    { return nil, errDriver }
func (s *server) Columns() []string                            { return []string{"v", "w", "x"}[:1+s.copies] }
func (s *server) ColumnTypeScanType(int) reflect.Type          { return reflect.TypeFor[time.Time]() }
func (s *server) ColumnTypeDatabaseTypeName(int) string        { return "UUID" }
func (s *server) ColumnTypeLength(int) (int64, bool)           { return 7, true }
func (s *server) ColumnTypeNullable(int) (nullable, ok bool)   { return true, true }
func (s *server) ColumnTypePrecisionScale(int) (precision, scale int64, ok bool) {
	return 5, 2, true
}

func (s *server) Close() error {
	s.closes++
	return s.closeErr
}

func (s *server) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return s, nil
}

func (s *server) Next(row []driver.Value) error {
	if s.next++; s.next == s.lost {
		return errDriver
	}
	if s.next > len(s.values) {
		return io.EOF
	}
	for i := range row {
		row[i] = s.values[s.next-1]
	}
	return nil
}

// read reads the rows into what dest makes, and returns all that a program sees.
func read(t *testing.T, s server, isHooked bool, dest func() any) (seen []string) {
	t.Helper()
	db := sql.OpenDB(&s)
	defer db.Close()
	db.SetMaxOpenConns(1)
	rows, err := db.Query("")
	if err == nil && isHooked {
		rows, err = New(rows, func() []Change { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	names, err := rows.Columns()
	seen = append(seen, fmt.Sprint(names, err))
	types, err := rows.ColumnTypes()
	seen = append(seen, fmt.Sprint(*types[0], err))
	for rows.Next() {
		d := dest()
		err := rows.Scan(d)
		seen = append(seen, fmt.Sprintf("%#v %v", reflect.Indirect(reflect.ValueOf(d).Elem()), err))
	}
	return append(seen, fmt.Sprint(rows.Err(), rows.Close(), s.next), fmt.Sprint(db.Stats().InUse))
}

// TestSame: the values, types and errors are those of the rows themselves.
func TestSame(t *testing.T) {
	at := time.Date(2024, 1, 2, 3, 4, 5, 6, time.UTC)
	values := []driver.Value{int64(-5), 2.5, true, []byte("bytes\x00"), []byte{}, "text", "", at, nil}
	for _, dest := range []func() any{
		func() any { return new(any) }, func() any { return new(string) }, func() any { return new([]byte) },
		func() any { return new(int8) }, func() any { return new(uint64) }, func() any { return new(float64) },
		func() any { return new(bool) }, func() any { return new(time.Time) }, func() any { return new(*string) },
		func() any { return new(sql.NullString) }, func() any { return new(sql.Null[int]) }, func() any { return new([16]byte) },
	} {
		for _, lost := range []int{0, 1, 3} {
			want, got := read(t, server{values: values, lost: lost}, false, dest), read(t, server{values: values, lost: lost}, true, dest)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%T, row %d is lost:\ngot  %q\nwant %q", dest(), lost, got, want)
			}
		}
	}
}

// TestAsked: the function is called before the columns are told, and rows that are left are closed.
func TestAsked(t *testing.T) {
	s := &server{values: []driver.Value{"a", "b"}}
	db := sql.OpenDB(s)
	defer db.Close()
	inner, err := db.Query("")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	rows, err := New(inner, func() []Change { n++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	rows.Next()
	before := n
	if _, err = rows.Columns(); err != nil || n != before+1 {
		t.Errorf("asked %d times before, then %d times, error %v", before, n, err)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || s.closes != 1 || inner.Next() || db.Stats().InUse != 0 {
		t.Errorf("closed %d times, error %v, %d connections in use", s.closes, err, db.Stats().InUse)
	}
	if err := rows.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
}

// TestChange: the values of the columns that are changed are, also in the row that is read before the
// columns are asked for, and the others are not.
func TestChange(t *testing.T) {
	db := sql.OpenDB(&server{values: []driver.Value{[]byte("a"), []byte("b"), nil}, copies: 2})
	defer db.Close()
	inner, err := db.Query("")
	if err != nil {
		t.Fatal(err)
	}
	text := func(v any) any {
		if b, ok := v.([]byte); ok {
			return "text " + string(b)
		}
		return v
	}
	isAsked := false
	rows, err := New(inner, func() []Change { isAsked = true; return []Change{nil, text, text} })
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for rows.Next() {
		if len(seen) == 0 && isAsked {
			t.Error("the function is called before the first row is read")
		}
		_, err := rows.Columns()
		_, again := rows.Columns() // which changes nothing twice
		types, wrong := rows.ColumnTypes()
		var raw []byte
		var null sql.NullString
		var link *string
		if err := errors.Join(err, again, wrong, rows.Scan(&raw, &null, &link)); err != nil {
			t.Error(err)
		}
		line := fmt.Sprintf("%s|%s|%v|%v", raw, null.String, null.Valid, types[1].ScanType())
		if link != nil {
			line += "|" + *link
		}
		seen = append(seen, line)
	}
	if want := []string{"a|text a|true|string|text a", "b|text b|true|string|text b", "||false|string"}; !reflect.DeepEqual(seen, want) || rows.Err() != nil || rows.Close() != nil {
		t.Errorf("got %q, error %v, want %q", seen, rows.Err(), want)
	}
}

// TestWrongColumn: the error of a destination names the column.
func TestWrongColumn(t *testing.T) {
	for i, name := range []string{"v", "w", "x"} {
		db := sql.OpenDB(&server{values: []driver.Value{"a"}, copies: 2})
		defer db.Close()
		inner, err := db.Query("")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := New(inner, func() []Change { return nil })
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		rows.Next()
		dest := []any{new(string), new(string), new(string)}
		dest[i] = new(int)
		if err := errors.Join(rows.Scan(dest...), rows.Err()); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("column index %d, name %q: converting", i, name)) {
			t.Errorf("column %d: %v", i, err)
		}
	}
}

// TestOwnClosed: the DB that reads the rows is closed with them, and its goroutine ends.
func TestOwnClosed(t *testing.T) {
	db := sql.OpenDB(&server{})
	defer db.Close()
	inner, err := db.Query("")
	if err != nil {
		t.Fatal(err)
	}
	r := &hooked{rows: inner, asked: func() []Change { return nil }}
	rows, err := r.open()
	if err != nil {
		t.Fatal(err)
	}
	if rows.Next() || rows.Err() != nil || inner.Err() != nil {
		t.Errorf("a row of none, or error %v", rows.Err())
	}
	if err := r.own.Ping(); err == nil || err.Error() != "sql: database is closed" {
		t.Errorf("Ping: %v", err)
	}
}

// TestChanged: changes that are known are made from the first row on, and have their type.
func TestChanged(t *testing.T) {
	db := sql.OpenDB(&server{values: []driver.Value{"a", "b"}})
	defer db.Close()
	inner, err := db.Query("")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Changed(inner, []Change{func(v any) any { return "text " + fmt.Sprint(v) }})
	if err != nil {
		t.Fatal(err)
	}
	types, err := rows.ColumnTypes()
	if err != nil || types[0].ScanType() != reflect.TypeFor[string]() {
		t.Errorf("%v, %v", types[0].ScanType(), err)
	}
	for _, want := range []string{"text a", "text b"} {
		var got string
		if !rows.Next() || rows.Scan(&got) != nil || got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if rows.Next() || rows.Err() != nil || rows.Close() != nil {
		t.Errorf("at the end: %v", rows.Err())
	}
}

// TestFailures: an error of the rows, of their values and of their end.
func TestFailures(t *testing.T) {
	open := func(s *server) *hooked {
		db := sql.OpenDB(s)
		t.Cleanup(func() { db.Close() })
		inner, err := db.Query("") //nolint:rowserrcheck // the hooked rows have the error
		if err != nil {
			t.Fatal(err)
		}
		r := &hooked{rows: inner, asked: func() []Change { return nil }}
		r.own = sql.OpenDB(conn{r})
		return r
	}
	if err := open(&server{values: []driver.Value{"a"}, lost: 1}).NextRow(); !errors.Is(err, errDriver) {
		t.Errorf("a row that is lost: %v", err)
	}
	if err := open(&server{}).NextRow(); !errors.Is(err, io.EOF) {
		t.Errorf("no row: %v", err)
	}
	r := open(&server{values: []driver.Value{"a"}})
	if err := r.Next(make([]driver.Value, 2)); err == nil {
		t.Error("a row of other columns: no error")
	}
	if err := r.Close(); err != nil || r.column(0).DatabaseTypeName() != "" {
		t.Errorf("closed rows: %v", err)
	}
	failing := open(&server{closeErr: errDriver})
	if err := failing.Close(); !errors.Is(err, errDriver) {
		t.Errorf("Close: %v", err)
	}
	if _, err := (conn{}).Prepare(""); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Prepare: %v", err)
	}
	if _, err := (conn{}).Begin(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Begin: %v", err)
	}
}
