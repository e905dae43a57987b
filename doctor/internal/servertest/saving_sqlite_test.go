package servertest

import (
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/doctor/internal/inspect"
)

// sqliteV4 is the expression of a UUIDv4 as text.
const sqliteV4 = "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"

// A saving in SQLite: a table, and the statements that change it.
type sqliteSaving struct {
	name, column, key string
	action            inspect.Action
	// change creates the table of another key, or changes the table.
	change []string
}

// sqliteSavings are the changes of tables whose rows are in the order of a rowid, or of the
// key if without is WITHOUT ROWID.
func sqliteSavings(without string) []sqliteSaving {
	const columns = "PRIMARY KEY NOT NULL, n INTEGER, price REAL, payload TEXT)"
	rebuild := "REINDEX sqlite_autoindex_item_1"
	if without != "" {
		rebuild = "VACUUM"
	}
	return []sqliteSaving{
		{"random to ordered", "BLOB", "unhex(" + sqliteV4 + ", '-')", inspect.OrderedKeys, []string{
			"ALTER TABLE item RENAME TO old", "CREATE TABLE item (id BLOB " + columns + without,
			"INSERT INTO item SELECT unhex(printf('018f0000000070008000%012x', n)), n, price, payload FROM old ORDER BY n", "DROP TABLE old",
		}},
		{"rebuild", "BLOB", "unhex(" + sqliteV4 + ", '-')", inspect.Rebuild, []string{rebuild}},
		{"text to blob", "TEXT", sqliteV4, inspect.ColumnType, []string{
			"ALTER TABLE item RENAME TO old", "CREATE TABLE item (id BLOB " + columns + without,
			"INSERT INTO item SELECT unhex(id, '-'), n, price, payload FROM old",
			"CREATE TABLE new (n INTEGER PRIMARY KEY, parent BLOB REFERENCES item (id))", "INSERT INTO new SELECT n, unhex(parent, '-') FROM child",
			"DROP TABLE child", "ALTER TABLE new RENAME TO child", "CREATE INDEX parents ON child (parent)",
			"DROP TABLE old", "VACUUM",
		}},
	}
}

// The predicted saving of SQLite is the real one.
func TestSavingsSQLite(t *testing.T) {
	for _, without := range []string{"", " WITHOUT ROWID"} {
		for _, c := range sqliteSavings(without) {
			t.Run(c.name+without, func(t *testing.T) {
				t.Parallel()
				name := filepath.Join(t.TempDir(), "saving.sqlite")
				db := open(t, "sqlite", name)
				db.SetMaxOpenConns(1)
				const few = 30_000
				fillItems(t, db, c.column, without, c.key, cmp.Or(*savingRows, few), c.action == inspect.ColumnType)
				r := run(t, inspect.Options{DSN: name})
				before := bytesOfItems(t, db)
				execute(t, db, c.change...)
				after := bytesOfItems(t, db)
				if c.action == inspect.OrderedKeys {
					compareSize(t, r, before, after)
				} else {
					compareSaving(t, r, c.action, "item", before-after)
				}
			})
		}
	}
}

// compareSize compares the predicted size of item's index with the real one of the table and
// the index, whose size ordered keys change by little: SQLite moves entries to pages beside a
// full one before it splits it, so that random keys fill pages as well.
func compareSize(t *testing.T, r *inspect.Report, before, after float64) {
	t.Helper()
	for _, c := range r.Changes {
		if c.Action == inspect.OrderedKeys {
			want := c.Now.Value + after - before
			t.Logf("predicted size %.2f MiB, really %.2f MiB: %+.1f %%; now %.2f MiB", c.After.Value/(1<<20), want/(1<<20),
				100*(c.After.Value/want-1), c.Now.Value/(1<<20))
			if math.Abs(c.After.Value/want-1) > savingTolerance || c.Saves.Value > savingTolerance*c.Now.Value || c.Cache.Value < c.Now.Value*0.9 {
				t.Errorf("predicted %.0f bytes, really %.0f; %+v", c.After.Value, want, c)
			}
			return
		}
	}
	t.Errorf("no change to ordered keys in %+v", r.Changes)
}

// fillItems creates the table item with so many rows, and a table child that references it.
func fillItems(t *testing.T, db *sql.DB, column, without, key string, rows int, child bool) {
	t.Helper()
	const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	execute(t, db, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
		"CREATE TABLE item (id "+column+" PRIMARY KEY NOT NULL, n INTEGER, price REAL, payload TEXT)"+without,
		fmt.Sprintf("INSERT INTO item "+numbers+"SELECT %s, i, i %% 100 / 4.0, substr('%s', 1, 20 + i * 7919 %% 120) FROM n", rows, key, strings.Repeat("x", 140)))
	if child {
		execute(t, db, "CREATE TABLE child (n INTEGER PRIMARY KEY, parent "+column+" REFERENCES item (id))", "CREATE INDEX parents ON child (parent)",
			// A file of a million rows would be too large for dbstat with as many children.
			"INSERT INTO child SELECT n, id FROM item ORDER BY n LIMIT 250000")
	}
}

// bytesOfItems returns the bytes of the tables of fillItems and their indexes.
func bytesOfItems(t *testing.T, db *sql.DB) (v float64) {
	t.Helper()
	const q = "SELECT SUM(pgsize) FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name IN ('item', 'child')"
	if err := db.QueryRowContext(t.Context(), q).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
