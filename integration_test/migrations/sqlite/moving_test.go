package sqlite_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// move is the recipe in docs/moving for keys of a type.
func move(t *testing.T, key, reference string) suite.Move {
	t.Helper()
	return suite.Move{
		DB: open(t), Script: "sqlite.sql",
		Create: []string{
			"CREATE TABLE users (id " + key + ", name TEXT NOT NULL UNIQUE, created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))",
			"CREATE TABLE orders (id " + key + ", user_id " + reference + " NOT NULL REFERENCES users (id), name TEXT NOT NULL UNIQUE, created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))",
			"CREATE TABLE items (id " + key + ", order_id " + reference + " NOT NULL REFERENCES orders (id), name TEXT NOT NULL UNIQUE, created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))",
		},
		Literal: func(at time.Time) string { return at.UTC().Format("'2006-01-02T15:04:05.000000Z'") },
	}
}

// The recipe moves tables with integer keys and with UUIDs.
func TestMoving(t *testing.T) {
	for name, types := range map[string][2]string{
		"integer": {"INTEGER PRIMARY KEY", "INTEGER"},
		"uuid":    {"TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16))))", "TEXT"},
	} {
		t.Run(name, func(t *testing.T) { move(t, types[0], types[1]).Run(t) })
		t.Run(name+" without a time", func(t *testing.T) { move(t, types[0], types[1]).Stops(t, "COMMIT") })
	}
}

// The recipe for 64-bit keys numbers the rows of each millisecond.
func TestMovingNumbers(t *testing.T) {
	m := move(t, "INTEGER PRIMARY KEY", "INTEGER")
	m.Words = []string{"sqlite", "numbers"}
	m.Create = append(m.Create[:1:1], "ALTER TABLE users ADD COLUMN new_id INTEGER", "CREATE UNIQUE INDEX users_new_id ON users (new_id)")
	m.Numbers(t)
}
