// Package layers_test proves that IDs which the server made work in the layers
// above: GORM, pgx and database/sql with the column types of this module.
package layers_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"log"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/migrations"
	"github.com/sortid/sortid/migrations/sqlitefunc"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

func TestMain(m *testing.M) {
	if err := sqlitefunc.Register(); err != nil {
		log.Fatal(err)
	}
	clusters.Main(m)
}

// server is a database server with the functions.
type server struct {
	name    string
	kind    dbserver.Kind // empty for SQLite
	dialect goose.Dialect
	files   fs.FS
	// types lists the columns of the formats, by the prefix of the functions.
	types map[string]string
	gorm  func(*sql.DB) gorm.Dialector
}

var (
	onPostgres = server{
		"postgres", dbserver.Postgres, goose.DialectPostgres, migrations.Postgres,
		map[string]string{"wiji": "uuid", "ulid": "uuid", "uuid": "uuid", "ulidflake": "bigint", "xid": "bigint", "scru": "bytea"},
		func(db *sql.DB) gorm.Dialector { return postgres.New(postgres.Config{Conn: db}) },
	}
	onMySQL   = server{"mysql", dbserver.MySQL, goose.DialectMySQL, migrations.MySQL, mysqlTypes, mysqlDialector}
	onMariaDB = server{"mariadb", dbserver.MariaDB, goose.DialectMySQL, migrations.MySQL, mysqlTypes, mysqlDialector}
	onSQLite  = server{
		"sqlite", "", goose.DialectSQLite3, migrations.SQLite,
		map[string]string{"wiji": "BLOB", "ulid": "BLOB", "uuid": "BLOB", "ulidflake": "INT", "xid": "INT", "scru": "BLOB"},
		func(db *sql.DB) gorm.Dialector { return &sqlite.Dialector{DriverName: "sqlite", Conn: db} },
	}
	servers = []server{onPostgres, onMySQL, onMariaDB, onSQLite}
)

var mysqlTypes = map[string]string{
	"wiji": "BINARY(16)", "ulid": "BINARY(16)", "uuid": "BINARY(16)", "ulidflake": "BIGINT", "xid": "BIGINT UNSIGNED", "scru": "BINARY(20)",
}

func mysqlDialector(db *sql.DB) gorm.Dialector { return mysql.New(mysql.Config{Conn: db}) }

// triggers reports whether a default cannot call a function of the server.
func (s server) triggers() bool { return s.dialect == goose.DialectMySQL }

// returning reports whether the server can say what it inserted.
func (s server) returning() bool { return s.kind != dbserver.MySQL }

// onEach runs a test for each server, with a database that has the functions.
func onEach(t *testing.T, f func(t *testing.T, s server, db *sql.DB)) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) { f(t, s, open(t, s)) })
	}
}

// open gives a database with the functions and nothing else.
func open(t testing.TB, s server) *sql.DB {
	t.Helper()
	db, err := s.connect(t)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	p, err := goose.NewProvider(s.dialect, db, s.files, goose.WithTableName(migrations.VersionTable))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

func (s server) connect(t testing.TB) (*sql.DB, error) {
	if s.kind == "" {
		return sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db")+"?_pragma=synchronous(off)&_pragma=busy_timeout(60000)")
	}
	return dbtest.Open(t, s.kind).Connect()
}

// createTable makes a table whose key the server generates, as docs/server.md says.
func (s server) createTable(t testing.TB, db *sql.DB, name, format string) {
	t.Helper()
	if s.triggers() {
		exec(t, db, fmt.Sprintf("CREATE TABLE %s (id %s NOT NULL DEFAULT %s PRIMARY KEY, name varchar(100))", name, s.types[format], zeros[format]))
		exec(t, db, trigger(name, format))
		return
	}
	exec(t, db, fmt.Sprintf("CREATE TABLE %s (id %s NOT NULL PRIMARY KEY DEFAULT (sortid_%s_new()), name varchar(100))", name, s.types[format], format))
}

// zeros lists the values that stand for no key until a trigger has run.
var zeros = map[string]string{
	"wiji": "0x00000000000000000000000000000000", "ulid": "0x00000000000000000000000000000000",
	"uuid": "0x00000000000000000000000000000000",
	"scru": "0x0000000000000000000000000000000000000000", "ulidflake": "0", "xid": "0",
}

// trigger makes a key where none is given.
func trigger(table, format string) string {
	return fmt.Sprintf("CREATE TRIGGER %[1]s_id BEFORE INSERT ON %[1]s FOR EACH ROW SET NEW.id = COALESCE(NULLIF(NEW.id, %[3]s), sortid_%[2]s_new())",
		table, format, zeros[format])
}

func exec(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
