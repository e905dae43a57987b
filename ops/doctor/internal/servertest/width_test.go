package servertest

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// What InnoDB's records take is what a rebuild leaves: of CHAR(n) in a character set of several
// bytes, and of secondary indexes.
func TestWidths(t *testing.T) {
	tables := map[string]string{
		"padded":   "id char(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PRIMARY KEY, n int",
		"payload":  "id binary(16) PRIMARY KEY, n char(200) CHARACTER SET utf8mb4 NOT NULL",
		"second":   "id bigint PRIMARY KEY, token char(36) CHARACTER SET utf8mb4 NOT NULL, UNIQUE KEY tokens (token)",
		"byuuid":   "id char(36) CHARACTER SET utf8mb4 PRIMARY KEY, token binary(16) NOT NULL, n int, UNIQUE KEY tokens (token), KEY ns (n)",
		"keyless":  "n int, id char(36) CHARACTER SET ascii NOT NULL, payload char(60) CHARACTER SET latin1 NOT NULL, KEY ns (n), UNIQUE KEY ids (id)", // InnoDB stores its rows by ids
		"parts":    "id binary(16) PRIMARY KEY, n int, code char(36) CHARACTER SET ascii NOT NULL, KEY codes (n, code(5))",
		"nullable": "id bigint PRIMARY KEY, token varchar(64) CHARACTER SET utf8mb4, other binary(16), UNIQUE KEY tokens (token), KEY others (other, token)",
	}
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			d, db := openMany(t, kind)
			f := forServer[kind]
			const rows = 40_000
			values := map[string]string{
				"padded": f.text + ", i", "payload": f.random + ", 'x'", "second": "i, " + f.text, "byuuid": f.text + ", " + f.random + ", i * 7919 % 40009", "nullable": "i, " + f.text + ", " + f.random,
				"keyless": "i * 7919 % 40009, " + f.text + ", 'x'", "parts": f.random + ", i * 7919 % 40009, " + f.text,
			}
			for table, columns := range tables {
				if !dbtest.RunsOn(kind, "TestWidths "+table) {
					continue
				}
				execute(t, db, "CREATE TABLE "+table+" ("+columns+")", "INSERT INTO "+table+" SELECT "+values[table]+" FROM "+fmt.Sprintf(f.rows, rows))
				refresh(t, db, kind, table)
			}
			r := run(t, inspect.Options{DSN: d.DSN})
			for table := range tables {
				if !dbtest.RunsOn(kind, "TestWidths "+table) {
					continue
				}
				before := sizeOf(t, db, kind, table)
				execute(t, db, "OPTIMIZE TABLE "+table)
				refresh(t, db, kind, table)
				compareSaving(t, r, inspect.Rebuild, table, before-sizeOf(t, db, kind, table))
			}
		})
	}
}

// VACUUM of SQLite numbers the rows of a table again, so that its indexes get shorter.
func TestRowNumbers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "numbers.sqlite")
	l := lab{"", open(t, "sqlite", name), 10_000}
	l.db.SetMaxOpenConns(1)
	execute(t, l.db, "CREATE TABLE far (id TEXT PRIMARY KEY, n INTEGER)", "CREATE TABLE near (id TEXT PRIMARY KEY, n INTEGER)",
		"INSERT INTO far (rowid, id, n) SELECT (i << 40) + 5, "+sqliteV4+", i FROM "+l.series(1, l.rows),
		"INSERT INTO near (id, n) SELECT "+sqliteV4+", i FROM "+l.series(1, l.rows))
	r := run(t, inspect.Options{DSN: name})
	before := map[string]float64{}
	for _, table := range []string{"far", "near"} {
		for _, size := range l.sizes(t, table) {
			before[table] += size
		}
		execute(t, l.db, "CREATE TABLE copy (id BLOB PRIMARY KEY, n INTEGER)", "INSERT INTO copy SELECT unhex(id, '-'), n FROM "+table+" ORDER BY rowid",
			"DROP TABLE "+table, "ALTER TABLE copy RENAME TO "+table)
	}
	execute(t, l.db, "VACUUM")
	for _, table := range []string{"far", "near"} {
		after := 0.0
		for _, size := range l.sizes(t, table) {
			after += size
		}
		compareSaving(t, r, inspect.ColumnType, table, before[table]-after)
	}
}
