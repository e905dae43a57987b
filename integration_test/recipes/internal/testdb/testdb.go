// Package testdb opens the databases that the test of each recipe runs on.
package testdb

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/go-sql-driver/mysql" // the driver "mysql"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Server is a server in a setting. Tests that use one other than [SQLite] call
// dbtest.Main from TestMain.
type Server struct {
	Name   string
	Driver string        // of database/sql
	Kind   dbserver.Kind // empty for SQLite
	Column string        // the type of a column of 16 bytes
	params map[string]string
}

// SQLite is a file in the test's folder.
var SQLite = Server{Name: "sqlite", Driver: "sqlite", Column: "BLOB"}

// Servers lists the servers, each in the settings in which it treats arguments
// differently: the modes of pgx that do not learn the type of a parameter, arguments
// that the MySQL driver writes into the statement, and servers that cut values to fit.
var Servers = []Server{
	SQLite,
	{"postgres", "pgx", dbserver.Postgres, "bytea", nil},
	{"postgres_simple", "pgx", dbserver.Postgres, "bytea", map[string]string{"default_query_exec_mode": "simple_protocol"}},
	{"postgres_exec", "pgx", dbserver.Postgres, "bytea", map[string]string{"default_query_exec_mode": "exec"}},
	{"mysql", "mysql", dbserver.MySQL, "BINARY(16)", nil},
	{"mysql_interpolated", "mysql", dbserver.MySQL, "BINARY(16)", map[string]string{"interpolateParams": "true"}},
	{"mysql_lax", "mysql", dbserver.MySQL, "BINARY(16)", map[string]string{"sql_mode": "''"}},
	{"mariadb", "mysql", dbserver.MariaDB, "BINARY(16)", nil},
	{"mariadb_lax", "mysql", dbserver.MariaDB, "BINARY(16)", map[string]string{"sql_mode": "''"}},
}

// Each runs a test on each of [Servers].
func Each(t *testing.T, test func(t *testing.T, s Server)) {
	t.Helper()
	for _, s := range Servers {
		t.Run(s.Name, func(t *testing.T) { test(t, s) })
	}
}

// Empty returns a database without tables, in which foreign keys are checked. It is
// closed when the test ends.
func (s Server) Empty(t *testing.T) *sql.DB {
	t.Helper()
	dsn := filepath.Join(t.TempDir(), "test.db") + "?_pragma=foreign_keys(1)"
	if s.Kind != "" {
		var err error
		if dsn, err = dbtest.Open(t, s.Kind).WithParams(s.params); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open(s.Driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Open returns a database with the table of every recipe, which is empty: a key of raw
// bytes, a column of the same kind that can be NULL, and a name.
func (s Server) Open(t *testing.T) *sql.DB {
	t.Helper()
	db := s.Empty(t)
	if _, err := db.Exec(`CREATE TABLE accounts (id ` + s.Column + ` PRIMARY KEY NOT NULL CHECK (length(id) = 16), parent ` + s.Column +
		`, name varchar(20) NOT NULL, FOREIGN KEY (parent) REFERENCES accounts (id))`); err != nil {
		t.Fatal(err)
	}
	return db
}

// Stored returns what the column of the account with that name holds, as the
// driver gives it: a []byte, or nil for NULL.
func Stored(t *testing.T, db *sql.DB, column, name string) any {
	t.Helper()
	var v any
	if err := db.QueryRow(`SELECT ` + column + ` FROM accounts WHERE name = '` + name + `'`).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Count returns the number of accounts.
func Count(t *testing.T, db *sql.DB) int {
	t.Helper()
	var n int
	if err := db.QueryRow(`SELECT count(*) FROM accounts`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
