package servertest

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// take reads an inventory.
func take(t *testing.T, o inventory.Options) *inventory.Inventory {
	t.Helper()
	v, err := inventory.Take(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if list := v.Unread(); list != nil {
		t.Fatalf("not read: %q", list)
	}
	return v
}

// differing are the differences of a class.
func differing(class inventory.Class, list []inventory.Difference) (out []string) {
	for _, d := range list {
		if d.Class == class {
			out = append(out, d.String())
		}
	}
	return out
}

// onlyMoved fails unless so many columns have moved and nothing else differs.
func onlyMoved(t *testing.T, before *inventory.Inventory, dsn string, columns int) {
	t.Helper()
	list := before.Compare(take(t, inventory.Options{DSN: dsn, Before: before}))
	if meant := differing(inventory.Meant, list); len(meant) != columns || len(list) != columns {
		t.Errorf("want %d columns moved and nothing else: %q", columns, list)
	}
}

// A move of the shop changes nothing but what it is for.
func TestInventoryOfMove(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, aShop(kind)...)
			b := besideOf(t, db, kind)
			for range 150 {
				if err := b.write(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			before := take(t, inventory.Options{DSN: d.DSN})
			script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid", Reviewed: reviewedOf(kind)})
			if err != nil {
				t.Fatal(err)
			}
			if err := steps(t, db, script, func() {}); err != nil {
				t.Fatal(err)
			}
			onlyMoved(t, before, d.DSN, 6)
			list := before.Compare(take(t, inventory.Options{DSN: d.DSN}))
			if got := differing(inventory.Meant, list); !slices.ContainsFunc(got, func(s string) bool {
				return strings.HasPrefix(s, "orders.user_id: ") && strings.HasSuffix(s, ", values equal")
			}) {
				t.Errorf("meant: %q", got)
			}
		})
	}
}

// An inventory sees the rows of one moment, on all servers, and writes nothing.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE x (n INT PRIMARY KEY)", "INSERT INTO x VALUES (1)", "CREATE TABLE y (n INT PRIMARY KEY)")
			s, err := source.OpenSnapshot(t.Context(), d.DSN)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			x := map[dbserver.Kind]string{dbserver.Postgres: "public."}[kind] + "x"
			count := func(query string) (n int, err error) {
				err = s.Query(t.Context(), query, func(rows *sql.Rows) error { return rows.Scan(&n) })
				return n, err
			}
			for range 2 {
				if n, err := count("SELECT count(*) FROM " + x); n != 1 || err != nil {
					t.Errorf("%d rows, %v, want 1", n, err)
				}
				execute(t, db, "DELETE FROM x")
			}
			if _, err := count("INSERT INTO " + strings.TrimSuffix(x, "x") + "y VALUES (1)"); err == nil || !strings.Contains(strings.ToLower(err.Error()), "read") {
				t.Error("a snapshot inserts a row")
			}
			// Its locks end with each statement, and after an error it goes on.
			execute(t, db, "ALTER TABLE y ADD COLUMN late INT")
			if n, err := count("SELECT count(*) FROM " + x); n != 1 || err != nil {
				t.Errorf("%d rows, %v, want 1", n, err)
			}
			execute(t, db, "ALTER TABLE x ADD COLUMN late INT")
		})
	}
}

