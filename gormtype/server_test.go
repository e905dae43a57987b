package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/migrator"
	"gorm.io/gorm/schema"
)

// server is a database behind package database/sql that stores nothing: it notes the statements that it gets, with their
// arguments, and answers as a test tells it.
type server struct {
	dialect string // postgres, mysql, mariadb or sqlite
	begins  bool   // GORM begins a transaction for each statement that writes
	mu      sync.Mutex
	log     []string
	answers []answer
}

// answer is what the server answers to statements that contain a text, themselves or in their arguments. To others it answers no rows.
type answer struct {
	to      string
	columns string // with their types, as in "id:uuid name:text"
	rows    [][]driver.Value
	changed int64 // the rows that the statement affected
	err     error // of the statement
	late    error // behind the rows
}

// on sets the answer to statements that contain a text, before those that were set.
func (s *server) on(a answer) { s.answers = append([]answer{a}, s.answers...) }

// note notes a statement and returns the answer to it.
func (s *server) note(query string, args []driver.NamedValue) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !isQuestion(query) {
		s.log = append(s.log, logged(query, args))
	}
	for _, a := range s.answers {
		if strings.Contains(logged(query, args), a.to) {
			return a
		}
	}
	return answer{changed: 1}
}

// isQuestion reports whether a statement asks for the types of a table's columns.
func isQuestion(query string) bool {
	return strings.Contains(query, "pg_attribute") || strings.Contains(query, "information_schema.COLUMNS") || strings.Contains(query, "pragma_table_info")
}

// logged returns a statement as the server got it.
func logged(query string, args []driver.NamedValue) string {
	var out strings.Builder
	out.WriteString(query)
	for i, a := range args {
		out.WriteString([]string{" | ", ", "}[min(i, 1)])
		switch v := a.Value.(type) {
		case string:
			out.WriteString("'" + v + "'")
		case []byte:
			out.WriteString("x'" + hex.EncodeToString(v) + "'")
		case nil:
			out.WriteString("NULL")
		default:
			fmt.Fprint(&out, v)
		}
	}
	return short.Replace(out.String())
}

// short writes the forms of the ID that most tests use in a word each.
var short = strings.NewReplacer("x'"+hex.EncodeToString(someWiji[:])+"'", "RAW", hex.EncodeToString(someWiji[:]), "HEX", "'"+someWiji.UUID()+"'", "UUID", "'"+someWiji.String()+"'", "TEXT")

// took returns the statements that the server got since it was asked before.
func (s *server) took() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := strings.Join(s.log, "\n")
	s.log = nil
	return log
}

// open returns a DB of the server with the plugin.
func (s *server) open(t testing.TB, options ...Option) *gorm.DB {
	t.Helper()
	db := s.openBare(t)
	if err := db.Use(New(options...)); err != nil {
		t.Fatal(err)
	}
	return db
}

