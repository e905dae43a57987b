package postgres_test

import (
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// role makes a role that may log in and has no other right, and connects as it.
func role(t *testing.T, d *dbserver.Database, admin *sql.DB, name string) (string, *sql.DB) {
	t.Helper()
	name = strings.ToLower("sortid_" + name + "_" + rand.Text()[:8])
	exec(t, admin, "CREATE ROLE "+name+" LOGIN PASSWORD 'sortid'")
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP OWNED BY " + name); err != nil {
			t.Error(err)
		}
		if _, err := admin.Exec("DROP ROLE " + name); err != nil {
			t.Error(err)
		}
	})
	dsn, err := url.Parse(d.DSN)
	if err != nil {
		t.Skipf("the DSN is no URL, in which another role could be put: %v", err)
	}
	dsn.User = url.UserPassword(name, "sortid")
	other := *d
	other.DSN = dsn.String()
	return name, connect(t, &other)
}

// If the functions cannot be installed, the error names the missing right and the remedy.
func TestNoRights(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	admin := connect(t, d)
	name, db := role(t, d, admin, "poor")
	exec(t, admin, "REVOKE CREATE ON SCHEMA public FROM PUBLIC", "GRANT USAGE ON SCHEMA public TO "+name)
	conn := session(t, db)
	up := upOf(t, "00001_common.sql")
	refused(t, conn, up, name, "may not create functions in the schema public", "42501")
	exec(t, conn, "SET search_path = nowhere")
	refused(t, conn, up, name, "(none)")

	// With the functions there, and the rights taken away.
	migrate(t, admin)
	exec(t, admin, "REVOKE ALL ON SEQUENCE sortid_internal_wiji_clock FROM PUBLIC", "REVOKE ALL ON FUNCTION sortid_internal_uid_sequence FROM PUBLIC")
	exec(t, conn, "SET search_path = public")
	refused(t, conn, "SELECT sortid_uid_ts_seq_rand()", "permission denied for function sortid_internal_uid_sequence")
	refused(t, conn, "SELECT sortid_wiji_new()", "permission denied for sequence sortid_internal_wiji_clock")
	// The states that sessions share are the owner's alone.
	for _, sequence := range []string{"sortid_internal_lock", "sortid_internal_uid_state", "sortid_internal_ulidflake_state", "sortid_internal_ulidflake_scalable_state"} {
		for _, call := range []string{"SELECT nextval('%s')", "SELECT setval('%s', 1)", "SELECT last_value FROM %s"} {
			refused(t, conn, fmt.Sprintf(call, sequence), "permission denied for sequence "+sequence)
		}
	}
	refused(t, conn, "DO $do$ BEGIN LOCK TABLE sortid_internal_guard; END $do$", "permission denied for table sortid_internal_guard")
	if n := queryOne(t, admin, "SELECT count(*) FROM pg_locks "+advisory); n != "0" {
		t.Errorf("%s advisory locks are left", n)
	}
}

// The functions work with any search_path, even an empty one, and after their schema was
// renamed.
func TestSearchPath(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	db := connect(t, d)
	conn := session(t, db)
	exec(t, db, "CREATE SCHEMA ids", fmt.Sprintf("ALTER DATABASE %s SET search_path = ids, public", d.Name))
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	db = connect(t, d)
	migrate(t, db)
	conn = session(t, db)
	try := func(schema string) {
		t.Helper()
		for _, call := range []string{"wiji_parse(%[1]s.sortid_wiji_text(%[1]s.sortid_wiji_new()))", "ulid_min_at(now())", "wiji_at(now())", "ulid_at(now())", "uuid_at(now())", "scru_at(now())", "ulidflake_at(now(), 7)", "xid_at(now(), 7)", "xid_at_bytes(now(), 7)", "uid_prefix_max('1C3')",
			"ulidflake_new()", "uid_ts_seq_rand()", "scru_text(%[1]s.sortid_scru_new())", "xid_fields(%[1]s.sortid_xid_new())"} {
			queryOne(t, conn, fmt.Sprintf("SELECT (%[1]s.sortid_"+call+")::text", schema))
		}
		refused(t, conn, "SELECT "+schema+".sortid_wiji_parse('abc')", "wrong length")
	}
	exec(t, conn, "CREATE TABLE public.t (id ids.sortid_wiji PRIMARY KEY DEFAULT sortid_wiji_new(), n int)", "SET search_path = ''")
	try("ids")
	exec(t, conn, "INSERT INTO public.t (n) VALUES (1)", "ALTER SCHEMA ids RENAME TO keys")
	try("keys")
	exec(t, conn, "INSERT INTO public.t (n) VALUES (2)")
	// Another function of a name that these use, in a schema before theirs.
	exec(t, conn, "CREATE SCHEMA evil",
		"CREATE FUNCTION evil.sortid_internal_tick(text, timestamptz, timestamptz, timestamptz, bigint) RETURNS bigint LANGUAGE sql RETURN 1",
		"CREATE SEQUENCE evil.sortid_internal_session", "CREATE SEQUENCE evil.sortid_internal_wiji_clock", "SET search_path = evil, keys")
	try("keys")
	if n := queryOne(t, conn, "SELECT (sortid_wiji_time(sortid_wiji_min_at('2026-11-21 12:00Z')) = '2026-11-21 12:00Z')::text"); n != "true" {
		t.Error("a function of another schema was called")
	}
}

// The setting sortid.role names the role that may use the functions; the owner gives the rights
// to more roles with sortid_grant. A file that runs again keeps the rights.
func TestRoleSetting(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	admin := connect(t, d)
	chosen, member := role(t, d, admin, "Chosen")
	further, two := role(t, d, admin, "further")
	_, three := role(t, d, admin, "other")
	install := connectWith(t, d, map[string]string{"default_query_exec_mode": "exec", "sortid.role": chosen})
	migrate(t, install)
	try := func(when string, db *sql.DB, allowed bool) {
		t.Helper()
		for _, m := range makers {
			_, err := column(t.Context(), db, "SELECT "+m.call+"::text")
			if allowed != (err == nil) {
				t.Errorf("%s: %s: %v, allowed %v", when, m.call, err, allowed)
			}
		}
		_, err := column(t.Context(), db, "SELECT sortid_wiji_text(sortid_wiji_min_at(now()))")
		if allowed != (err == nil) {
			t.Errorf("%s: sortid_wiji_text: %v, allowed %v", when, err, allowed)
		}
	}
	try("the role of the setting", member, true)
	try("another role", two, false)
	exec(t, admin, "SELECT sortid_grant('"+further+"')")
	try("a role that was granted the rights", two, true)
	try("a third role", three, false)
	again := session(t, connectWith(t, d, map[string]string{"default_query_exec_mode": "simple_protocol"}))
	for _, name := range files(t) {
		exec(t, again, "BEGIN; "+upOf(t, name)+"; COMMIT")
	}
	try("after the files ran again", member, true)
	try("after the files ran again", two, true)
	try("after the files ran again", three, false)
	if _, err := provider(t, admin).DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	migrate(t, connect(t, d))
	try("installed without the setting", three, true)
}
