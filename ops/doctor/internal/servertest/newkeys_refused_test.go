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