// openBare returns a DB of the server without the plugin.
func (s *server) openBare(t testing.TB) *gorm.DB {
	t.Helper()
	pool := sql.OpenDB(s)
	t.Cleanup(func() { pool.Close() })
	db, err := gorm.Open(serverDialect{stub: stub{name: strings.Replace(s.dialect, "mariadb", "mysql", 1)}, server: s, pool: pool},
		&gorm.Config{SkipDefaultTransaction: !s.begins, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// pooled hides from GORM that a pool is one of database/sql: the driver is unknown to the plugin.
type pooled struct{ *sql.DB }

// serverDialect is the dialect of a server.
type serverDialect struct {
	stub
	server *server
	pool   *sql.DB
}

// Initialize registers the callbacks of the dialect: MySQL has no RETURNING.
func (d serverDialect) Initialize(db *gorm.DB) error {
	db.ConnPool = pooled{d.pool}
	config := callbacks.Config{CreateClauses: []string{"INSERT", "VALUES", "ON CONFLICT"}, LastInsertIDReversed: true}
	if d.server.dialect != "mysql" {
		config.CreateClauses = append(config.CreateClauses, "RETURNING")
	}
	callbacks.RegisterDefaultCallbacks(db, &config)
	return nil
}

// QuoteTo writes a name in the quotes of the dialect.
func (d serverDialect) QuoteTo(writer clause.Writer, name string) {
	var quoted strings.Builder
	d.DummyDialector.QuoteTo(&quoted, name)
	if d.name == "mysql" {
		_, _ = writer.WriteString(quoted.String())
		return
	}
	_, _ = writer.WriteString(strings.ReplaceAll(quoted.String(), "`", `"`))
}

// Explain writes the arguments into a statement.
func (d serverDialect) Explain(sql string, vars ...any) string {
	if d.name == "postgres" {
		return logger.ExplainSQL(sql, numbered, "'", vars...)
	}
	return logger.ExplainSQL(sql, nil, "'", vars...)
}

var numbered = regexp.MustCompile(`\$(\d+)`)

// DataTypeOf returns the type of a column without one of its own.
func (serverDialect) DataTypeOf(field *schema.Field) string { return string(field.DataType) }

// Migrator returns GORM's own.
func (d serverDialect) Migrator(db *gorm.DB) gorm.Migrator {
	return migrator.Migrator{Config: migrator.Config{DB: db, Dialector: d, CreateIndexAfterCreateTable: true}}
}

// Connect returns a connection.
func (s *server) Connect(context.Context) (driver.Conn, error) { return session{s}, nil }

// Driver returns the driver.
func (s *server) Driver() driver.Driver { return s }

// Open returns a connection.
func (s *server) Open(string) (driver.Conn, error) { return session{s}, nil }

// session is a connection.
type session struct{ *server }

// CheckNamedValue takes what drivers take, and each uint64.
func (session) CheckNamedValue(v *driver.NamedValue) error {
	if _, ok := v.Value.(uint64); ok {
		return nil
	}
	return driver.ErrSkip
}

// ExecContext executes a statement.
func (s session) ExecContext(_ context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	a := s.note(query, args)
	return affected(a.changed), a.err
}

// QueryContext executes a query.
func (s session) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	a := s.note(query, args)
	if a.err != nil {
		return nil, a.err
	}
	return &cursor{answer: a}, nil
}

// affected is the number of rows that a statement affected.
type affected int64

// LastInsertId returns none.
func (affected) LastInsertId() (int64, error) { return 0, nil }

// RowsAffected returns the number.
func (n affected) RowsAffected() (int64, error) { return int64(n), nil }

// Begin begins a transaction.
func (s session) Begin() (driver.Tx, error) {
	s.note("BEGIN", nil)
	return s, nil
}

// Commit commits the transaction.
func (s session) Commit() error {
	s.note("COMMIT", nil)
	return nil
}

// Rollback rolls the transaction back.
func (s session) Rollback() error {
	s.note("ROLLBACK", nil)
	return nil
}

// Prepare prepares a statement.
func (s session) Prepare(query string) (driver.Stmt, error) { return prepared{s, query}, nil }

// Close has nothing to close.
func (session) Close() error { return nil }

// prepared is a statement that was prepared.
type prepared struct {
	session
	query string
}

// NumInput leaves the number of arguments open.
func (prepared) NumInput() int { return -1 }

// Exec is not called: database/sql prefers ExecContext.
func (prepared) Exec([]driver.Value) (driver.Result, error) { return nil, errors.ErrUnsupported }

// Query is not called: database/sql prefers QueryContext.
func (prepared) Query([]driver.Value) (driver.Rows, error) { return nil, errors.ErrUnsupported }

// ExecContext executes the statement.
func (p prepared) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return p.session.ExecContext(ctx, "prepared: "+p.query, args)
}

// QueryContext executes the query.
func (p prepared) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return p.session.QueryContext(ctx, "prepared: "+p.query, args)
}

// cursor reads the rows of an answer.
type cursor struct {
	answer
	next int
}

// Columns returns the names of the columns.
func (c *cursor) Columns() []string {
	var names []string
	for column := range strings.FieldsSeq(c.columns) {
		name, _, _ := strings.Cut(column, ":")
		names = append(names, name)
	}
	return names
}

// ColumnTypeDatabaseTypeName returns the type of a column.
func (c *cursor) ColumnTypeDatabaseTypeName(i int) string {
	_, columnType, _ := strings.Cut(strings.Fields(c.columns)[i], ":")
	return columnType
}

// Next reads a row.
func (c *cursor) Next(dest []driver.Value) error {
	if c.next == len(c.rows) {
		if c.late != nil {
			return c.late
		}
		return io.EOF
	}
	copy(dest, c.rows[c.next])
	c.next++
	return nil
}

// Close has nothing to close.
func (*cursor) Close() error { return nil }

// reflectOf returns what a pointer points to.
func reflectOf(link any) reflect.Value { return reflect.ValueOf(link).Elem() }

// ptr returns a pointer to a value.
func ptr[T any](v T) *T { return &v }
