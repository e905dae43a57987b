package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
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

// The migrations go up with goose's Provider. On the other servers it is the same
// with goose.DialectPostgres and migrations.Postgres, or goose.DialectMySQL and
// migrations.MySQL, which is MariaDB's as well.
func Example() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a database in memory of its own

	p, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.SQLite, goose.WithTableName(migrations.VersionTable))
	if err != nil {
		log.Fatal(err)
	}
	results, err := p.Up(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Source.Path)
	}
	// Output:
	// 00001_wiji.sql
	// 00002_ulid.sql
	// 00003_scru.sql
	// 00004_uuid.sql
	// 00005_lease.sql
}
