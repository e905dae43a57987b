package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// A dump restores everything in another database: functions, domains, defaults, checks,
// generated columns, indexes and views. IDs that are made there are greater than the restored
// ones.
func TestDump(t *testing.T) {
	dump, psql := client(t, "pg_dump"), client(t, "psql")
	from, db := open(t)
	for i, g := range generators {
		exec(t, db, fmt.Sprintf("CREATE TABLE t%d (id %s PRIMARY KEY DEFAULT %s, n int)", i, g.column, g.call),
			fmt.Sprintf("INSERT INTO t%d (n) SELECT generate_series(1, 100)", i))
	}
	exec(t, db, `CREATE TABLE made (
			id sortid_wiji PRIMARY KEY DEFAULT sortid_wiji_new() CHECK (sortid_wiji_time(id) > '2020-01-01 00:00Z'),
			text text COLLATE "C" GENERATED ALWAYS AS (sortid_wiji_text(id)) STORED,
			x bytea NOT NULL DEFAULT sortid_scru_new() CHECK (sortid_scru_valid(x)), n int)`,
		"CREATE INDEX ON made (sortid_wiji_time(id))",
		"CREATE TABLE ranged (id uuid PRIMARY KEY DEFAULT sortid_wiji_new()) PARTITION BY RANGE (id)",
		"CREATE TABLE ranged_2026 PARTITION OF ranged FOR VALUES FROM (sortid_wiji_min_at('2026-01-01 00:00Z')) TO (sortid_wiji_min_at('2200-01-01 00:00Z'))",
		"CREATE VIEW made_text AS SELECT sortid_wiji_text(id) AS id_text, sortid_scru_text(x) AS x_text, n FROM made",
		"INSERT INTO made (n) SELECT generate_series(1, 100)", "INSERT INTO ranged DEFAULT VALUES")
	catalog := "SELECT proname || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname, oid::regprocedure::text"
	sum := "SELECT md5(string_agg(id_text || x_text || n, ',' ORDER BY n)) FROM made_text"
	script := dump.run(t, "", "--no-owner", from.DSN)

	to := dbtest.Open(t, dbserver.Postgres)
	psql.run(t, script, "-v", "ON_ERROR_STOP=1", "-q", to.DSN)
	restored := connect(t, to)
	if got, want := texts(t, restored, catalog), texts(t, db, catalog); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d functions are restored of %d, or other ones", len(got), len(want))
	}
	if got, want := queryOne(t, restored, sum), queryOne(t, db, sum); got != want {
		t.Error("the rows are not what they were")
	}
	for i := range generators {
		exec(t, restored, fmt.Sprintf("INSERT INTO t%d (n) SELECT generate_series(101, 200)", i))
		if got := queryOne(t, restored, fmt.Sprintf("SELECT count(*) FILTER (WHERE id <= before) || ' of ' || count(*) FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM t%d) AS s", i)); got != "0 of 200" {
			t.Errorf("%s: after a restore, %s are out of order", generators[i].call, got)
		}
	}
	exec(t, restored, "INSERT INTO made (n) VALUES (101)", "INSERT INTO ranged DEFAULT VALUES")
	refused(t, restored, "INSERT INTO made (id) VALUES ('00000000-0000-4000-8000-000000000000')", "sortid_wiji_version")
}

// pg_restore -x -O restores no rights and makes the restoring role the owner. Another role then
// lacks the rights to the variables, and the error names the sequence; sortid_grant gives the
// rights again.
func TestRestoreWithoutRights(t *testing.T) {
	dump, restore := client(t, "pg_dump"), client(t, "pg_restore")
	from, db := open(t)
	exec(t, db, "CREATE TABLE made (id uuid PRIMARY KEY DEFAULT sortid_wiji_new(), flake bigint NOT NULL DEFAULT sortid_ulidflake_new(), n int)",
		"INSERT INTO made (n) SELECT generate_series(1, 100)")
	archive := dump.run(t, "", "-Fc", from.DSN)
	to := dbtest.Open(t, dbserver.Postgres)
	restore.run(t, archive, "-x", "-O", "--exit-on-error", "-d", to.DSN)
	admin := connect(t, to)
	name, guest := role(t, to, admin, "guest")
	exec(t, admin, "GRANT INSERT, SELECT ON made TO "+name, "INSERT INTO made (n) VALUES (101)")
	refused(t, guest, "INSERT INTO made (n) VALUES (102)", "permission denied for sequence sortid_")
	exec(t, admin, "SELECT sortid_grant('public')")
	exec(t, guest, "INSERT INTO made (n) SELECT generate_series(102, 200)")
	if got := queryOne(t, admin, "SELECT count(*) FILTER (WHERE id <= before OR flake <= flake_before) || ' of ' || count(*) FROM (SELECT id, flake, lag(id) OVER w AS before, lag(flake) OVER w AS flake_before FROM made WHERE n > 101 WINDOW w AS (ORDER BY n)) AS s"); got != "0 of 99" {
		t.Errorf("%s are out of order", got)
	}
}