// An inventory of one schema is the same whatever the settings of the account are.
func TestInventoryOfSettings(t *testing.T) {
	t.Parallel()
	types := map[dbserver.Kind][]string{
		dbserver.Postgres: {"f real DEFAULT 0.1", "d double precision DEFAULT 1e300/3", "t timestamptz DEFAULT '2026-03-04 05:06:07.89+01'", "l timestamp DEFAULT '2026-03-04 05:06:07.89'", "i interval DEFAULT '1 mon 2 days 03:04:05'",
			`b bytea DEFAULT '\x00ff5c'`, "n numeric(20,5) DEFAULT 1.5", "j json DEFAULT '{\"b\": 1,  \"a\": [null]}'", "k jsonb DEFAULT '{\"b\": 1,  \"a\": [null]}'", "x bit varying DEFAULT B'101'", "u uuid DEFAULT '0190163d-8694-739b-aea5-966c26f8ad91'", "c char(10) DEFAULT 'é'",
			"a text[] DEFAULT '{a,NULL,\"b c\"}'", "ip inet DEFAULT '10.0.0.1/8'", "r int4range DEFAULT '[1,5)'", "dt date DEFAULT '2026-03-04'", "tt timetz DEFAULT '05:06:07+01'"},
		dbserver.MySQL: {"f FLOAT DEFAULT 0.1", "d DOUBLE DEFAULT 1e300", "t TIMESTAMP DEFAULT '2026-03-04 05:06:07'", "l DATETIME(6) DEFAULT '2026-03-04 05:06:07.89'", "b BINARY(3) DEFAULT 0x00ff5c", "n DECIMAL(20,5) DEFAULT 1.5", "j JSON",
			"x BIT(3) DEFAULT b'101'", "c CHAR(10) CHARACTER SET utf8mb4 DEFAULT 'é'", "y YEAR DEFAULT 2026", "e ENUM('a','b') DEFAULT 'b'", "s SET('a','b') DEFAULT 'a,b'", "big BIGINT UNSIGNED DEFAULT 18446744073709551615", "m TIME(3) DEFAULT '05:06:07.8'"},
	}
	types[dbserver.MariaDB] = append(slices.Clone(types[dbserver.MySQL]), "u UUID DEFAULT '0190163d-8694-739b-aea5-966c26f8ad91'", "ip INET6 DEFAULT '::1'")
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE x (key_of_row INT PRIMARY KEY, "+strings.Join(types[kind], ", ")+")", "INSERT INTO x (key_of_row) VALUES (1), (2)")
			if kind == dbserver.Postgres {
				execute(t, db, "CREATE VIEW seen AS SELECT * FROM x WHERE t > '2026-01-02 03:04:05+00'", "INSERT INTO x (key_of_row, f, d) VALUES (3, 'NaN', '-Infinity')")
			}
			before := take(t, inventory.Options{DSN: d.DSN})
			dsn := d.DSN
			if kind == dbserver.Postgres {
				for _, s := range []string{"TimeZone = 'Asia/Kolkata'", "DateStyle = 'German'", "IntervalStyle = 'iso_8601'", "extra_float_digits = -3", "bytea_output = 'escape'", "search_path = 'public, pg_catalog'", "client_encoding = 'LATIN1'", "quote_all_identifiers = on"} {
					execute(t, db, "ALTER DATABASE "+d.Name+" SET "+s)
				}
			} else {
				var err error
				if dsn, err = d.WithParams(map[string]string{"time_zone": "'+05:30'", "sql_mode": "'ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH'", "charset": "latin1", "group_concat_max_len": "10"}); err != nil {
					t.Fatal(err)
				}
			}
			onlyMoved(t, before, dsn, 0)
			execute(t, db, "UPDATE x SET f = 0.10000001 WHERE key_of_row = 1")
			if got := differing(inventory.Differs, before.Compare(take(t, inventory.Options{DSN: dsn, Before: before}))); !slices.Equal(got, []string{"x.f: values differ"}) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// What an account may not read, or what another session has locked, is named.
func TestInventoryUnread(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE users (n INT PRIMARY KEY)", "CREATE TABLE orders (n INT PRIMARY KEY, user_id INT REFERENCES users (n))", "CREATE TABLE held (n INT PRIMARY KEY)", "INSERT INTO users VALUES (1)", "CREATE VIEW seen AS SELECT n FROM users")
			before := take(t, inventory.Options{DSN: d.DSN})
			want := []string{"users: its rows were not read: the account may not read it: grant it SELECT"}
			if kind != dbserver.Postgres { // on which it has some right, or the server does not list it
				execute(t, db, "DROP TABLE held")
				want = []string{"view seen: the account may not read its text: use one with the right SHOW VIEW"}
			}
			dsn := reader(t, db, d, "orders", "seen")
			v, err := inventory.Take(t.Context(), inventory.Options{DSN: dsn})
			if err != nil {
				t.Fatal(err)
			}
			if got := differing(inventory.NotCompared, before.Compare(v)); !slices.Contains(got, want[0]) {
				t.Errorf("not compared %q, want %q", got, want)
			}
		})
	}
}

// A table that another session has locked is named, and the others are read.
func TestInventoryOfLocked(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE held (n INT PRIMARY KEY)", "CREATE TABLE other (n INT PRIMARY KEY)")
			conn, err := db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			lock := []string{"LOCK TABLES held WRITE"}
			if kind == dbserver.Postgres {
				lock = []string{"BEGIN", "LOCK TABLE held IN ACCESS EXCLUSIVE MODE"}
			}
			for _, s := range lock {
				if _, err := conn.ExecContext(t.Context(), s); err != nil {
					t.Fatal(err)
				}
			}
			v, err := inventory.Take(t.Context(), inventory.Options{DSN: d.DSN})
			if kind == dbserver.Postgres && err != nil { // whose catalog waits for the lock as well
				if !strings.Contains(err.Error(), "cannot read the catalog: "+anotherHolds) {
					t.Error(err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Unread(); len(got) != 1 || !strings.HasPrefix(got[0], "held: ") || !strings.Contains(strings.ToLower(got[0]), "lock") {
				t.Errorf("unread %q", got)
			}
		})
	}
}

// A table whose rows a policy hides from the account is named.
func TestInventoryOfRowSecurity(t *testing.T) {
	t.Parallel()
	d, db := openPostgres(t)
	execute(t, db, "CREATE TABLE mine (n INT PRIMARY KEY)", "ALTER TABLE mine ENABLE ROW LEVEL SECURITY")
	v, err := inventory.Take(t.Context(), inventory.Options{DSN: reader(t, db, d, "mine")})
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Unread(); len(got) != 1 || !strings.Contains(got[0], "row-level security") {
		t.Errorf("unread %q", got)
	}
}

// The time to read rows ends in the middle of a table, whose statement the server ends too.
func TestInventoryWithinTime(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d, db := openMany(t, kind)
			execute(t, db, "CREATE TABLE large (n INT, note VARCHAR(200))", "CREATE TABLE other (n INT)",
				"INSERT INTO large WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i, repeat('x', 200) FROM n")
			start := time.Now()
			v, err := inventory.Take(t.Context(), inventory.Options{DSN: d.DSN, For: 40 * time.Millisecond, Keys: []string{"other.n"}})
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
			if got := v.Unread(); len(got) != 2 || !strings.HasPrefix(got[0], "large: no time was left") || !strings.HasPrefix(got[1], "other: no time was left") {
				t.Errorf("unread %q", got)
			}
		})
	}
}
