package inspect

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// sqliteFile returns the name of a SQLite file that the statements make.
func sqliteFile(t *testing.T, statements ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "app.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// openFile opens a file of SQLite, and reads its tables.
func openFile(t *testing.T, file string) (source.Source, []*source.Table) {
	t.Helper()
	s, err := source.Open(t.Context(), file, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	tables, err := s.Tables(t.Context(), source.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return s, tables
}

// fromFile inspects a SQLite file that the statements make.
func fromFile(t *testing.T, statements ...string) *Report {
	t.Helper()
	r, err := Run(t.Context(), Options{DSN: sqliteFile(t, statements...)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A change names each tree once with its table, also if several columns of a table refer to the key, and
// counts its bytes once.
func TestTrees(t *testing.T) {
	const text = "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
	r := fromFile(t,
		"CREATE TABLE users (id TEXT PRIMARY KEY, manager TEXT REFERENCES users (id))",
		"CREATE TABLE visits (id TEXT PRIMARY KEY, guest TEXT REFERENCES users (id), host TEXT REFERENCES users (id)) WITHOUT ROWID",
		"CREATE INDEX visits_guest ON visits (guest)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO users SELECT "+text+", NULL FROM n",
		"UPDATE users SET manager = id",
		"INSERT INTO visits SELECT "+text+", id, id FROM users")
	i := slices.IndexFunc(r.Changes, func(c Change) bool { return c.Action == ColumnType && c.Table == "users" })
	if i < 0 {
		t.Fatalf("no change of users.id: %+v", r.Changes)
	}
	c := r.Changes[i]
	want := []Tree{{Table: "users"}, {"users", "sqlite_autoindex_users_1"}, {"visits", "sqlite_autoindex_visits_1"}, {"visits", "visits_guest"}}
	if !slices.Equal(c.Trees, want) || len(c.NotCounted) > 0 {
		t.Errorf("trees %+v, not counted %+v, want %+v", c.Trees, c.NotCounted, want)
	}
	now := 0.0
	for _, x := range r.Indexes {
		if slices.Contains(want, Tree{x.Table, x.Name}) {
			now += x.Bytes.Value
		}
	}
	if rows := c.Now.Value - now; rows <= 0 || rows > 400<<10 {
		t.Errorf("%v bytes of %s, of which the indexes have %v", c.Now.Value, c.Table+"."+c.Column, now)
	}
}
