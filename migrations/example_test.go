package migrations_test

import (
	"fmt"
	"io/fs"
	"log"

	"github.com/sortid/sortid/migrations"
)

// The files of a server are at the root of its file system, numbered in the order
// in which they run: goose takes it as it is, and so can any program that runs SQL.
func Example() {
	for _, set := range []struct {
		server string
		files  fs.FS
	}{
		{"PostgreSQL", migrations.Postgres},
		{"MySQL, MariaDB", migrations.MySQL},
		{"TiDB", migrations.TiDB},
		{"SQLite", migrations.SQLite},
	} {
		entries, err := fs.ReadDir(set.files, ".")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(set.server, "begins with", entries[0].Name())
	}
	fmt.Println("what has run is in the table", migrations.VersionTable)
	// Output:
	// PostgreSQL begins with 00001_common.sql
	// MySQL, MariaDB begins with 00001_common.sql
	// TiDB begins with 00001_lease.sql
	// SQLite begins with 00001_wiji.sql
	// what has run is in the table sortid_migrations
}
