package servertest

import (
	"cmp"
	"database/sql"
	"flag"
	"fmt"
	"math"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

var savingRows = flag.Int("saving-rows", 0, "rows of the tables whose predicted and real savings are compared; 0 for as few as show it")

// fewRows are the least rows: MariaDB's statistics are wrong for fewer, and PostgreSQL adds
// up to 64 pages to a file at a time.
var fewRows = map[dbserver.Kind]int{dbserver.Postgres: 250_000, dbserver.MySQL: 60_000, dbserver.MariaDB: 60_000}

// savingTolerance is how far the predicted saving may be from the real one.
const savingTolerance = 0.05

// statements are what a server needs for the tables, and for the changes of them.
type statements struct {
	binary                string // type of 16 bytes
	random, ordered, text string // expressions for the key of row i
	rows                  string
	convert               []string
	rebuild               string
}

var forServer = map[dbserver.Kind]statements{
	dbserver.Postgres: {
		binary: "uuid", random: "gen_random_uuid()", ordered: "('018f0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid", text: "gen_random_uuid()::text",
		rows:    "generate_series(1, %d) AS n(i)",
		convert: []string{"ALTER TABLE text ALTER COLUMN id TYPE uuid USING id::uuid"}, rebuild: "REINDEX TABLE random",
	},
	dbserver.MySQL: inno(), dbserver.MariaDB: inno(),
}

func inno() (s statements) {
	v4 := "LOWER(CONCAT(HEX(RANDOM_BYTES(4)), '-', HEX(RANDOM_BYTES(2)), '-4', SUBSTR(HEX(RANDOM_BYTES(2)), 2), '-8', SUBSTR(HEX(RANDOM_BYTES(2)), 2), '-', HEX(RANDOM_BYTES(6))))"
	s.binary, s.text, s.random = "binary(16)", v4, "UNHEX(REPLACE("+v4+", '-', ''))"
	s.ordered = "UNHEX(CONCAT('018f0000000070008000', LPAD(HEX(i), 12, '0')))"
	s.rows = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) AS n"
	s.convert = []string{
		"ALTER TABLE text ADD COLUMN raw BINARY(16)", "UPDATE text SET raw = UNHEX(REPLACE(id, '-', ''))",
		"ALTER TABLE text DROP PRIMARY KEY, DROP COLUMN id, CHANGE COLUMN raw id BINARY(16) NOT NULL FIRST, ADD PRIMARY KEY (id)",
	}
	s.rebuild = "OPTIMIZE TABLE random"
	return s
}

// The predicted saving is the real one: UUIDv4 to ordered keys, text to binary
// keys, and a rebuild.
func TestSavings(t *testing.T) {
	for _, kind := range dbtest.SomeKinds("savings") { // MariaDB, and TestSavingsSecondary MySQL
		t.Run(string(kind), func(t *testing.T) {
			if *savingRows == 0 && kind == dbserver.Postgres {
				t.Skip("-saving-rows runs it: TestIntervals changes such tables of PostgreSQL")
			}
			d, db := openMany(t, kind)
			f, rows := forServer[kind], cmp.Or(*savingRows, fewRows[kind])
			insert := func(table, column, key string) {
				execute(t, db, "CREATE TABLE "+table+" (id "+column+" PRIMARY KEY, payload varchar(200) NOT NULL)",
					"INSERT INTO "+table+" SELECT "+key+", CONCAT(REPEAT('x', 90), i) FROM "+fmt.Sprintf(f.rows, rows))
				refresh(t, db, kind, table)
			}
			insert("random", f.binary, f.random)
			insert("text", "char(36)", f.text)
			insert("sorted", f.binary, f.ordered)
			r := run(t, inspect.Options{DSN: d.DSN})
			random, text := sizeOf(t, db, kind, "random"), sizeOf(t, db, kind, "text")
			compareSaving(t, r, inspect.OrderedKeys, "random", random-sizeOf(t, db, kind, "sorted"))
			execute(t, db, f.rebuild)
			refresh(t, db, kind, "random")
			compareSaving(t, r, inspect.Rebuild, "random", random-sizeOf(t, db, kind, "random"))
			execute(t, db, f.convert...)
			refresh(t, db, kind, "text")
			compareSaving(t, r, inspect.ColumnType, "text", text-sizeOf(t, db, kind, "text"))
		})
	}
}

