package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/internal/stubdb"
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
	asked   int // how often the server was asked for the columns of a table
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
	if isQuestion(query) {
		s.asked++
	} else {
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
	pool := s.pool(t)
	db, err := gorm.Open(serverDialect{stub: dialectOf(strings.Replace(s.dialect, "mariadb", "mysql", 1)), server: s, pool: pool},
		&gorm.Config{SkipDefaultTransaction: !s.begins, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// pool returns connections to the server.
func (s *server) pool(t testing.TB) *sql.DB {
	return stubdb.OpenWith(t, session{stubdb.Conn{Server: s.respond}, s})
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
	if d.Title == "mysql" {
		_, _ = writer.WriteString(quoted.String())
		return
	}
	_, _ = writer.WriteString(strings.ReplaceAll(quoted.String(), "`", `"`))
}

// Explain writes the arguments into a statement.
func (d serverDialect) Explain(sql string, vars ...any) string {
	if d.Title == "postgres" {
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

// respond answers a statement.
func (s *server) respond(_ context.Context, query string, args []driver.NamedValue) stubdb.Answer {
	a := s.note(query, args)
	answer := stubdb.Answer{Rows: a.rows, Changed: a.changed, Err: a.err, Late: a.late}
	for column := range strings.FieldsSeq(a.columns) {
		name, columnType, _ := strings.Cut(column, ":")
		answer.Columns, answer.Types = append(answer.Columns, name), append(answer.Types, columnType)
	}
	return answer
}

// session is a connection, with transactions and prepared statements.
type session struct {
	stubdb.Conn
	server *server
}

// CheckNamedValue takes what drivers take, and each uint64.
func (session) CheckNamedValue(v *driver.NamedValue) error {
	if _, ok := v.Value.(uint64); ok {
		return nil
	}
	return driver.ErrSkip
}

// Begin begins a transaction.
func (s session) Begin() (driver.Tx, error) {
	s.server.note("BEGIN", nil)
	return s, nil
}

// Commit commits the transaction.
func (s session) Commit() error {
	s.server.note("COMMIT", nil)
	return nil
}

// Rollback rolls the transaction back.
func (s session) Rollback() error {
	s.server.note("ROLLBACK", nil)
	return nil
}

// Prepare prepares a statement.
func (s session) Prepare(query string) (driver.Stmt, error) { return prepared{s, query}, nil }

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
	return p.Conn.ExecContext(ctx, "prepared: "+p.query, args)
}

// QueryContext executes the query.
func (p prepared) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return p.Conn.QueryContext(ctx, "prepared: "+p.query, args)
}

// reflectOf returns what a pointer points to.
func reflectOf(link any) reflect.Value { return reflect.ValueOf(link).Elem() }

// ptr returns a pointer to a value.
func ptr[T any](v T) *T { return &v }
