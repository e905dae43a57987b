package faults_test

import (
	"context"
	"database/sql"
	"net"
	"slices"
	"testing"

	mysqldriver "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/pgxtype"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// dialFunc connects to the server, wherever it is.
type dialFunc func(context.Context) (net.Conn, error)

func (dial dialFunc) address(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) }

// server is a database on a server.
type server struct {
	kind dbserver.Kind
	dsn  string
	dial dialFunc
}

// layer is a way to insert rows, and the servers that it works on.
type layer struct {
	name string
	on   []dbserver.Kind
	open func(*testing.T, server) store
}

var layers = []layer{
	{"database/sql", dbserver.Kinds(), func(t *testing.T, s server) store { return sqlStore{s.pool(t), s.kind} }},
	{"gorm", dbserver.Kinds(), func(t *testing.T, s server) store { return gormStore{openGORM(t, s.kind, s.pool(t))} }},
	{"pgx batch", []dbserver.Kind{dbserver.Postgres}, func(t *testing.T, s server) store { return batchStore{pgxStore{s.pgx(t)}} }},
	{"pgx copy", []dbserver.Kind{dbserver.Postgres}, func(t *testing.T, s server) store { return copyStore{pgxStore{s.pgx(t)}} }},
}

func layersOn(kind dbserver.Kind) (list []layer) {
	for _, l := range layers {
		if slices.Contains(l.on, kind) {
			list = append(list, l)
		}
	}
	return list
}

// pool opens a database/sql pool that is closed with the test.
func (s server) pool(t *testing.T) *sql.DB {
	t.Helper()
	var db *sql.DB
	if s.kind == dbserver.Postgres {
		config, err := pgx.ParseConfig(s.dsn)
		must(t, "dsn", err)
		config.DialFunc = s.dial.address
		db = stdlib.OpenDB(*config)
	} else {
		config, err := mysqldriver.ParseDSN(s.dsn)
		must(t, "dsn", err)
		config.DialFunc = s.dial.address
		config.Logger = &mysqldriver.NopLogger{} // lost connections are what is wanted
		connector, err := mysqldriver.NewConnector(config)
		must(t, "dsn", err)
		db = sql.OpenDB(connector)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// pgx opens a pool of pgx that is closed with the test. Where pgx would not see the columns,
// in the modes exec and simple protocol, it describes the statements: pgxtype asks for that,
// because plain IDs are errors there.
func (s server) pgx(t *testing.T) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(s.dsn)
	must(t, "dsn", err)
	switch config.ConnConfig.DefaultQueryExecMode {
	case pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol:
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	config.ConnConfig.DialFunc = s.dial.address
	config.AfterConnect = pgxtype.AfterConnect()
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, "pool", err)
	t.Cleanup(pool.Close)
	return pool
}

func openGORM(t *testing.T, kind dbserver.Kind, pool *sql.DB) *gorm.DB {
	t.Helper()
	db, err := gormOn(kind, pool)
	must(t, "gorm", err)
	return db
}

// gormOn opens GORM on a kind of server, or on SQLite if the kind is empty.
func gormOn(kind dbserver.Kind, pool *sql.DB) (*gorm.DB, error) {
	var d gorm.Dialector
	switch kind {
	case dbserver.Postgres:
		d = postgres.New(postgres.Config{Conn: pool})
	case "":
		d = &sqlite.Dialector{DriverName: "sqlite", Conn: pool}
	default:
		d = mysql.New(mysql.Config{Conn: pool})
	}
	return gorm.Open(d, &gorm.Config{TranslateError: true, Logger: logger.Discard})
}

func must(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}
