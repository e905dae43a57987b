// Package functions puts the functions of package migrations into the databases of tests.
package functions

import (
	"database/sql"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/migrations"
)

// Provider returns goose's provider of the migrations for a kind of server, or for SQLite if
// the kind is empty.
func Provider(kind dbserver.Kind, db *sql.DB) (*goose.Provider, error) {
	dialect, files := goose.DialectMySQL, migrations.MySQL
	switch kind {
	case dbserver.Postgres:
		dialect, files = goose.DialectPostgres, migrations.Postgres
	case "":
		dialect, files = goose.DialectSQLite3, migrations.SQLite
	}
	return goose.NewProvider(dialect, db, files, goose.WithTableName(migrations.VersionTable))
}

// Install installs the migrations in a database.
func Install(t testing.TB, kind dbserver.Kind, db *sql.DB) {
	t.Helper()
	p, err := Provider(kind, db)
	if err == nil {
		_, err = p.Up(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}
