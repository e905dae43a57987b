package servertest

import (
	"crypto/md5"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/present"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// innodbs are the servers with InnoDB.
var innodbs = []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB}

// Rows of a table whose key has no places are not those with the least values of another key.
func TestFirstRows(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			var rows []string
			for i := range 4000 {
				rows = append(rows, fmt.Sprintf("(%d.25, '%x')", i, md5.Sum(fmt.Append(nil, i))))
			}
			execute(t, db, "CREATE TABLE hashes (amount decimal(20, 2) PRIMARY KEY, hash varchar(32) UNIQUE)", "INSERT INTO hashes VALUES "+strings.Join(rows, ", "), "ANALYZE TABLE hashes")
			for _, c := range run(t, inspect.Options{DSN: d.DSN}).Columns {
				if c.Name == "hash" && (len(c.IDs.Parts) != 1 || c.IDs.Parts[0].Order != idkind.Random) {
					t.Errorf("hashes are %+v", c.IDs)
				}
			}
		})
	}
}

// Statistics that are older than the rows give no figures: of 20,000 rows on the one page
// of an empty table, the pages would be 15,000 % full.
func TestOldStatistics(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE stale (id binary(16) PRIMARY KEY, payload char(100)) STATS_PERSISTENT=1 STATS_AUTO_RECALC=0", "ANALYZE TABLE stale")
			fill(t, db, kind, "stale", many, "id", func() any { x := v4(); return x[:] })
			r := run(t, inspect.Options{DSN: d.DSN})
			x := indexOf(t, r, "stale")
			if x.Fill.Known() || x.Leaves.Known() || !strings.Contains(x.Fill.Missing, "ANALYZE") {
				t.Errorf("got fill %+v, leaves %+v", x.Fill, x.Leaves)
			}
			for _, c := range r.Changes {
				if c.Saves.Known() {
					t.Errorf("%s saves %+v", c.Action, c.Saves)
				}
			}
			execute(t, db, "ANALYZE TABLE stale")
			if x := indexOf(t, run(t, inspect.Options{DSN: d.DSN}), "stale"); !x.Fill.Known() || x.Fill.Value > 100 {
				t.Errorf("after ANALYZE: fill %+v", x.Fill)
			}
		})
	}
}

// The server has statistics of partitions, and counters of files, whose names are not those of
// the tables.
func TestNamesInStatistics(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			const columns = " (id binary(16) PRIMARY KEY, payload char(100)) STATS_PERSISTENT=1 STATS_AUTO_RECALC=0"
			execute(t, db, "CREATE TABLE `my-table`"+columns, "CREATE TABLE parts"+columns+" PARTITION BY KEY (id) PARTITIONS 4", "CREATE TABLE `other#p#x`"+columns)
			fill(t, db, kind, "parts", many, "id, payload", func() any { x := v4(); return x[:] }, func() any { return strings.Repeat("x", 100) })
			execute(t, db, "INSERT INTO `my-table` SELECT * FROM parts", "INSERT INTO `other#p#x` SELECT * FROM parts", "ANALYZE TABLE parts, `my-table`, `other#p#x`")
			r := run(t, inspect.Options{DSN: d.DSN})
			for _, table := range []string{"my-table", "parts", "other#p#x"} {
				x := indexOf(t, r, table)
				const least = many * 116 / (16 << 10) // full pages
				if x.Method != "persistent statistics" || x.Leaves.Value < least || x.Leaves.Value > 3*least || !x.Fill.Known() {
					t.Errorf("%s: %+v", table, x.Figures)
				}
			}
			// An UPDATE of many rows makes the statistics old.
			execute(t, db, "UPDATE `my-table` SET payload = 'x'", "UPDATE parts SET payload = 'x'")
			r = run(t, inspect.Options{DSN: d.DSN})
			for _, table := range []string{"my-table", "parts"} {
				// MySQL does not show it of partitions: their pages are no more than a bound.
				bound := kind == dbserver.MySQL && table == "parts"
				if x := indexOf(t, r, table); x.Leaves.AtMost != bound || !bound && !strings.Contains(x.Fill.Missing, "ANALYZE") {
					t.Errorf("%s after an UPDATE: %+v", table, x.Fill)
				}
			}
		})
	}
}

