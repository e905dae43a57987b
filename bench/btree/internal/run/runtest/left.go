// Package runtest is what tests of the benchmark on servers share.
package runtest

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
)

// Watch looks at the benchmark's databases on a server, and returns a function that
// fails the test if there are others later, and they stay. Other programs may run on
// the server at the same time: theirs go in the end, and for that there is a minute.
func Watch(t testing.TB, kind dbserver.Kind, dsn string) (noneLeft func()) {
	t.Helper()
	const patience = time.Minute
	db, err := sql.Open(kind.Driver(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	before := databases(t, kind, db)
	return func() {
		t.Helper()
		left := databases(t, kind, db)
		for began := time.Now(); time.Since(began) < patience; time.Sleep(patience / 100) {
			there := databases(t, kind, db)
			left = slices.DeleteFunc(left, func(name string) bool { return slices.Contains(before, name) || !slices.Contains(there, name) })
			if len(left) == 0 {
				return
			}
		}
		t.Errorf("left on the server: %v", left)
	}
}

// databases returns those of the benchmark that are on a server.
func databases(t testing.TB, kind dbserver.Kind, db *sql.DB) []string {
	t.Helper()
	query := "SELECT schema_name FROM information_schema.schemata"
	if kind == dbserver.Postgres {
		query = "SELECT datname FROM pg_database"
	}
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "sortid_btree_") {
			list = append(list, name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}
