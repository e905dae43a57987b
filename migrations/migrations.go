// Package migrations carries SQL that puts identifiers into the server: functions
// that generate, show, read, check and take apart the formats of this module, for
// PostgreSQL, MySQL, MariaDB and SQLite, with no extension to install. They agree
// with the Go packages below id byte for byte.
//
// The files are in the format of goose (github.com/pressly/goose/v3):
//
//	p, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres,
//		goose.WithTableName(migrations.VersionTable))
//	...
//	_, err = p.Up(ctx)
//
// With a separate version table, this set does not interfere with the application's
// migrations and their numbers. [Selection] selects some formats or sets. [docs/server.md] says what the functions do, how to install
// them without Go, how to upgrade, and which privileges each step needs.
//
// SQLite has no stored functions. Its files hold what its own SQL can do, and
// package sqlitefunc registers the same functions on its driver. TiDB has none either: its
// file holds the table of package lease alone.
//
// [docs/server.md]: https://github.com/sortid/sortid/blob/main/docs/server.md
package migrations

import (
	"embed"
	"io/fs"
)

// VersionTable is the table in which goose is to remember which of these files
// have run: one that an application's own migrations do not use.
const VersionTable = "sortid_migrations"

//go:embed */*.sql
var files embed.FS

// The migrations of each server, numbered files at the root of a file system.
// Those of MySQL run on MariaDB as well, but not on TiDB, which refuses them before it
// changes anything. Nobody may assign to these variables.
var (
	Postgres = dialect("postgres")
	MySQL    = dialect("mysql")
	TiDB     = dialect("tidb")
	SQLite   = dialect("sqlite")
)

func dialect(directory string) fs.FS {
	sub, err := fs.Sub(files, directory)
	if err != nil {
		// Sub fails for a path that is not valid, and for nothing else.
		panic(err)
	}
	return sub
}