// openMany creates a database whose session may count the rows in SQL.
func openMany(t testing.TB, kind dbserver.Kind) (*dbserver.Database, *sql.DB) {
	t.Helper()
	d := dbtest.Open(t, kind)
	db := open(t, kind.Driver(), d.DSN)
	db.SetMaxOpenConns(1)
	switch kind {
	case dbserver.MySQL:
		execute(t, db, "SET SESSION cte_max_recursion_depth = 10000000")
	case dbserver.MariaDB:
		execute(t, db, "SET SESSION max_recursive_iterations = 10000000")
	}
	return d, db
}

func refresh(t testing.TB, db *sql.DB, kind dbserver.Kind, table string) {
	t.Helper()
	if kind == dbserver.Postgres {
		execute(t, db, "VACUUM ANALYZE "+table)
		return
	}
	execute(t, db, "ANALYZE TABLE "+table)
}

// sizeOf returns the bytes of a table and its indexes: their files on PostgreSQL, their
// leaf pages in InnoDB.
func sizeOf(t *testing.T, db *sql.DB, kind dbserver.Kind, table string) float64 {
	t.Helper()
	q := "SELECT pg_relation_size('" + table + "') + pg_indexes_size('" + table + "')"
	if kind != dbserver.Postgres {
		q = "SELECT SUM(stat_value) * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND stat_name = 'n_leaf_pages' AND table_name = '" + table + "'"
	}
	var v float64
	if err := db.QueryRowContext(t.Context(), q).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func compareSaving(t *testing.T, r *inspect.Report, action inspect.Action, table string, truth float64) {
	t.Helper()
	for _, c := range r.Changes {
		if c.Action == action && c.Table == table {
			t.Logf("%s, %s: predicted %.2f MiB (%.2f to %.2f), really %.2f MiB: %+.1f %%", table, action,
				c.Saves.Value/(1<<20), c.Saves.Low/(1<<20), c.Saves.High/(1<<20), truth/(1<<20), 100*(c.Saves.Value/truth-1))
			if math.Abs(c.Saves.Value/truth-1) > savingTolerance {
				t.Errorf("%s, %s: predicted %.0f bytes, really %.0f; %+v", table, action, c.Saves.Value, truth, c)
			}
			return
		}
	}
	t.Errorf("no change %q of %s in %+v", action, table, r.Changes)
}

// So is that of IDs in secondary indexes of InnoDB: in a unique column, and in a foreign key
// that changes with it.
func TestSavingsSecondary(t *testing.T) {
	for _, kind := range dbtest.MySQLOrMariaDB(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			d, db := openMany(t, kind)
			f, rows := forServer[kind], cmp.Or(*savingRows, fewRows[kind])
			from := fmt.Sprintf(f.rows, rows)
			execute(t, db,
				"CREATE TABLE owner (n bigint PRIMARY KEY, id char(36) CHARACTER SET latin1 NOT NULL, payload varchar(99), UNIQUE KEY ids (id))",
				"INSERT INTO owner SELECT i, "+f.text+", REPEAT('x', 90) FROM "+from,
				"CREATE TABLE pet (n bigint PRIMARY KEY, id char(36) CHARACTER SET latin1 NOT NULL, KEY ids (id), FOREIGN KEY (id) REFERENCES owner (id))",
				"INSERT INTO pet SELECT n, id FROM owner ORDER BY n")
			size := func(table string) float64 {
				refresh(t, db, kind, table)
				return sizeOf(t, db, kind, table)
			}
			owner, pet := size("owner"), size("pet")
			r := run(t, inspect.Options{DSN: d.DSN})
			execute(t, db, "OPTIMIZE TABLE pet")
			compareSaving(t, r, inspect.Rebuild, "pet", pet-size("pet"))
			execute(t, db,
				"CREATE TABLE owners (n bigint PRIMARY KEY, id binary(16) NOT NULL, payload varchar(99))",
				"INSERT INTO owners SELECT n, UNHEX(REPLACE(id, '-', '')), payload FROM owner ORDER BY n",
				"CREATE TABLE pets (n bigint PRIMARY KEY, id binary(16) NOT NULL)",
				"INSERT INTO pets SELECT n, UNHEX(REPLACE(id, '-', '')) FROM pet ORDER BY n",
				"DROP TABLE pet, owner", "RENAME TABLE owners TO owner, pets TO pet",
				"ALTER TABLE owner ADD UNIQUE KEY ids (id)", "ALTER TABLE pet ADD KEY ids (id)")
			compareSaving(t, r, inspect.ColumnType, "owner", owner+pet-size("owner")-size("pet"))
		})
	}
}
