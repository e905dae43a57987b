// Package functions puts the functions of package migrations into the databases of tests.
package functions

import (
	"database/sql"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/migrations"
)

// Provider returns goose's provider of the migrations for a kind of server, or for SQLite if
// it is another kind.
func Provider(kind dbserver.Kind, db *sql.DB) (*goose.Provider, error) {
	dialect, files := goose.DialectSQLite3, migrations.SQLite
	switch kind {
	case dbserver.Postgres:
		dialect, files = goose.DialectPostgres, migrations.Postgres
	case dbserver.MySQL, dbserver.MariaDB:
		dialect, files = goose.DialectMySQL, migrations.MySQL
	}
	return goose.NewProvider(dialect, db, files, goose.WithTableName(migrations.VersionTable))
}

// Install installs the migrations in a database, those of TiDB if the server is one.
func Install(t testing.TB, kind dbserver.Kind, db *sql.DB) {
	t.Helper()
	var version string
	if kind == dbserver.MySQL {
		if err := db.QueryRowContext(t.Context(), "SELECT VERSION()").Scan(&version); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Provider(kind, db)
	if strings.Contains(version, "TiDB") {
		p, err = goose.NewProvider(goose.DialectTiDB, db, migrations.TiDB, goose.WithTableName(migrations.VersionTable))
	}
	if err == nil {
		_, err = p.Up(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// InstallFiles installs files in the place of the migrations of a server.
func InstallFiles(t testing.TB, kind dbserver.Kind, db *sql.DB, files fs.FS) {
	t.Helper()
	dialect := goose.DialectMySQL
	if kind == dbserver.Postgres {
		dialect = goose.DialectPostgres
	}
	p, err := goose.NewProvider(dialect, db, files, goose.WithTableName(migrations.VersionTable))
	if err == nil {
		_, err = p.Up(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Rewritten returns migrations with each file rewritten.
func Rewritten(t testing.TB, files fs.FS, rewrite func(string) string) fs.FS {
	t.Helper()
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	all := fstest.MapFS{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: []byte(rewrite(string(text)))}
	}
	return all
}
