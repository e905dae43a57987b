package servertest

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// sqliteV4 is the expression of a UUIDv4 as text.
const sqliteV4 = "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"

// fillItems creates the table item with so many rows, whose keys are random.
func fillItems(t *testing.T, db *sql.DB, rows int) {
	t.Helper()
	const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	execute(t, db, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
		"CREATE TABLE item (id BLOB PRIMARY KEY NOT NULL, n INTEGER, price REAL, payload TEXT)",
		fmt.Sprintf("INSERT INTO item "+numbers+"SELECT randomblob(16), i, i %% 100 / 4.0, substr('%s', 1, 20 + i * 7919 %% 120) FROM n", rows, strings.Repeat("x", 140)))
}
