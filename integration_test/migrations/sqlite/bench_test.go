package sqlite_test

import (
	"database/sql"
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

// BenchmarkInsert is an INSERT of b.N rows into an empty table, by where the key
// comes from: SQLite's own random bytes, the functions of package sqlitefunc, the
// DEFAULT and the trigger of docs/server.md, and the client.
//
//	go test -run=^$ -bench=Insert -benchtime=200000x -count=5 ./integration_test/migrations/sqlite
func BenchmarkInsert(b *testing.B) {
	const series = "WITH RECURSIVE i (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM i WHERE n < ?) "
	const millis = "CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER)"
	defaults := map[string]string{
		"randomblob": "randomblob(16)", "wiji": "sortid_wiji_new()", "ulid": "sortid_ulid_new()",
		"ulid_sql": "unhex(printf('%012x', " + millis + ") || hex(randomblob(10)))",
	}
	for _, name := range []string{"randomblob", "wiji", "ulid", "ulid_sql"} {
		b.Run(name, func(b *testing.B) {
			db := open(b)
			exec(b, db, "CREATE TABLE goods (id BLOB NOT NULL PRIMARY KEY DEFAULT ("+defaults[name]+"), name TEXT) WITHOUT ROWID")
			b.ResetTimer()
			exec(b, db, series+"INSERT INTO goods (name) SELECT 'tea' FROM i", b.N)
		})
	}
	b.Run("wiji_trigger", func(b *testing.B) {
		db := open(b)
		up(b, db)
		generators[0].rows(b, db)
		b.ResetTimer()
		exec(b, db, series+"INSERT INTO goods (name) SELECT 'tea' FROM i", b.N)
	})
	b.Run("wiji_client", func(b *testing.B) {
		db := open(b)
		exec(b, db, "CREATE TABLE goods (id BLOB NOT NULL PRIMARY KEY, name TEXT) WITHOUT ROWID")
		b.ResetTimer()
		client(b, db)
	})
}

// client makes the keys in Go, and sends them one by one in a transaction.
func client(b *testing.B, db *sql.DB) {
	b.Helper()
	tx, err := db.BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	insert, err := tx.PrepareContext(b.Context(), "INSERT INTO goods (id, name) VALUES (?, 'tea')")
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		x := wiji.New()
		if _, err := insert.ExecContext(b.Context(), x[:]); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}
