// Package gorm_test proves the GORM column types on real servers: each check runs
// on each server, in each of the ways in which its driver talks to it.
package gorm_test

import (
	"log"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib"
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
	_ "modernc.org/sqlite"
)

// server is a way to talk to a database server.
type server struct {
	name   string
	kind   dbserver.Kind // empty for SQLite
	params map[string]string
}

// dialect is what kind of SQL the server speaks.
func (s server) dialect() string {
	switch s.kind {
	case dbserver.Postgres:
		return "postgres"
	case dbserver.MySQL, dbserver.MariaDB:
		return "mysql"
	}
	return "sqlite"
}

// isTiDB reports whether the server is TiDB, which is of the kind MySQL.
func (s server) isTiDB(t *testing.T) bool {
	t.Helper()
	return s.kind == dbserver.MySQL && dbtest.Server(t, s.kind).IsTiDB()
}

// tidbLacks are parts of statements that TiDB refuses: it has no triggers, not every
// function in a default, and not every collation.
var tidbLacks = []string{"CREATE TRIGGER", "DEFAULT (UNHEX(", "COLLATE utf8mb4_0900_as_cs"}

// needs skips a test of statements that the server does not have.
func (s server) needs(t *testing.T, statements ...string) {
	t.Helper()
	if !s.isTiDB(t) {
		return
	}
	for _, lacks := range tidbLacks {
		if strings.Contains(strings.Join(statements, ";"), lacks) {
			t.Skipf("TiDB has no %s", lacks)
		}
	}
}

var (
	onSQLite   = server{name: "sqlite"}
	onPostgres = server{name: "postgres", kind: dbserver.Postgres}
	onMySQL    = server{name: "mysql", kind: dbserver.MySQL}
	onMariaDB  = server{name: "mariadb", kind: dbserver.MariaDB}
	// As behind PgBouncer.
	onPostgresSimple = server{"postgres_simple", dbserver.Postgres, map[string]string{"default_query_exec_mode": "simple_protocol"}}
	// A MySQL server that is not in strict mode stores another value in place of one
	// that does not fit.
	onLaxMySQL   = server{"mysql_lax", dbserver.MySQL, map[string]string{"sql_mode": "''"}}
	onLaxMariaDB = server{"mariadb_lax", dbserver.MariaDB, map[string]string{"sql_mode": "''"}}
)

// servers are all the ways.
var servers = []server{
	onSQLite,
	onPostgres,
	onPostgresSimple,
	onMySQL,
	{"mysql_interpolated", dbserver.MySQL, map[string]string{"interpolateParams": "true"}},
	onLaxMySQL,
	{"mysql_lax_interpolated", dbserver.MySQL, map[string]string{"interpolateParams": "true", "sql_mode": "''"}},
	onMariaDB,
	onLaxMariaDB,
}

// plain are the servers themselves, each in its usual setting.
var plain = []server{onSQLite, onPostgres, onMySQL, onMariaDB}

// onEach runs f for each server, each time with a new database and the plugin.
func onEach(t *testing.T, list []server, f func(*testing.T, server, *gorm.DB)) {
	for _, s := range list {
		t.Run(s.name, func(t *testing.T) { f(t, s, open(t, s)) })
	}
}

// onEachBare is onEach without the plugin.
func onEachBare(t *testing.T, list []server, f func(*testing.T, server, *gorm.DB)) {
	for _, s := range list {
		t.Run(s.name, func(t *testing.T) { f(t, s, openBare(t, s)) })
	}
}

// open gives an empty database on the server, with the plugin.
func open(t *testing.T, s server, options ...gorm.Option) *gorm.DB {
	t.Helper()
	return use(t, openBare(t, s, options...), gormtype.Generator(uuid.NewV7), gormtype.Generator(newBare))
}

// use adds the plugin.
func use(t testing.TB, db *gorm.DB, options ...gormtype.Option) *gorm.DB {
	t.Helper()
	if err := db.Use(gormtype.New(options...)); err != nil {
		t.Fatal(err)
	}
	return db
}

// openBare gives an empty database on the server.
func openBare(t *testing.T, s server, options ...gorm.Option) *gorm.DB {
	t.Helper()
	return openDialector(t, dialector(t, s), options...)
}

func openDialector(t testing.TB, d gorm.Dialector, options ...gorm.Option) *gorm.DB {
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

func dialector(t testing.TB, s server) gorm.Dialector {
	t.Helper()
	if s.kind == "" {
		return sqliteDialector(t)
	}
	dsn := freshDatabase(t, s)
	if s.kind == dbserver.Postgres {
		return postgres.New(postgres.Config{DSN: dsn})
	}
	return mysql.New(mysql.Config{DSN: dsn})
}

// sqliteDialector uses the driver that needs no C compiler.
func sqliteDialector(t testing.TB) gorm.Dialector {
	file := filepath.Join(t.TempDir(), "test.db")
	return &sqlite.Dialector{DriverName: "sqlite", DSN: "file:" + file + "?_pragma=foreign_keys(1)&_pragma=synchronous(0)&_pragma=busy_timeout(5000)"}
}

// freshDatabase returns the DSN of an empty database, or skips the test.
func freshDatabase(t testing.TB, s server) string {
	t.Helper()
	params := maps.Clone(s.params)
	if s.kind != dbserver.Postgres {
		if params == nil {
			params = map[string]string{}
		}
		// GORM takes the numbers of a batch for consecutive. On a node of a cluster they are not.
		params["auto_increment_increment"] = "1"
	}
	dsn, err := dbtest.Open(t, s.kind).WithParams(params)
	if err != nil {
		t.Fatal(err)
	}
	return dsn
}

func TestMain(m *testing.M) {
	dbtest.LazyCommits = true
	if err := sqlitefunc.Register(); err != nil {
		log.Fatal(err)
	}
	clusters.Main(m)
}
