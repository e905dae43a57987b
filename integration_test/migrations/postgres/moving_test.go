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

// The recipes drop no index, constraint, view, trigger, generated column or partition that they do not bring back.
func TestMovingForesees(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"bigint GENERATED ALWAYS AS IDENTITY", "uuid DEFAULT gen_random_uuid()"} {
		kind, _, _ := strings.Cut(key, " ")
		common := [][2]string{
			{"CREATE VIEW named AS SELECT id, name FROM users", "DROP VIEW named"},
			{"CREATE MATERIALIZED VIEW named AS SELECT id, name FROM users", "DROP MATERIALIZED VIEW named"},
			{"CREATE TABLE notes (user_id " + kind + ", name text, FOREIGN KEY (user_id) REFERENCES users)", "DROP TABLE notes"},
			{"ALTER TABLE users ADD COLUMN shown text GENERATED ALWAYS AS (left(id::text, 4)) STORED", "ALTER TABLE users DROP COLUMN shown"},
			{"ALTER TABLE users ADD COLUMN self " + kind + " GENERATED ALWAYS AS (id) STORED", "ALTER TABLE users DROP COLUMN self"},
			{"ALTER TABLE users ADD CONSTRAINT great CHECK (length(id::text) > 0)", "ALTER TABLE users DROP CONSTRAINT great"},
			{"CREATE POLICY own ON users USING (id IS NOT NULL)", "DROP POLICY own ON users"},
		}
		m := move(t, key)
		m.Foresees(t, "", append(common,
			[2]string{"ALTER TABLE orders ADD CONSTRAINT one_name UNIQUE (user_id, name)", "ALTER TABLE orders DROP CONSTRAINT one_name"},
			[2]string{"CREATE INDEX recent ON orders (user_id, created_at)", "DROP INDEX recent"},
			[2]string{"CREATE INDEX first ON items (order_id) WHERE order_id IS NOT NULL", "DROP INDEX first"},
			[2]string{"CREATE INDEX shown ON items ((order_id::text))", "DROP INDEX shown"},
			[2]string{"ALTER TABLE items ADD COLUMN shown text GENERATED ALWAYS AS (left(order_id::text, 4)) STORED", "ALTER TABLE items DROP COLUMN shown"},
			[2]string{"CREATE TRIGGER touched BEFORE UPDATE OF user_id ON orders FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()", "DROP TRIGGER touched ON orders"},
			[2]string{"DROP TABLE items; CREATE TABLE items (id " + kind + ", order_id " + kind + " NOT NULL REFERENCES orders, name text, created_at timestamptz) PARTITION BY HASH (order_id)", "SELECT 1"})...)

		m = move(t, key)
		m.Script, m.Create = "postgres-references.sql", []string{
			"CREATE TABLE users (id " + key + " PRIMARY KEY, manager_id " + kind + " REFERENCES users, name text NOT NULL UNIQUE, created_at timestamptz NOT NULL)",
			"CREATE TABLE friends (user_id " + kind + " NOT NULL REFERENCES users, friend_id " + kind + " NOT NULL REFERENCES users, PRIMARY KEY (user_id, friend_id))",
		}
		m.Foresees(t, "", append(common,
			[2]string{"ALTER TABLE users ADD CONSTRAINT one_name UNIQUE (manager_id, name)", "ALTER TABLE users DROP CONSTRAINT one_name"},
			[2]string{"ALTER TABLE users ADD CONSTRAINT one_manager UNIQUE (manager_id)", "ALTER TABLE users DROP CONSTRAINT one_manager"},
			[2]string{"CREATE INDEX recent ON users (manager_id, created_at)", "DROP INDEX recent"},
			[2]string{"CREATE INDEX managed ON users (manager_id) WHERE manager_id IS NOT NULL", "DROP INDEX managed"},
			[2]string{"CREATE INDEX both_ids ON friends (friend_id, user_id)", "DROP INDEX both_ids"},
			[2]string{"ALTER TABLE friends ADD CONSTRAINT no_self CHECK (user_id <> friend_id)", "ALTER TABLE friends DROP CONSTRAINT no_self"},
			[2]string{"CREATE VIEW pairs AS SELECT user_id FROM friends", "DROP VIEW pairs"},
			[2]string{"ALTER TABLE users ADD COLUMN boss text GENERATED ALWAYS AS (left(manager_id::text, 4)) STORED", "ALTER TABLE users DROP COLUMN boss"},
			[2]string{"CREATE TRIGGER touched BEFORE UPDATE OF friend_id ON friends FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()", "DROP TRIGGER touched ON friends"},
			[2]string{"CREATE TRIGGER other BEFORE UPDATE ON friends FOR EACH ROW WHEN (OLD.friend_id IS DISTINCT FROM NEW.friend_id) EXECUTE FUNCTION suppress_redundant_updates_trigger()", "DROP TRIGGER other ON friends"},
			[2]string{"DROP TABLE friends; CREATE TABLE friends (user_id " + kind + " NOT NULL REFERENCES users, friend_id " + kind + " NOT NULL REFERENCES users, PRIMARY KEY (user_id, friend_id)) PARTITION BY HASH (friend_id)", "SELECT 1"})...)
	}
}

// The recipe for 64-bit keys numbers the rows of each millisecond.
func TestMovingNumbers(t *testing.T) {
	m := move(t, "uuid DEFAULT gen_random_uuid()")
	m.Words, m.Create = []string{"postgres", "numbers"}, append(m.Create[:1:1], "ALTER TABLE users ADD COLUMN new_id bigint UNIQUE")
	m.Numbers(t)
}
