package postgres_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// move is the recipe in docs/moving for keys of a type.
func move(t *testing.T, key string) suite.Move {
	t.Helper()
	_, db := open(t)
	reference, _, _ := strings.Cut(key, " ")
	return suite.Move{
		DB: db, Script: "postgres.sql",
		Create: []string{
			"CREATE TABLE users (id " + key + " PRIMARY KEY, name text NOT NULL UNIQUE, created_at timestamptz DEFAULT now())",
			"CREATE TABLE orders (id " + key + " PRIMARY KEY, user_id " + reference + " NOT NULL REFERENCES users, name text NOT NULL UNIQUE, created_at timestamptz DEFAULT now())",
			"CREATE TABLE items (id " + key + " PRIMARY KEY, order_id " + reference + " NOT NULL REFERENCES orders, name text NOT NULL UNIQUE, created_at timestamptz DEFAULT now())",
		},
		Literal: func(at time.Time) string { return at.UTC().Format("'2006-01-02 15:04:05.000000Z'") },
		Retry:   func(error) bool { return false },
	}
}

// The recipe moves tables with bigint keys and with UUIDs, while other sessions write.
func TestMoving(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"bigint": "bigint GENERATED ALWAYS AS IDENTITY", "uuid": "uuid DEFAULT gen_random_uuid()"} {
		t.Run(name, func(t *testing.T) { move(t, key).Run(t) })
		t.Run(name+" without a time", func(t *testing.T) { move(t, key).Stops(t, "LOCK TABLE") })
	}
}

// The recipe drops no index, constraint, view or trigger that it does not bring back.
func TestMovingForesees(t *testing.T) {
	t.Parallel()
	move(t, "bigint GENERATED ALWAYS AS IDENTITY").Foresees(t,
		[2]string{"ALTER TABLE orders ADD CONSTRAINT one_name UNIQUE (user_id, name)", "ALTER TABLE orders DROP CONSTRAINT one_name"},
		[2]string{"CREATE INDEX recent ON orders (user_id, created_at)", "DROP INDEX recent"},
		[2]string{"CREATE INDEX first ON items (order_id) WHERE order_id > 1", "DROP INDEX first"},
		[2]string{"ALTER TABLE orders ADD CONSTRAINT great CHECK (user_id > 0)", "ALTER TABLE orders DROP CONSTRAINT great"},
		[2]string{"CREATE VIEW named AS SELECT id, name FROM users", "DROP VIEW named"},
		[2]string{"CREATE TABLE notes (user_id bigint, name text, FOREIGN KEY (user_id) REFERENCES users)", "DROP TABLE notes"},
		[2]string{"CREATE TRIGGER touched BEFORE UPDATE OF user_id ON orders FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()", "DROP TRIGGER touched ON orders"})
}

// The recipe for 64-bit keys numbers the rows of each millisecond.
func TestMovingNumbers(t *testing.T) {
	m := move(t, "uuid DEFAULT gen_random_uuid()")
	m.Words, m.Create = []string{"postgres", "numbers"}, append(m.Create[:1:1], "ALTER TABLE users ADD COLUMN new_id bigint UNIQUE")
	m.Numbers(t)
}