// An account that may read the tables and not the statistics gets bounds, which say so.
func TestBoundsWithoutStatistics(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE users (id binary(16) PRIMARY KEY, payload char(100))",
				"CREATE TABLE full (id binary(16) PRIMARY KEY, payload char(100))", "CREATE TABLE texts (id char(36) CHARACTER SET ascii PRIMARY KEY)")
			fill(t, db, kind, "users", many, "id", asBytes(v4))
			fill(t, db, kind, "full", many, "id", asBytes(v7))
			fill(t, db, kind, "texts", many, "id", asText(v7))
			execute(t, db, "ANALYZE TABLE users, full, texts")
			r := run(t, inspect.Options{DSN: reader(t, db, d, "users", "full", "texts")})
			if r.NotComputed == 0 {
				t.Error("all changes were computed")
			}
			for _, c := range r.Changes {
				if c.Action != inspect.ColumnType || c.Saves.Known() && (!c.Saves.AtMost || c.Saves.Low != 0) {
					t.Errorf("%s of %s: %+v", c.Action, c.Table, c.Saves)
				}
			}
			if s := present.Headline(r); strings.Contains(s, "would save at most") {
				t.Error(s)
			}
		})
	}
}

// The sizes of compressed pages are blank: the statistics count pages, and no saving of one is
// that of its bytes.
func TestCompressedPages(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			options := map[string]string{"records": "ROW_FORMAT = COMPRESSED KEY_BLOCK_SIZE = 8", "pages": "COMPRESSION = 'zlib'", "plain": "COMPRESSION = 'none'"}
			if kind == dbserver.MariaDB {
				options["pages"], options["plain"] = "PAGE_COMPRESSED = 1", "PAGE_COMPRESSED = 0"
			}
			for table, option := range options {
				execute(t, db, "CREATE TABLE "+table+" (id binary(16) PRIMARY KEY) "+option)
				fill(t, db, kind, table, 3000, "id", asBytes(v4))
				execute(t, db, "ANALYZE TABLE "+table)
			}
			r := run(t, inspect.Options{DSN: d.DSN})
			for table, option := range options {
				if x := indexOf(t, r, table); strings.Contains(x.Bytes.Missing, "compressed") != (table != "plain") {
					t.Errorf("%s: %+v", option, x.Bytes)
				}
			}
			for _, c := range r.Changes {
				if c.Table != "plain" && c.Saves.Known() {
					t.Errorf("%s: %+v", options[c.Table], c)
				}
			}
		})
	}
}

