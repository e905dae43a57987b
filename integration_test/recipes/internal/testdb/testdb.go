// Package testdb opens the SQLite database that the test of each recipe runs on.
package testdb

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Schema is the table of every recipe: a key of raw bytes, and a column of the
// same kind that can be NULL.
const Schema = `CREATE TABLE accounts (
	id     BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
	parent BLOB REFERENCES accounts (id),
	name   TEXT NOT NULL
) WITHOUT ROWID`

// Empty returns a database without tables, in which foreign keys are checked. It
// is closed when the test ends.
func Empty(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db")+"?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Open returns a database with the table of [Schema], which is empty.
func Open(t *testing.T) *sql.DB {
	t.Helper()
	db := Empty(t)
	if _, err := db.Exec(Schema); err != nil {
		t.Fatal(err)
	}
	return db
}

// Stored returns what the column of the account with that name holds, as the
// driver gives it: a []byte, or nil for NULL.
func Stored(t *testing.T, db *sql.DB, column, name string) any {
	t.Helper()
	var v any
	if err := db.QueryRow(`SELECT `+column+` FROM accounts WHERE name = ?`, name).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Count returns the number of accounts.
func Count(t *testing.T, db *sql.DB) int {
	t.Helper()
	var n int
	if err := db.QueryRow(`SELECT count(*) FROM accounts`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
