package beside_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	driverofmysql "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/dbserver"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils"
)

// recording keeps, in one order, what a program gets of GORM, what GORM logs, and what the driver
// is asked.
type recording struct {
	mu       sync.Mutex
	lines    []string
	database string // its name, which is another one in each run
	isPaused bool
}

func (r *recording) setPaused(isPaused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isPaused = isPaused
}

// chance is what differs from run to run: an address, or the name that GORM gives a savepoint.
var chance = regexp.MustCompile(`\b(0x[0-9a-f]{6,}|sp[0-9]+)\b`)

func (r *recording) add(format string, args ...any) {
	line := strings.ReplaceAll(fmt.Sprintf(format, args...), r.database, "DATABASE")
	line = chance.ReplaceAllString(line, "CHANCE")
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isPaused {
		r.lines = append(r.lines, line)
	}
}

// result records what a statement left: its error, rows, SQL, arguments and pool, and values.
func (r *recording) result(what string, tx *gorm.DB, values ...any) {
	var list []string
	for _, v := range values {
		if err, ok := v.(error); ok {
			v = err.Error()
		}
		text, err := json.Marshal(v)
		if err != nil {
			text = fmt.Appendf(nil, "%v: %#v", err, v)
		}
		list = append(list, string(text))
	}
	r.add("result %s: %d rows, error %T %v, %q %s in a %T: %s", what, tx.RowsAffected, tx.Error, tx.Error,
		tx.Statement.SQL.String(), shownArguments(tx.Statement.Vars), tx.Statement.ConnPool, strings.Join(list, "; "))
}

// outcome records what a call left that returns an error alone, and its values.
func (r *recording) outcome(what string, err error, values ...any) {
	r.result(what, &gorm.DB{Error: err, Statement: &gorm.Statement{}}, values...)
}

// shownArguments writes arguments with their types, and without addresses.
func shownArguments(args []any) string {
	var list []string
	for _, v := range args {
		rv := reflect.ValueOf(v)
		for rv.Kind() == reflect.Pointer && !rv.IsNil() {
			rv = rv.Elem()
		}
		if rv.IsValid() && rv.CanInterface() {
			list = append(list, fmt.Sprintf("%T(%v)", v, rv.Interface()))
		} else {
			list = append(list, "nil")
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// LogMode, Info, Warn, Error and Trace make the recording a logger of GORM.
func (r *recording) LogMode(logger.LogLevel) logger.Interface { return r }

// Info records a message.
func (r *recording) Info(_ context.Context, format string, args ...any) {
	r.add("log info: "+format, args...)
}

// Warn records a warning.
func (r *recording) Warn(_ context.Context, format string, args ...any) {
	r.add("log warn: "+format, args...)
}

// Error records an error.
func (r *recording) Error(_ context.Context, format string, args ...any) {
	r.add("log error: "+format, args...)
}

// Trace records a statement, and the line that made it.
func (r *recording) Trace(_ context.Context, _ time.Time, fc func() (string, int64), err error) {
	text, rows := fc()
	r.add("log %s: %s: %d rows, error %v", utils.FileWithLineNum(), text, rows, err)
}

// connector connects to a database whose driver calls are recorded.
type connector struct {
	driver.Connector
	*recording
	name string
}

// Connect opens a connection.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &recordedConn{conn, c}, nil
}

// recordedConn is a connection whose calls are recorded. What the driver's own does not have, it
// answers as database/sql does without it.
type recordedConn struct {
	driver.Conn
	to *connector
}

func (c *connector) call(what, query string, args []driver.NamedValue, err error) {
	list := make([]any, len(args))
	for i, a := range args {
		list[i] = a.Value
	}
	if err != nil && errors.Is(err, driver.ErrSkip) {
		return
	}
	c.add("%s %s: %q %s, error %v", c.name, what, query, shownArguments(list), err)
}

// BeginTx begins a transaction.
func (c *recordedConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, options)
	c.to.call("begin", fmt.Sprint(options), nil, err)
	if err != nil {
		return nil, err
	}
	return &recordedTx{tx, c.to}, nil
}

// PrepareContext prepares a statement.
func (c *recordedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	stmt, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query)
	c.to.call("prepare", query, nil, err)
	if err != nil {
		return nil, err
	}
	return &recordedStmt{stmt, query, c}, nil
}

// ExecContext executes a statement.
func (c *recordedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	execer, ok := c.Conn.(driver.ExecerContext)
	if !ok {
		return nil, driver.ErrSkip
	}
	res, err := execer.ExecContext(ctx, query, args)
	c.to.call("exec", query, args, err)
	return res, err
}

