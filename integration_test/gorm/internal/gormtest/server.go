// Package gormtest opens databases for the tests of gormtype: on each server, in each of the ways in which its driver
// talks to it.
package gormtest

import (
	"log"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/migrations/sqlitefunc"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Server is a way to talk to a database server.
type Server struct {
	Name   string
	Kind   dbserver.Kind // empty for SQLite
	Params map[string]string
}

// Dialect returns the name of the dialect of GORM.
func (s Server) Dialect() string {
	switch s.Kind {
	case dbserver.Postgres:
		return "postgres"
	case dbserver.MySQL, dbserver.MariaDB:
		return "mysql"
	}
	return "sqlite"
}

// IsTiDB reports whether the server is TiDB, which is of the kind MySQL.
func (s Server) IsTiDB(t *testing.T) bool {
	t.Helper()
	return s.Kind == dbserver.MySQL && dbtest.Server(t, s.Kind).IsTiDB()
}

// tidbLacks are parts of statements that TiDB refuses: it has no triggers, not every
// function in a default, and not every collation.
var tidbLacks = []string{"CREATE TRIGGER", "DEFAULT (UNHEX(", "COLLATE utf8mb4_0900_as_cs"}

// Needs skips a test of statements that the server does not have.
func (s Server) Needs(t *testing.T, statements ...string) {
	t.Helper()
	if !s.IsTiDB(t) {
		return
	}
	for _, lacks := range tidbLacks {
		if strings.Contains(strings.Join(statements, ";"), lacks) {
			t.Skipf("TiDB has no %s", lacks)
		}
	}
}

// The servers, each in a setting.
var (
	OnSQLite   = Server{Name: "sqlite"}
	OnPostgres = Server{Name: "postgres", Kind: dbserver.Postgres}
	OnMySQL    = Server{Name: "mysql", Kind: dbserver.MySQL}
	OnMariaDB  = Server{Name: "mariadb", Kind: dbserver.MariaDB}
	// OnPostgresSimple is as behind PgBouncer.
	OnPostgresSimple = Server{"postgres_simple", dbserver.Postgres, map[string]string{"default_query_exec_mode": "simple_protocol"}}
	// OnLaxMySQL is not in strict mode: it stores another value in place of one that does not fit.
	OnLaxMySQL   = Server{"mysql_lax", dbserver.MySQL, map[string]string{"sql_mode": "''"}}
	OnLaxMariaDB = Server{"mariadb_lax", dbserver.MariaDB, map[string]string{"sql_mode": "''"}}
)

// Settings are the servers in the settings that differ for a statement. Package matrix has each setting by itself, with
// each format and kind of column.
var Settings = []Server{
	OnSQLite,
	OnPostgres,
	OnPostgresSimple,
	OnMySQL,
	{"mysql_lax_interpolated", dbserver.MySQL, map[string]string{"interpolateParams": "true", "sql_mode": "''"}},
	OnMariaDB,
	OnLaxMariaDB,
}

// Servers are the servers in their usual settings.
var Servers = []Server{OnSQLite, OnPostgres, OnMySQL, OnMariaDB}

// OnEach runs f for each server, each time with a new database and the plugin.
func OnEach(t *testing.T, list []Server, f func(*testing.T, Server, *gorm.DB)) {
	for _, s := range list {
		t.Run(s.Name, func(t *testing.T) { f(t, s, Open(t, s)) })
	}
}

// OnEachBare is OnEach without the plugin.
func OnEachBare(t *testing.T, list []Server, f func(*testing.T, Server, *gorm.DB)) {
	for _, s := range list {
		t.Run(s.Name, func(t *testing.T) { f(t, s, OpenBare(t, s)) })
	}
}

// Open opens an empty database on the server, with the plugin.
func Open(t *testing.T, s Server, options ...gorm.Option) *gorm.DB {
	t.Helper()
	return Use(t, OpenBare(t, s, options...), gormtype.Generator(uuid.NewV7), gormtype.Generator(NewBare))
}

// Use adds the plugin to db, which it returns.
func Use(t testing.TB, db *gorm.DB, options ...gormtype.Option) *gorm.DB {
	t.Helper()
	if err := db.Use(gormtype.New(options...)); err != nil {
		t.Fatal(err)
	}
	return db
}

// OpenBare opens an empty database on the server, without the plugin.
func OpenBare(t *testing.T, s Server, options ...gorm.Option) *gorm.DB {
	t.Helper()
	return OpenDialector(t, Dialector(t, s), options...)
}

// OpenDialector opens what the dialector names, without the plugin, until the test ends.
func OpenDialector(t testing.TB, d gorm.Dialector, options ...gorm.Option) *gorm.DB {
	t.Helper()
	if len(options) == 0 {
		options = []gorm.Option{&gorm.Config{Logger: new(gormlog.Recorder)}}
	}
	db, err := gorm.Open(d, options...)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return db
}

// Dialector returns the dialector of an empty database, or skips the test.
func Dialector(t testing.TB, s Server) gorm.Dialector {
	t.Helper()
	if s.Kind == "" {
		return SQLiteDialector(t)
	}
	dsn := FreshDatabase(t, s)
	if s.Kind == dbserver.Postgres {
		return postgres.New(postgres.Config{DSN: dsn})
	}
	return mysql.New(mysql.Config{DSN: dsn})
}

// SQLiteDialector returns the dialector of an empty file. Its driver needs no C compiler.
func SQLiteDialector(t testing.TB) gorm.Dialector {
	file := filepath.Join(t.TempDir(), "test.db")
	return &sqlite.Dialector{DriverName: "sqlite", DSN: "file:" + file + "?_pragma=foreign_keys(1)&_pragma=synchronous(0)&_pragma=busy_timeout(5000)"}
}

// FreshDatabase returns the DSN of an empty database, or skips the test.
func FreshDatabase(t testing.TB, s Server) string {
	t.Helper()
	params := maps.Clone(s.Params)
	if s.Kind != dbserver.Postgres {
		if params == nil {
			params = map[string]string{}
		}
		// GORM takes the numbers of a batch for consecutive. On a node of a cluster they are not.
		params["auto_increment_increment"] = "1"
	}
	dsn, err := dbtest.Open(t, s.Kind).WithParams(params)
	if err != nil {
		t.Fatal(err)
	}
	return dsn
}

// Main runs the tests of a package.
func Main(m *testing.M) {
	dbtest.LazyCommits = true
	if err := sqlitefunc.Register(); err != nil {
		log.Fatal(err)
	}
	clusters.Main(m)
}
