// Package recorded answers the statements of tests as a server answered them once.
//
// A recording is a file with a line of JSON for the server and for each statement with its rows. Tests run with -record, and the DSNs of servers in
// SORTID_POSTGRES_DSN, SORTID_MYSQL_DSN and SORTID_MARIADB_DSN, write the files again; those with -write, the scripts that are expected.
package recorded

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/stubdb"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

var record = flag.Bool("record", false, "ask servers, and write the files of recordings")

// answer is what a server answered to a statement.
type answer struct {
	Query string `json:"query"`
	// Columns is how many columns a row has.
	Columns int       `json:"columns,omitempty"`
	Rows    [][]value `json:"rows,omitempty"`
	Error   string    `json:"error,omitempty"`
}

// value is a value as the driver returns it.
type value struct {
	Null  bool     `json:"null,omitempty"`
	Text  *string  `json:"text,omitempty"`
	Bytes []byte   `json:"bytes,omitempty"`
	Int   *int64   `json:"int,omitempty"`
	Float *float64 `json:"float,omitempty"`
	Bool  *bool    `json:"bool,omitempty"`
}

// Source is a database of which the server, the catalog and the rows are recorded: it has the methods Server, Query and
// Note of a source alone.
type Source struct {
	source.Source
	server  source.Server
	answers map[string]answer
	asked   []answer // when it records
	replay  *sql.DB
}

// Open returns the recording of a file. With -record, it is made on the server of a product, on a database with what the
// statements create; without any, another test makes it.
func Open(t *testing.T, file, product string, statements []string) *Source {
	t.Helper()
	s := &Source{answers: make(map[string]answer)}
	s.replay = stubdb.Open(t, s.answer)
	switch {
	case *record && len(statements) == 0:
		t.Skip("another test makes the recording")
	case *record:
		s.record(t, file, product, statements)
		return s
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if err := json.Unmarshal([]byte(first), &s.server); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(rest) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		s.answers[key(a.Query)] = a
	}
	return s
}

// Server describes the server.
func (s *Source) Server() source.Server { return s.server }

// Note does nothing: statements are not listed.
func (s *Source) Note(string, int) {}

// Query answers a statement. One that is not in the recording is an error.
func (s *Source) Query(ctx context.Context, query string, each func(*sql.Rows) error) error {
	if s.Source != nil {
		if err := s.ask(ctx, query); err != nil {
			return err
		}
	}
	rows, err := s.replay.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// key is the words of a statement in order: values of a list may come in any.
func key(query string) string {
	words := strings.FieldsFunc(query, func(r rune) bool { return strings.ContainsRune(" \n\t,()", r) })
	slices.Sort(words)
	return strings.Join(words, " ")
}

// ask asks the server.
func (s *Source) ask(ctx context.Context, query string) error {
	a := answer{Query: query}
	err := s.Source.Query(ctx, query, func(rows *sql.Rows) error {
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		a.Columns = len(names)
		values, to := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		row := make([]value, len(names))
		for i, v := range values {
			if row[i], err = valueOf(v); err != nil {
				return fmt.Errorf("%s: %w", names[i], err)
			}
		}
		a.Rows = append(a.Rows, row)
		return nil
	})
	if err != nil {
		a.Error = err.Error()
	}
	if _, ok := s.answers[key(query)]; !ok {
		s.asked = append(s.asked, a)
		s.answers[key(query)] = a
	}
	return nil
}

func valueOf(v any) (value, error) {
	switch v := v.(type) {
	case nil:
		return value{Null: true}, nil
	case string:
		return value{Text: &v}, nil
	case []byte:
		return value{Bytes: append([]byte{}, v...)}, nil
	case int64:
		return value{Int: &v}, nil
	case float64:
		return value{Float: &v}, nil
	case bool:
		return value{Bool: &v}, nil
	}
	return value{}, fmt.Errorf("no value to record: %T", v)
}

// driverValue returns the value as the driver did.
func (v value) driverValue() driver.Value {
	switch {
	case v.Null:
		return nil
	case v.Text != nil:
		return *v.Text
	case v.Int != nil:
		return *v.Int
	case v.Float != nil:
		return *v.Float
	case v.Bool != nil:
		return *v.Bool
	}
	return append([]byte{}, v.Bytes...)
}

// record creates a database, and opens it; when the test ends, the file is written and the database dropped.
func (s *Source) record(t *testing.T, file, product string, statements []string) {
	t.Helper()
	const name = "sortid_recorded"
	dsn, driverName := os.Getenv("SORTID_"+strings.ToUpper(product)+"_DSN"), "mysql"
	if product == "PostgreSQL" {
		dsn, driverName = os.Getenv("SORTID_POSTGRES_DSN"), "pgx"
	}
	admin := open(t, driverName, dsn)
	for _, q := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name} {
		if _, err := admin.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if driverName == "pgx" {
		u, err := url.Parse(dsn)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/" + name
		dsn = u.String()
	} else {
		dsn = dsn[:strings.LastIndexByte(dsn, '/')+1] + name
	}
	db := open(t, driverName, dsn)
	db.SetMaxOpenConns(1)
	for _, q := range statements {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	server, err := source.Open(t.Context(), dsn, false)
	if err != nil {
		t.Fatal(err)
	}
	s.Source, s.server = server, server.Server()
	t.Cleanup(func() {
		err := errors.Join(server.Close(), db.Close(), s.write(file))
		_, dropped := admin.ExecContext(context.WithoutCancel(t.Context()), "DROP DATABASE "+name)
		if err := errors.Join(err, dropped, admin.Close()); err != nil {
			t.Error(err)
		}
	})
}

func open(t *testing.T, driverName, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driverName, dsn)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// write writes the file.
func (s *Source) write(file string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s.server); err != nil {
		return err
	}
	for _, a := range s.asked {
		if err := e.Encode(a); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // a folder of the repository
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644) //nolint:gosec // a file of the repository
}

// answer answers a statement as it was recorded.
func (s *Source) answer(_ context.Context, query string, _ []driver.NamedValue) stubdb.Answer {
	a, ok := s.answers[key(query)]
	switch {
	case !ok:
		return stubdb.Answer{Err: fmt.Errorf("no server was asked this: run the test with -record: %s", query)}
	case a.Error != "":
		return stubdb.Answer{Err: errors.New(a.Error)}
	}
	rows := make([][]driver.Value, len(a.Rows))
	for i, row := range a.Rows {
		for _, v := range row {
			rows[i] = append(rows[i], v.driverValue())
		}
	}
	return stubdb.Answer{Columns: make([]string, a.Columns), Rows: rows}
}
