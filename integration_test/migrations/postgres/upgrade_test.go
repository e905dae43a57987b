package postgres_test

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/migrations"
)

// laterVersion is the set of files with one more, as a later version would have it: it replaces every
// function by one with a changed body.
func laterVersion(t *testing.T) fs.FS {
	t.Helper()
	return suite.Later(t, migrations.Postgres, 1, func(up string, _ int) string {
		return strings.ReplaceAll(up, "STRICT PARALLEL UNSAFE AS $$\n", "STRICT PARALLEL UNSAFE COST 101 AS $$\n-- of the next version\n")
	})
}

// A later version is installed over this one while sessions insert: the tables keep their
// defaults, checks, generated columns and indexes, no statement fails, and each session's keys
// go on increasing.
func TestUpgradeInPlace(t *testing.T) {
	d, db := open(t)
	for i, g := range generators {
		exec(t, db, fmt.Sprintf("CREATE TABLE kept_%d (id %s PRIMARY KEY DEFAULT %s, session int, n int)", i, g.column, g.call))
	}
	exec(t, db, `CREATE TABLE kept (id sortid_wiji PRIMARY KEY DEFAULT sortid_wiji_new() CHECK (sortid_wiji_valid(id)),
		shown text COLLATE "C" GENERATED ALWAYS AS (sortid_wiji_text(id)) STORED, n int)`, "CREATE INDEX ON kept (sortid_wiji_time(id))",
		"INSERT INTO kept (n) SELECT generate_series(1, 100)")
	definition := "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid::regclass::text LIKE 'kept%' UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid::regclass::text LIKE 'kept%' ORDER BY 1"
	before := texts(t, db, definition)
	var done atomic.Bool
	var wait sync.WaitGroup
	for s := range 4 {
		conn := session(t, db)
		wait.Go(func() {
			for n := 0; !done.Load() || n < 20; n++ {
				for i := range generators {
					if _, err := conn.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO kept_%d (session, n) SELECT %d, %d + x FROM generate_series(1, 5) AS x", i, s, 5*n)); err != nil {
						t.Errorf("during the upgrade: %v", err)
						return
					}
				}
			}
		})
	}
	idle := session(t, db) // in a transaction that has used the functions, and does not end
	exec(t, idle, "BEGIN")
	for _, g := range generators {
		queryOne(t, idle, "SELECT "+g.call+"::text")
	}
	p, err := goose.NewProvider(goose.DialectPostgres, connect(t, d), laterVersion(t), goose.WithTableName(migrations.VersionTable))
	if err != nil {
		t.Fatal(err)
	}
	results, err := p.Up(t.Context())
	if err != nil || len(results) != 1 {
		t.Fatalf("%d files went up: %v", len(results), err)
	}
	done.Store(true)
	wait.Wait()
	exec(t, idle, "COMMIT")
	if n := queryOne(t, db, "SELECT count(*) FROM pg_proc WHERE prosrc LIKE '%of the next version%'"); n == "0" {
		t.Error("no function was replaced")
	}
	if after := texts(t, db, definition); strings.Join(after, "\n") != strings.Join(before, "\n") {
		t.Errorf("the tables had %q and have %q", before, after)
	}
	for i, g := range generators {
		if got := queryOne(t, db, fmt.Sprintf("SELECT count(*) FILTER (WHERE id <= before) || ' of ' || (count(*) > 0) FROM (SELECT id, lag(id) OVER (PARTITION BY session ORDER BY n) AS before FROM kept_%d) AS s", i)); got != "0 of true" {
			t.Errorf("%s: %s are out of order", g.call, got)
		}
	}
	exec(t, db, "INSERT INTO kept (n) VALUES (101)")
	if got := queryOne(t, db, "SELECT count(*) FROM kept WHERE sortid_wiji_parse(shown) = id AND sortid_wiji_time(id) > now() - interval '1 hour'"); got != "101" {
		t.Errorf("%s rows are as they should be, want 101", got)
	}
}
