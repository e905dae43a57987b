// Package pgx_test runs pgxtype against a real PostgreSQL.
package pgx_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/pgxtype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// dsn returns where the server is that the tests of this package share; what they
// make is temporary, or dropped by them.
func dsn(t testing.TB) string {
	t.Helper()
	return dbtest.Server(t, dbserver.Postgres).DSN()
}

// modes lists pgx's ways of sending a query.
var modes = []pgx.QueryExecMode{
	pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec,
	pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol,
}

// describedModes lists the modes in which pgx learns the type of a parameter.
var describedModes = modes[:3]

// described reports whether pgx learns the type of a parameter in that mode.
func described(mode pgx.QueryExecMode) bool { return slices.Contains(describedModes, mode) }

var ctx = context.Background()

// connect returns a new connection, so temporary tables are new too.
func connect(t testing.TB, mode pgx.QueryExecMode, opts ...pgxtype.Option) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(dsn(t))
	if err != nil {
		t.Fatal(err)
	}
	config.DefaultQueryExecMode = mode
	conn, err := pgx.ConnectConfig(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	if err := pgxtype.Register(conn.TypeMap(), opts...); err != nil {
		t.Fatal(err)
	}
	return conn
}

func exec(t testing.TB, conn *pgx.Conn, sql string, args ...any) {
	t.Helper()
	if _, err := conn.Exec(context.Background(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}