// MySQL counts the rows that it reads: fewer than the table has, and than docs/doctor.md
// promises.
func TestRowsRead(t *testing.T) {
	d := dbtest.Open(t, dbserver.MySQL)
	db := open(t, dbserver.MySQL.Driver(), d.DSN)
	execute(t, db, "CREATE TABLE big (id bigint PRIMARY KEY AUTO_INCREMENT, token binary(16), payload char(100))",
		"INSERT INTO big (token) VALUES (RANDOM_BYTES(16)), (RANDOM_BYTES(16)), (RANDOM_BYTES(16)), (RANDOM_BYTES(16))")
	const doublings = 14
	for range doublings {
		execute(t, db, "INSERT INTO big (token) SELECT RANDOM_BYTES(16) FROM big")
	}
	for table, key := range map[string]string{
		"prefixed": "id varchar(64), PRIMARY KEY (id(20))", "positive": "id bigint unsigned PRIMARY KEY",
		"decimals": "id decimal(20) PRIMARY KEY", "days": "day date, id binary(16), PRIMARY KEY (day, id)",
	} {
		execute(t, db, fmt.Sprintf("CREATE TABLE %s (%s, payload char(100))", table, key))
	}
	execute(t, db, "INSERT INTO prefixed (id) SELECT HEX(token) FROM big", "INSERT INTO decimals (id) SELECT id FROM big",
		"INSERT INTO positive (id) SELECT CAST(CONV(LEFT(HEX(token), 16), 16, 10) AS UNSIGNED) FROM big",
		"INSERT INTO days (day, id) SELECT DATE '2020-01-01' + INTERVAL id DIV 100 DAY, token FROM big",
		"ANALYZE TABLE big, prefixed, decimals, positive, days")
	read := func() (n int) {
		query := "SELECT SUM(count_fetch) FROM performance_schema.table_io_waits_summary_by_table WHERE object_schema = DATABASE()"
		if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const sample, ranges = 1_500, 100 * 500 // the ranges of keys are there to count the rows
	for table, most := range map[string]int{"big": sample + ranges, "positive": sample + ranges, "prefixed": sample, "decimals": sample, "days": sample} {
		before := read()
		r := run(t, inspect.Options{DSN: d.DSN, Filter: source.Filter{Table: table}})
		// The first of random texts in their order all begin with zeros, as no random ones do.
		last := len(r.Columns) - 1 // before it, days have a date
		if known := last >= 0 && r.Columns[last].IDs.Distinct > 400; !known && table != "prefixed" || len(r.Unread) > 0 {
			t.Errorf("%s: columns %+v, notes %q", table, r.Columns, r.Notes)
		}
		if n := read() - before; n == 0 || n > most {
			t.Errorf("%s: the server read %d of %d rows, want at most %d", table, n, 4<<doublings, most)
		}
	}
}

// Names that would end a literal or a comment are names.
func TestHostileNames(t *testing.T) {
	const name = "a'; DROP TABLE x; -- \"`é ?$1"
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			quote, id := "`", "binary(16)"
			if kind == dbserver.Postgres {
				quote, id = `"`, "uuid"
			}
			quoted := quote + strings.ReplaceAll(name, quote, quote+quote) + quote
			execute(t, db, "CREATE TABLE x (n int PRIMARY KEY)", fmt.Sprintf("CREATE TABLE %s (%s %s PRIMARY KEY)", quoted, quoted, id))
			fill(t, db, kind, quoted, 300, quoted, func() any { return bytesFor(kind, v7()) })
			r := run(t, inspect.Options{DSN: d.DSN})
			i := slices.IndexFunc(r.Columns, func(c inspect.KeyColumn) bool { return c.Name == name })
			if i < 0 || len(r.Columns) != 2 || r.Columns[i].IDs.Parts[0].Name != "UUIDv7" {
				t.Errorf("columns %+v", r.Columns)
			}
			execute(t, db, "SELECT n FROM x")
		})
	}
}

// A step to rebuild is a statement that the server takes, whatever the table is called.
func TestRebuildOfAnyName(t *testing.T) {
	check := func(t *testing.T, kind dbserver.Kind, driver, dsn string) {
		t.Helper()
		db := open(t, driver, dsn)
		id, quoted := "varchar(36)", "`order`"
		switch kind {
		case dbserver.Postgres:
			quoted = `"Sales"."order"`
			execute(t, db, `CREATE SCHEMA "Sales"`)
		case "":
			id = "TEXT"
		}
		execute(t, db, "CREATE TABLE "+quoted+" (id "+id+" PRIMARY KEY)")
		fill(t, db, kind, quoted, many, "id", func() any { return text(v4()) })
		switch kind {
		case dbserver.Postgres:
			execute(t, db, "ANALYZE")
		case dbserver.MySQL, dbserver.MariaDB:
			execute(t, db, "ANALYZE TABLE "+quoted)
		}
		rebuilt := 0
		for _, c := range run(t, inspect.Options{DSN: dsn}).Changes {
			if c.Action == inspect.Rebuild {
				statement, _, _ := strings.Cut(c.Steps[0].Text, ";")
				execute(t, db, statement)
				rebuilt++
			}
		}
		if rebuilt == 0 {
			t.Error("nothing to rebuild")
		}
	}
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) { check(t, kind, kind.Driver(), dbtest.Open(t, kind).DSN) })
	}
	t.Run("sqlite", func(t *testing.T) { check(t, "", "sqlite", filepath.Join(t.TempDir(), "names.sqlite")) })
}
