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

// A team with Wiji keys installs their functions, and nothing else.
func ExampleSelection() {
	selection := migrations.Selection{Formats: []string{"wiji"}, Sets: []string{"functions"}}

	// goose takes the file system: see the documentation of the package, and add goose.WithAllowOutofOrder(true).
	files, err := selection.FS(migrations.Postgres)
	if err != nil {
		log.Fatal(err)
	}
	names, err := fs.Glob(files, "*.sql")
	fmt.Println(names, err)

	// Another runner takes the steps, executes their statements, and records their names.
	steps, err := selection.Steps(migrations.Postgres)
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range steps {
		fmt.Println(step.Name, len(step.Up) > 0, len(step.Down) > 0)
	}
	// Output:
	// [00100_common.sql 00201_wiji.sql 00700_typed.sql 00701_typed_wiji.sql] <nil>
	// 00001_common true true
	// 00002_wiji true true
	// 00007_typed true true
	// 00007_typed_wiji true true
}
