package servertest

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

// refusal is what a script cannot keep: statements that create and drop it, and a part of the error.
type refusal struct{ create, drop, want string }

func refusalsOf(kind dbserver.Kind) []refusal {
	list := []refusal{
		{"ALTER TABLE logs ADD CONSTRAINT great CHECK (user_id > 0)", "ALTER TABLE logs DROP CONSTRAINT great", "great"},
		{"ALTER TABLE orders DROP COLUMN created_at", "ALTER TABLE orders ADD COLUMN created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP", "-time orders=now"},
		{"ALTER TABLE orders ADD COLUMN inserted_at TIMESTAMP NULL", "ALTER TABLE orders DROP COLUMN inserted_at", "name the column with the time of each row"},
	}
	if kind != dbserver.Postgres {
		return append(list,
			refusal{"ALTER TABLE users MODIFY created_at TIMESTAMP(6) NULL, ADD COLUMN other INT; UPDATE users SET created_at = NULL WHERE name = 'u5'", "UPDATE users SET created_at = '2025-01-01' WHERE name = 'u5'; ALTER TABLE users MODIFY created_at TIMESTAMP(6) NOT NULL, DROP COLUMN other", "created_at: 1 rows have no time"},
			refusal{"ALTER TABLE logs ADD COLUMN twice BIGINT GENERATED ALWAYS AS (user_id * 2) VIRTUAL", "ALTER TABLE logs DROP COLUMN twice", "generated column twice"},
			refusal{"ALTER TABLE logs ENGINE=MyISAM", "ALTER TABLE logs ENGINE=InnoDB", "table logs: it is no table of InnoDB"},
			refusal{"ALTER TABLE logs PARTITION BY HASH (n) PARTITIONS 2", "ALTER TABLE logs REMOVE PARTITIONING", "table logs: it is partitioned"},
			refusal{"CREATE TRIGGER audited AFTER UPDATE ON items FOR EACH ROW SET @x = 1", "DROP TRIGGER audited", "add -reviewed audited"},
			refusal{"CREATE VIEW friendly AS SELECT user_id FROM friends", "DROP VIEW friendly", "add -reviewed friendly"},
			refusal{"CREATE PROCEDURE drop_user() DELETE FROM users WHERE id = 1", "DROP PROCEDURE drop_user", "add -reviewed drop_user"},
			refusal{"ALTER TABLE logs ALTER user_id SET DEFAULT 1", "ALTER TABLE logs ALTER user_id DROP DEFAULT; ALTER TABLE logs MODIFY user_id BIGINT NULL", "its default 1 is an old key"},
			refusal{"ALTER TABLE logs ADD COLUMN sortid_new_user_id BINARY(16)", "ALTER TABLE logs DROP COLUMN sortid_new_user_id", "of a move that has begun"},
		)
	}
	return append(list,
		refusal{"UPDATE users SET created_at = '1969-12-31' WHERE name = 'u5'", "UPDATE users SET created_at = '2025-01-01' WHERE name = 'u5'", "created_at: 1 rows have no time"},
		refusal{"CREATE MATERIALIZED VIEW kept AS SELECT id FROM users", "DROP MATERIALIZED VIEW kept", "materialized view public.kept"},
		refusal{"ALTER TABLE items ADD COLUMN twice bigint GENERATED ALWAYS AS (order_id * 2) STORED", "ALTER TABLE items DROP COLUMN twice", "generated column twice"},
		refusal{"CREATE INDEX shown ON items ((order_id % 10))", "DROP INDEX shown", "index shown"},
		refusal{"CREATE INDEX great ON items (n) WHERE order_id > 5", "DROP INDEX great", "index great"},
		refusal{"CREATE POLICY own ON users USING (id IS NOT NULL)", "DROP POLICY own ON users", "policy own"},
		refusal{"CREATE FUNCTION names() RETURNS text LANGUAGE sql AS 'SELECT name FROM users WHERE id = 1'", "DROP FUNCTION names", "add -reviewed public.names()"},
		refusal{"CREATE TRIGGER audited AFTER UPDATE ON items FOR EACH ROW EXECUTE FUNCTION touch()", "DROP TRIGGER audited ON items", "add -reviewed audited"},
		refusal{"CREATE PUBLICATION others FOR TABLE items", "DROP PUBLICATION others", "add -reviewed others"},
		refusal{"CREATE TABLE parts (user_id bigint REFERENCES users) PARTITION BY HASH (user_id)", "DROP TABLE parts", "table public.parts: it is no ordinary table"},
		refusal{"CREATE TABLE kin () INHERITS (items)", "DROP TABLE kin", "table public.items: it is no ordinary table"},
		refusal{"ALTER TABLE items ALTER order_id SET DEFAULT 1", "ALTER TABLE items ALTER order_id DROP DEFAULT", "its default 1 is an old key"},
		refusal{"ALTER TABLE items ADD COLUMN sortid_new_order_id uuid", "ALTER TABLE items DROP COLUMN sortid_new_order_id", "of a move that has begun"},
		refusal{"CREATE TABLE counted (n bigint DEFAULT nextval('users_id_seq'))", "DROP TABLE counted", "the default of another column uses it"},
	)
}

