package postgres_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
)

// upOf returns the up part of a migration, cut as the first file says.
func upOf(t testing.TB, name string) string {
	t.Helper()
	data, err := fs.ReadFile(migrations.Postgres, name)
	if err != nil {
		t.Fatal(err)
	}
	up, _, found := strings.Cut(string(data), "\n-- +goose Down")
	if !found {
		t.Fatalf("%s does not go down", name)
	}
	return up
}

// files returns the names of the migrations in their order.
func files(t testing.TB) []string {
	t.Helper()
	names, err := fs.Glob(migrations.Postgres, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return names
}

// The files are ASCII, so they can be installed in a database of any encoding.
func TestEncodings(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	name := strings.ToLower(d.Name) + "_latin"
	admin := connect(t, d)
	exec(t, admin, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	other := *d
	other.DSN = strings.Replace(d.DSN, d.Name, name, 1)
	db := connectWith(t, &other, map[string]string{"default_query_exec_mode": "exec", "client_encoding": "UTF8"})
	if encoding := queryOne(t, db, "SHOW server_encoding"); encoding != "LATIN1" {
		t.Fatalf("the database is in %s", encoding)
	}
	migrate(t, db)
	if got := queryOne(t, db, "SELECT (sortid_wiji_parse(lower(sortid_wiji_text(id))) = id)::text FROM (SELECT sortid_wiji_new() AS id) AS s"); got != "true" {
		t.Error("a text is not read again")
	}
	// An e with an acute accent is one byte here.
	refused(t, db, "SELECT sortid_wiji_parse('0123456789012345678901234\u00e9')", "wiji", "character outside the alphabet", "\u00e9", "at byte 25")
	refused(t, db, "SELECT sortid_wiji_parse(repeat('0', 1000))", "wiji", "wrong length", "(1000 bytes)")
}