// QueryContext executes a query.
func (c *recordedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	queryer, ok := c.Conn.(driver.QueryerContext)
	if !ok {
		return nil, driver.ErrSkip
	}
	rows, err := queryer.QueryContext(ctx, query, args)
	c.to.call("query", query, args, err)
	return rows, err
}

// CheckNamedValue converts an argument.
func (c *recordedConn) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := c.Conn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

// ResetSession resets a connection.
func (c *recordedConn) ResetSession(ctx context.Context) error {
	if resetter, ok := c.Conn.(driver.SessionResetter); ok {
		return resetter.ResetSession(ctx)
	}
	return nil
}

// IsValid reports whether a connection can be used again.
func (c *recordedConn) IsValid() bool {
	validator, ok := c.Conn.(driver.Validator)
	return !ok || validator.IsValid()
}

// Ping asks the server.
func (c *recordedConn) Ping(ctx context.Context) error {
	if pinger, ok := c.Conn.(driver.Pinger); ok {
		return pinger.Ping(ctx)
	}
	return nil
}

// recordedTx is a transaction whose end is recorded.
type recordedTx struct {
	driver.Tx
	to *connector
}

// Commit commits.
func (tx *recordedTx) Commit() error {
	err := tx.Tx.Commit()
	tx.to.call("commit", "", nil, err)
	return err
}

// Rollback rolls back.
func (tx *recordedTx) Rollback() error {
	err := tx.Tx.Rollback()
	tx.to.call("rollback", "", nil, err)
	return err
}

// recordedStmt is a prepared statement whose calls are recorded.
type recordedStmt struct {
	driver.Stmt
	query string
	conn  *recordedConn
}

// ExecContext executes it.
func (s *recordedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	res, err := s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	s.conn.to.call("exec prepared", s.query, args, err)
	return res, err
}

// QueryContext executes it as a query.
func (s *recordedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	s.conn.to.call("query prepared", s.query, args, err)
	return rows, err
}

// CheckNamedValue converts an argument.
func (s *recordedStmt) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := s.Stmt.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return s.conn.CheckNamedValue(v)
}

// dsnConnector connects by a driver that has no connector.
type dsnConnector struct {
	own driver.Driver
	dsn string
}

// Connect opens a connection.
func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.own.Open(c.dsn) }

// Driver returns the driver.
func (c dsnConnector) Driver() driver.Driver { return c.own }

// recordedDialector returns a dialector of a new database, and of another connection to it, whose
// driver calls are recorded.
func (r *recording) recordedDialector(t *testing.T, s gormtest.Server, names ...string) (list []gorm.Dialector) {
	t.Helper()
	name := map[string]string{"sqlite": "sqlite", "postgres": "pgx", "mysql": "mysql"}[s.Dialect()]
	var dsn string
	switch s.Kind {
	case "":
		dsn = gormtest.SQLiteDialector(t).(*sqlite.Dialector).DSN
		r.database = dsn
	case dbserver.Postgres:
		dsn = gormtest.FreshDatabase(t, s)
		config, err := pgx.ParseConfig(dsn)
		if err != nil {
			t.Fatal(err)
		}
		r.database = config.Database
	default:
		dsn = gormtest.FreshDatabase(t, s)
		config, err := driverofmysql.ParseDSN(dsn)
		if err != nil {
			t.Fatal(err)
		}
		r.database = config.DBName
	}
	for _, label := range names {
		opened, err := sql.Open(name, dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { opened.Close() })
		var to driver.Connector = dsnConnector{opened.Driver(), dsn}
		if d, ok := opened.Driver().(driver.DriverContext); ok {
			if to, err = d.OpenConnector(dsn); err != nil {
				t.Fatal(err)
			}
		}
		pool := sql.OpenDB(&connector{to, r, label})
		t.Cleanup(func() { pool.Close() })
		switch s.Dialect() {
		case "sqlite":
			list = append(list, &sqlite.Dialector{Conn: pool, DSN: dsn})
		case "postgres":
			list = append(list, postgres.New(postgres.Config{Conn: pool, DSN: dsn}))
		default:
			list = append(list, mysql.New(mysql.Config{Conn: pool, DSN: dsn}))
		}
	}
	return list
}

// sameRecording compares what was recorded with the plugin and without it.
func sameRecording(t *testing.T, what string, got, want *recording) {
	t.Helper()
	if len(want.lines) < 100 {
		t.Errorf("%s: %d lines are recorded without the plugin", what, len(want.lines))
	}
	for i := range max(len(got.lines), len(want.lines)) {
		ours, theirs := "nothing", "nothing"
		if i < len(got.lines) {
			ours = got.lines[i]
		}
		if i < len(want.lines) {
			theirs = want.lines[i]
		}
		if ours != theirs {
			t.Errorf("%s: line %d differs:\n   with %s\nwithout %s", what, i, ours, theirs)
			return
		}
	}
}
