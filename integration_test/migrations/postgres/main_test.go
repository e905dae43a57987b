// Package postgres_test tests the functions of migrations/postgres on a real server. Package
// suite tests what all servers have in common; the tests here are for PostgreSQL only.
package postgres_test

import (
	"context"
	"database/sql"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// open returns a new database with the functions.
func open(t testing.TB) (*dbserver.Database, *sql.DB) {
	t.Helper()
	d := dbtest.OpenWith(t, dbserver.Postgres, dbserver.DatabaseOptions{Template: functions.Template(t)})
	return d, connect(t, d)
}

func openWith(t testing.TB, o dbserver.DatabaseOptions) (*dbserver.Database, *sql.DB) {
	t.Helper()
	d := dbtest.OpenWith(t, dbserver.Postgres, o)
	db := connect(t, d)
	migrate(t, db)
	return d, db
}

// connect opens a pool that keeps no prepared statements, because DISCARD ALL removes them.
func connect(t testing.TB, d *dbserver.Database) *sql.DB {
	t.Helper()
	return connectWith(t, d, map[string]string{"default_query_exec_mode": "exec"})
}

func connectWith(t testing.TB, d *dbserver.Database, params map[string]string) *sql.DB {
	t.Helper()
	dsn, err := d.WithParams(params)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func provider(t testing.TB, db *sql.DB) *goose.Provider {
	t.Helper()
	p, err := functions.Provider(dbserver.Postgres, db)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func migrate(t testing.TB, db *sql.DB) {
	t.Helper()
	functions.Install(t, dbserver.Postgres, db)
}

// before15 reports whether the server is older than PostgreSQL 15.
func before15(t testing.TB, q querier) bool {
	t.Helper()
	return queryOne(t, q, "SELECT (current_setting('server_version_num')::integer < 150000)::text") == "true"
}

// builtIn reports whether the server has a generator itself, since PostgreSQL 18. It keeps no
// state in a table or sequence.
func builtIn(t testing.TB, q querier, call string) bool {
	t.Helper()
	return call == "sortid_uuid_new()" && queryOne(t, q, "SELECT (current_setting('server_version_num')::integer >= 180000)::text") == "true"
}

// session returns one connection, for generators with a state.
func session(t testing.TB, db *sql.DB) *sql.Conn {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// exec runs statements, each of which must succeed.
func exec(t testing.TB, q querier, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := q.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// texts returns the only column of a query, as text.
func texts(t testing.TB, q querier, query string, args ...any) []string {
	t.Helper()
	list, err := column(t.Context(), q, query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return list
}

func column(ctx context.Context, q querier, query string, args ...any) ([]string, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// queryOne returns the only value of a query, as text.
func queryOne(t testing.TB, q querier, query string, args ...any) string {
	t.Helper()
	list := texts(t, q, query, args...)
	if len(list) != 1 {
		t.Fatalf("%s gives %d rows", query, len(list))
	}
	return list[0]
}

// generators lists the functions that make IDs in order, each with a type for a column.
var generators = []struct{ call, column string }{
	{"sortid_wiji_new()", "uuid"},
	{"sortid_ulid_new()", "uuid"},
	{"sortid_uuid_new()", "uuid"},
	{"sortid_internal_uuid_own()", "uuid"}, // before PostgreSQL 18
	{"sortid_scru_new()", "bytea"},
	{"sortid_ulidflake_new()", "bigint"},
	{"sortid_ulidflake_new_with(7, NULL)", "bigint"},
	{"sortid_uid_ts_seq_rand()", "bigint"},
	{"sortid_uid_snowish(1023)", "bigint"},
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	_, db := open(t)
	suite.Run(t, suite.Postgres(db))
}

func TestGoose(t *testing.T) {
	t.Parallel()
	suite.Migrations{
		DB: connect(t, dbtest.Open(t, dbserver.Postgres)), Dialect: goose.DialectPostgres, Files: migrations.Postgres,
		Table: migrations.VersionTable, Catalog: suite.PostgresCatalog,
	}.Run(t)
}
