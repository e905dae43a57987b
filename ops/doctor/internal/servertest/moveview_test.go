package servertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// Views and triggers whose text the catalog prints with casts of varchar keys find their rows by the indexes of the new
// type; views of which that cannot be said are refused with their text.
func TestMoveViews(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, dbserver.Postgres)
	db := open(t, "pgx", d.DSN)
	execute(t, db, "CREATE TABLE users (id varchar(36) PRIMARY KEY, name varchar(40))", "CREATE TABLE orders (n bigint PRIMARY KEY, user_id varchar(36) REFERENCES users, note varchar(40))",
		"INSERT INTO users SELECT gen_random_uuid(), 'u' || i FROM generate_series(1, 3000) AS i", "INSERT INTO orders SELECT row_number() OVER (), id, 'n' FROM users", "CREATE INDEX of_user ON orders (user_id)",
		"CREATE VIEW bought AS SELECT o.n, o.note, u.id AS buyer, u.name FROM users u JOIN orders o ON o.user_id = u.id WHERE o.note = 'n'",
		"CREATE VIEW bought_twice AS SELECT b.n, o.n AS other FROM bought b JOIN orders o ON o.user_id = b.buyer", // a view of a view, with the column's other name
		"CREATE VIEW every AS SELECT u.id FROM users u WHERE EXISTS (SELECT FROM orders o WHERE o.user_id = u.id) UNION ALL SELECT user_id FROM orders",
		"CREATE VIEW both_ways AS SELECT x.id FROM users x JOIN orders o ON o.user_id = x.id UNION ALL SELECT u.id FROM orders x JOIN users u ON u.id = x.user_id", // x is two tables
		"CREATE VIEW per_user AS SELECT user_id, count(*) AS n, count(DISTINCT user_id) AS m FROM orders GROUP BY user_id ORDER BY user_id",
		"CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
		"CREATE TRIGGER touched BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION touch()")
	script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, From: "uuid", Columns: []string{"users.id"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := steps(t, db, script, func() {}); err != nil {
		t.Fatal(err)
	}
	for _, view := range []string{"bought", "bought_twice", "every", "both_ways", "per_user"} {
		text := texts(t, db, fmt.Sprintf("SELECT pg_get_viewdef('%s'::regclass)", view))[0]
		if strings.Contains(strings.ReplaceAll(text, "note)::text", ""), ")::text") {
			t.Errorf("%s has a cast: %s", view, text)
		}
	}
	if text := texts(t, db, "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'touched'")[0]; strings.Contains(text, "::text") {
		t.Errorf("the trigger has a cast: %s", text)
	}
	id := texts(t, db, "SELECT id::text FROM users LIMIT 1")[0]
	for _, q := range []string{"SELECT n FROM bought WHERE buyer = '" + id + "'", "SELECT other FROM bought_twice AS t JOIN bought AS b ON b.n = t.n WHERE b.buyer = '" + id + "'"} {
		if plan := strings.Join(texts(t, db, "EXPLAIN "+q), "\n"); strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s scans a table:\n%s", q, plan)
		}
	}
	if n := texts(t, db, "SELECT count(*) FROM bought_twice"); n[0] != "3000" {
		t.Errorf("bought_twice has %s rows", n[0])
	}
	for view, statement := range map[string]string{
		"compared":  "CREATE VIEW compared AS SELECT o.n FROM orders o WHERE o.user_id = o.note",
		"searched":  "CREATE VIEW searched AS SELECT n FROM orders WHERE user_id LIKE 'a%'",
		"shortened": "CREATE VIEW shortened AS SELECT left(user_id, 8) AS short FROM orders",
		"same_name": "CREATE VIEW same_name AS SELECT l.id FROM legacy l JOIN users u ON l.id = u.id",
		"inner_key": "CREATE VIEW inner_key AS SELECT x.id FROM (SELECT u.id FROM users u) AS x JOIN orders AS o ON true WHERE x.id = 'a'",
		"with_key":  "CREATE VIEW with_key AS WITH x AS (SELECT u.id AS key FROM users u) SELECT o.n FROM x JOIN orders AS o ON upper(x.key) = o.note",
		"outer_key": "CREATE VIEW outer_key AS SELECT s.id FROM (SELECT lower(id) AS id FROM users) AS s JOIN orders AS o ON o.user_id = s.id",
	} {
		t.Run(view, func(t *testing.T) {
			d := dbtest.Open(t, dbserver.Postgres)
			db := open(t, "pgx", d.DSN)
			execute(t, db, "CREATE TABLE users (id varchar(36) PRIMARY KEY)", "CREATE TABLE orders (n bigint PRIMARY KEY, user_id varchar(36) REFERENCES users, note varchar(40))", "CREATE TABLE legacy (id varchar(36))", statement)
			message := refusedOf(t, d.DSN, move.Options{Columns: []string{"users.id"}, Leave: []string{"legacy.id"}})
			definition := strings.TrimSpace(strings.Split(texts(t, db, fmt.Sprintf("SELECT pg_get_viewdef('%s'::regclass)", view))[0], "\n")[0])
			if !strings.Contains(message, "view public."+view+": it compares a column that moves with a text, or computes something of it, and may read whole tables afterwards: read it; if it is right for both forms, add -reviewed public."+view+":\n    "+definition) {
				t.Error(message)
			}
		})
	}
}

// A view comes back with the rights that it had, whatever default privileges say meanwhile.
func TestMoveViewRights(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, dbserver.Postgres)
	db := open(t, "pgx", d.DSN)
	reader(t, db, d, "pg_class") // makes the role
	role := texts(t, db, "SELECT rolname FROM pg_roles WHERE rolname = 'reader_' || lower(right(current_database(), 8))")[0]
	execute(t, db, "CREATE TABLE users (id varchar(36) PRIMARY KEY)", "INSERT INTO users SELECT gen_random_uuid()", "CREATE VIEW secret AS SELECT id FROM users", "CREATE VIEW shared AS SELECT id FROM users", "GRANT SELECT ON shared TO PUBLIC",
		"CREATE VIEW own AS SELECT id FROM users", "REVOKE ALL ON own FROM CURRENT_USER", "GRANT SELECT, DELETE ON own TO CURRENT_USER", "ALTER DEFAULT PRIVILEGES GRANT SELECT, DELETE ON TABLES TO "+role)
	before := take(t, inventory.Options{DSN: d.DSN})
	script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, From: "uuid", Columns: []string{"users.id"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := steps(t, db, script, func() {}); err != nil {
		t.Fatal(err)
	}
	onlyMoved(t, before, d.DSN, 1)
	for _, q := range []string{"SELECT has_table_privilege('" + role + "', 'secret', 'SELECT')", "SELECT has_table_privilege('" + role + "', 'shared', 'DELETE')"} {
		if got := texts(t, db, q)[0]; got != "false" {
			t.Errorf("%s is %s", q, got)
		}
	}
}
