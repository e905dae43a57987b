package servertest

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
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
		})
	}
}

// What an account may not read, or what another session has locked, is named.
func TestInventoryUnread(t *testing.T) {
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
