package sqlite_test

import (
	"database/sql"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/migrations"
)

func TestMigrations(t *testing.T) {
	suite.Migrations{
		DB: open(t), Dialect: goose.DialectSQLite3, Files: migrations.SQLite, Table: migrations.VersionTable, Catalog: suite.SQLiteCatalog,
	}.Run(t)
}

// up installs the migrations.
func up(t testing.TB, db *sql.DB) { functions.Install(t, "", db) }
