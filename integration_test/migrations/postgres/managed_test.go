package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// A role with exactly the rights of docs/server.md installs and uses everything, and a role that
// lacks one gets the error of the page.
func TestManaged(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	admin := connect(t, d)
	exec(t, admin, "REVOKE ALL ON SCHEMA public FROM PUBLIC")
	owner, install := role(t, d, admin, "owner")
	app, user := role(t, d, admin, "app")
	third, other := role(t, d, admin, "other")
	names := strings.NewReplacer("owner", owner, "app", app)
	page := suite.Page(t, "server.md")
	denied := func(db querier, statement string, documented string) {
		t.Helper()
		_, err := db.ExecContext(t.Context(), statement)
		e, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || !strings.Contains(e.Message, strings.ReplaceAll(documented, ": owner may", ": "+owner+" may")) {
			t.Errorf("%.80s: %v, want %q", statement, err, documented)
		}
		if !strings.Contains(page, "`"+documented+"`") {
			t.Errorf("docs/server.md does not have the error %q", documented)
		}
	}
	var grants []string
	for _, block := range suite.Blocks(t, "server.md", "postgres", "roles") {
		grants = append(grants, suite.Statements(block)...)
	}
	up := upOf(t, "00001_common.sql")
	const refused = "sortid: cannot be installed: owner may not create functions in the schema ids"
	for _, statement := range grants {
		exec(t, admin, names.Replace(statement))
	}
	exec(t, admin, "REVOKE CREATE ON SCHEMA ids FROM "+owner)
	denied(session(t, install), up, refused)
	exec(t, admin, "GRANT CREATE ON SCHEMA ids TO "+owner)
	migrate(t, install)
	exec(t, admin, "CREATE SCHEMA shop AUTHORIZATION "+owner, "GRANT USAGE ON SCHEMA shop TO "+app+", "+third)
	s := session(t, install)
	exec(t, s, "SET search_path = shop, ids")
	for _, block := range suite.Recipes(t, "postgres") {
		for _, statement := range suite.Statements(block) {
			exec(t, s, statement)
		}
	}
	// Another role inserts, reads and calls; a third one has no right to the schema of the functions.
	exec(t, s, fmt.Sprintf("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA shop TO %s, %s", app, third))
	used := session(t, user)
	exec(t, used, "INSERT INTO shop.goods (name) VALUES ('pot')", "INSERT INTO shop.orders DEFAULT VALUES")
	for _, m := range makers {
		queryOne(t, used, "SELECT "+m.call+"::text")
	}
	if got := queryOne(t, used, "SELECT count(*) FROM shop.orders_shown WHERE length(id) = 26"); got != "2" {
		t.Errorf("the view shows %s rows, want 2", got)
	}
	partitions := []string{
		"CALL ids.sortid_partitions_ensure('shop.events', 'wiji', 'day', 2)",
		"CALL ids.sortid_partitions_drop_before('shop.events', 'wiji', now() - interval '1 day')",
	}
	exec(t, s, "CREATE TABLE events (id uuid PRIMARY KEY) PARTITION BY RANGE (id)")
	denied(used, partitions[0], "does not own it: call the procedure as its owner")
	exec(t, s, partitions...)
	denied(used, partitions[1], "does not own it: call the procedure as its owner")
	exec(t, admin, "CREATE TABLE public.theirs (id uuid PRIMARY KEY) PARTITION BY RANGE (id)", "ALTER TABLE public.theirs OWNER TO "+app, "GRANT USAGE, CREATE ON SCHEMA public TO "+app)
	denied(used, "CALL ids.sortid_partitions_ensure('public.theirs', 'wiji', 'day', 2)", "may not read and write the formats: GRANT SELECT, INSERT ON ids.sortid_partitioned TO")
	exec(t, s, "GRANT SELECT, INSERT ON ids.sortid_partitioned TO "+app)
	exec(t, used, "CALL ids.sortid_partitions_ensure('public.theirs', 'wiji', 'day', 2)")
	exec(t, admin, "DROP TABLE public.theirs", "REVOKE ALL ON SCHEMA public FROM "+app)
	without := session(t, other)
	exec(t, without, "INSERT INTO shop.goods (name) VALUES ('pan')")
	denied(without, "SELECT ids.sortid_wiji_new()", "permission denied for schema ids")
	exec(t, without, "SET search_path = ids")
	denied(without, "SELECT sortid_wiji_new()", "function sortid_wiji_new() does not exist")
	exec(t, s, "REVOKE INSERT ON goods FROM "+third)
	denied(without, "INSERT INTO shop.goods (name) VALUES ('pan')", "permission denied for table goods")
	// A role that may create in the schema and does not own the functions.
	exec(t, admin, "GRANT USAGE, CREATE ON SCHEMA ids TO "+third)
	denied(without, "BEGIN; "+up+"; COMMIT", "must be owner of function")
	exec(t, without, "ROLLBACK")
	denied(without, "DROP FUNCTION ids.sortid_wiji_new", "must be owner of function")
	if _, err := provider(t, install).DownTo(t.Context(), 0); err == nil {
		t.Error("the functions are removed while tables need them")
	}
	exec(t, s, "DROP SCHEMA shop CASCADE")
	if _, err := provider(t, install).DownTo(t.Context(), 0); err != nil {
		t.Errorf("the owner cannot remove the functions: %v", err)
	}
	// With the setting, the functions are for the roles that the owner lets in.
	chosen := session(t, install)
	exec(t, chosen, "SET sortid.role = '"+owner+"'")
	for _, name := range files(t) {
		exec(t, chosen, upOf(t, name))
	}
	denied(used, "SELECT sortid_wiji_new()", "permission denied for function sortid_wiji_new")
	exec(t, chosen, "SELECT sortid_grant('"+app+"')")
	queryOne(t, used, "SELECT sortid_wiji_new()::text")
}