// What a script would lose is refused by name before it is printed, and so is bad input.
func TestNewKeysRefused(t *testing.T) {
	t.Parallel()
	for _, kind := range newKeyKinds {
		t.Run(string(kind), func(t *testing.T) {
			d, db := withFunctions(t, kind, "wiji")
			k := keysOf(kind)[0]
			execute(t, db, shopOf(kind, k)...)
			fillShop(t, db, k)
			refused := func(name, want string, change func(*newkeys.Options)) {
				t.Helper()
				o := newKeysOptions(d, kind)
				change(&o)
				if script, _, err := newkeys.Script(t.Context(), o); err == nil || script != "" || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %.200s, %v, want %q", name, script, err, want)
				}
			}
			for _, r := range refusalsOf(kind) {
				execute(t, db, strings.Split(r.create, "; ")...)
				refused(r.create, r.want, func(*newkeys.Options) {})
				execute(t, db, strings.Split(r.drop, "; ")...)
			}
			columns := func(names ...string) func(*newkeys.Options) {
				return func(o *newkeys.Options) { o.Columns, o.With = names, nil }
			}
			refused("a column that is not there", "no such column", columns("users.key"))
			refused("no column", "not a column", columns("users"))
			refused("a view", "named", columns("named.id"))
			refused("a reference", "it references", columns("items.order_id"))
			refused("no key", "no primary key or unique constraint of its own", columns("users.tenant"))
			refused("a reference of no key", "users.key", func(o *newkeys.Options) { o.With = []string{"logs.user_id=users.key"} })
			refused("-time of another table", "no key of this table moves", func(o *newkeys.Options) { o.Times = []string{"items=now"} })
			refused("a column without times", "write one of", func(o *newkeys.Options) { o.Times = []string{"users=name"} })
			refused("without functions", "sortid migrations -server ", func(o *newkeys.Options) { o.To = "ulid" })
		})
	}
}

// A server without the functions is named with the command that installs them, and one that takes no changes.
func TestNewKeysReadOnly(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, dbserver.Postgres)
	dsn, err := d.WithParams(map[string]string{"options": "-c default_transaction_read_only=on"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := newkeys.Script(t.Context(), newkeys.Options{DSN: dsn, To: "wiji", Columns: []string{"users.id"}}); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a read-only database: %v", err)
	}
	if script, err := move.Script(t.Context(), move.Options{DSN: dsn, From: "uuid", Columns: []string{"users.id"}}); err == nil || script != "" || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a read-only database: %v", err)
	}
}

// A script stops before its first change if the schema is not that of the plan, or a row would get no key.
func TestNewKeysForesees(t *testing.T) {
	t.Parallel()
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			d, db := withFunctions(t, kind, "wiji")
			k := keysOf(kind)[0]
			execute(t, db, shopOf(kind, k)...)
			fillShop(t, db, k)
			script := printed(t, newKeysOptions(d, kind))
			dropIndex := "DROP INDEX other"
			if kind != dbserver.Postgres {
				dropIndex = "DROP INDEX other ON items"
			}
			for _, c := range []struct{ change, back, want string }{
				{"CREATE INDEX other ON items (n, order_id)", dropIndex, "the schema is not that of the plan"},
				{"ALTER TABLE orders DROP CONSTRAINT orders_user", "ALTER TABLE orders ADD CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE", "the schema is not that of the plan"},
				{"INSERT INTO logs VALUES (1000, 12345, 'x')", "DELETE FROM logs WHERE n = 1000", "logs.user_id: 1 rows reference no row"},
				{"UPDATE users SET created_at = '2600-01-01' WHERE name = 'u3'", "UPDATE users SET created_at = '2026-01-01' WHERE name = 'u3'", "users.created_at: 1 rows have no time"},
			} {
				if strings.Contains(c.change, "2600") && kind != dbserver.Postgres {
					continue // a TIMESTAMP ends before
				}
				execute(t, db, c.change)
				schema, before := take(t, inventory.Options{DSN: d.DSN, NoRows: true}), content(t, db)
				if err := runScript(t, db, statementsOf(script)); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v, want %s", c.change, err, c.want)
				}
				if err := runScript(t, db, givingUp(script)); err != nil {
					t.Fatal(err)
				}
				differences(t, before, content(t, db))
				if list := schema.Compare(take(t, inventory.Options{DSN: d.DSN, Before: schema})); len(list) > 0 {
					t.Errorf("%s, given up: %q", c.change, list)
				}
				execute(t, db, c.back)
			}
			if err := runScript(t, db, statementsOf(script)); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}
