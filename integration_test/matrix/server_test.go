package matrix_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	_ "modernc.org/sqlite"
)

// server is a kind of server, and the settings in which it is tried.
type server struct {
	name     string
	kind     dbserver.Kind // empty for SQLite
	settings []setting
}

// setting is a way to talk to a server, and the way in which the server is set.
type setting struct {
	name     string
	params   map[string]string        // of the connection
	database dbserver.DatabaseOptions // of the database
	prepared bool                     // statements are prepared by the program
}

// The first setting of each server is the usual one. What MySQL and MariaDB do
// with a value that does not fit when they are not in strict mode is to store
// another one; and a text in a case-insensitive collation equals others.
var (
	onPostgres = server{"postgres", dbserver.Postgres, []setting{
		{name: "prepared", prepared: true},
		{name: "exec", params: map[string]string{"default_query_exec_mode": "exec"}},
		{name: "simple", params: map[string]string{"default_query_exec_mode": "simple_protocol"}},
		{name: "locale", database: dbserver.DatabaseOptions{Locale: "en-US"}, prepared: true},
	}}
	onMySQL   = server{"mysql", dbserver.MySQL, mysqlSettings}
	onMariaDB = server{"mariadb", dbserver.MariaDB, mysqlSettings}
	onSQLite  = server{"sqlite", "", []setting{
		{name: "prepared", prepared: true},
		{name: "direct"},
	}}
	everyServer = []server{onPostgres, onMySQL, onMariaDB, onSQLite}
)

const laxInterpolated = "lax_interpolated"

var mysqlSettings = []setting{
	{name: "prepared", prepared: true},
	{name: "interpolated", params: map[string]string{"interpolateParams": "true"}},
	{name: "lax", params: map[string]string{"sql_mode": "''"}, database: anyCase, prepared: true},
	{name: laxInterpolated, params: map[string]string{"sql_mode": "''", "interpolateParams": "true"}, database: anyCase},
}

var anyCase = dbserver.DatabaseOptions{Collation: "utf8mb4_general_ci"}

// isMySQL reports whether the server speaks MySQL's SQL.
func (s server) isMySQL() bool { return s.kind == dbserver.MySQL || s.kind == dbserver.MariaDB }

// driver is the name of the database/sql driver.
func (s server) driver() string {
	if s.kind == "" {
		return "sqlite"
	}
	return s.kind.Driver()
}

// fresh returns the DSNs of a new database: in the setting, and as the server is.
func (s server) fresh(t *testing.T, in setting) (dsn, plain string) {
	t.Helper()
	if s.kind == "" {
		dsn = sqliteDSN(filepath.Join(t.TempDir(), "test.db"))
		return dsn, dsn
	}
	d := dbtest.OpenWith(t, s.kind, in.database)
	dsn, err := d.WithParams(in.params)
	if err != nil {
		t.Fatal(err)
	}
	if s.kind == dbserver.Postgres {
		// A statement that pgx keeps would have the types of a table that is gone.
		plain, err = d.WithParams(map[string]string{"default_query_exec_mode": "describe_exec"})
	} else {
		plain = d.DSN
	}
	if err != nil {
		t.Fatal(err)
	}
	return dsn, plain
}

func sqliteDSN(file string) string {
	return "file:" + file + "?_txlock=immediate&_pragma=foreign_keys(1)&_pragma=synchronous(0)&_pragma=journal_mode(WAL)&_pragma=busy_timeout(10000)"
}

// connect opens a pool that is closed with the test.
func (s server) connect(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(s.driver(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
