// Package sqlite_test proves what package migrations has for SQLite: the functions of
// package sqlitefunc, the generators that are written in SQL, and the recipes of
// docs/server.md.
package sqlite_test

import (
	"database/sql"
	"log"
	"os"
	"path/filepath"
	"testing"

	"github.com/sortid/sortid/migrations/sqlitefunc"
)

func TestMain(m *testing.M) {
	if err := sqlitefunc.Register(); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

// open returns a new database in a file, with the functions on each connection.
func open(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db")+"?_pragma=busy_timeout(60000)&_pragma=journal_mode(wal)&_pragma=synchronous(off)")
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
