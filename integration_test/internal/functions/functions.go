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
	files := migrations.SQLite
	switch kind {
	case dbserver.Postgres:
		files = migrations.Postgres
	case dbserver.MySQL, dbserver.MariaDB:
		files = migrations.MySQL
	}
	return provider(dialectOf(kind), db, files)
}

func provider(dialect goose.Dialect, db *sql.DB, files fs.FS) (*goose.Provider, error) {
	return goose.NewProvider(dialect, db, files, goose.WithTableName(migrations.VersionTable))
}

func dialectOf(kind dbserver.Kind) goose.Dialect {
	switch kind {
	case dbserver.Postgres:
		return goose.DialectPostgres
	case dbserver.MySQL, dbserver.MariaDB:
		return goose.DialectMySQL
	}
	return goose.DialectSQLite3
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
		p, err = provider(goose.DialectTiDB, db, migrations.TiDB)
	}
	up(t, p, err)
}

// InstallFiles installs files in the place of the migrations of a server, or of SQLite if it is
// another kind.
func InstallFiles(t testing.TB, kind dbserver.Kind, db *sql.DB, files fs.FS) {
	t.Helper()
	p, err := provider(dialectOf(kind), db, files)
	up(t, p, err)
}

// up installs all migrations of a provider that was made without an error.
func up(t testing.TB, p *goose.Provider, err error) {
	t.Helper()
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
