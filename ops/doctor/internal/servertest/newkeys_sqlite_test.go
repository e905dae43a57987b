package servertest

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/migrations/sqlitefunc"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

// aShopFile has tables of every form that SQLite's statements take.
func aShopFile(key, reference string) []string {
	return []string{
		"CREATE TABLE users (id " + key + ", /* the boss, or NULL */ manager_id " + reference + " REFERENCES users (id) ON DELETE SET NULL, [name] TEXT NOT NULL UNIQUE COLLATE NOCASE, -- a name\n created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), CONSTRAINT no_self CHECK (manager_id <> id), CHECK (length(name) < 40))",
		"CREATE TABLE orders (\n  \"id\" " + key + ",\n  user_id " + reference + " NOT NULL,\n  note TEXT,\n  created_at TEXT NOT NULL,\n  twice AS (note || note) VIRTUAL,\n  UNIQUE (user_id, note),\n  CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED\n)",
		"CREATE TABLE friends (user_id " + reference + " NOT NULL REFERENCES users, friend_id " + reference + " NOT NULL REFERENCES users, PRIMARY KEY (user_id, friend_id)) WITHOUT ROWID",
		"CREATE TABLE notes (n INTEGER PRIMARY KEY AUTOINCREMENT, user_id " + reference + ", text TEXT) STRICT",
		"CREATE INDEX orders_recent ON orders (user_id, created_at DESC)", "CREATE UNIQUE INDEX managed ON users (manager_id, name) WHERE manager_id IS NOT NULL",
		"CREATE TRIGGER noted AFTER INSERT ON users BEGIN UPDATE users SET name = name || '' WHERE rowid = new.rowid; END",
		"CREATE VIEW named AS SELECT u.id, u.name, o.note FROM users AS u JOIN orders AS o ON o.user_id = u.id",
	}
}

func openFile(t *testing.T) (name string, db *sql.DB) {
	t.Helper()
	if err := sqlitefunc.Register(); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "shop.sqlite")
	db = open(t, "sqlite", name)
	db.SetMaxOpenConns(1)
	return name, db
}

func fillFile(t *testing.T, db *sql.DB, value func(int) string) {
	t.Helper()
	base := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	for n := 1; n <= 60; n++ {
		at := base.Add(time.Duration(rand.IntN(3000)) * 333 * time.Millisecond).Format("2006-01-02T15:04:05.000Z")
		manager := "NULL"
		if n > 1 {
			manager = value(n / 2)
		}
		execute(t, db, fmt.Sprintf("INSERT INTO users (id, manager_id, name, created_at) VALUES (%s, %s, 'u%d', '%s')", value(n), manager, n, at),
			fmt.Sprintf("INSERT INTO orders (id, user_id, note, created_at) VALUES (%s, %s, 'u%d', '%s')", value(n), value(n), n, at),
			fmt.Sprintf("INSERT INTO friends VALUES (%s, %s)", value(n), value(1+n/2)), fmt.Sprintf("INSERT INTO notes (user_id, text) VALUES (%s, 'u%d')", value(n), n))
	}
	execute(t, db, "DELETE FROM notes WHERE n = 60") // the counter remembers it
}

func fileContent(t *testing.T, db *sql.DB) []string {
	t.Helper()
	list := []string{}
	for _, q := range []string{
		"SELECT concat_ws(' ', u.name, m.name, u.created_at) FROM users AS u LEFT JOIN users AS m ON m.id = u.manager_id", "SELECT concat_ws(' ', o.note, u.name, o.created_at, o.twice) FROM orders AS o LEFT JOIN users AS u ON u.id = o.user_id",
		"SELECT concat_ws(' ', u.name, o.name) FROM friends AS f LEFT JOIN users AS u ON u.id = f.user_id LEFT JOIN users AS o ON o.id = f.friend_id",
		"SELECT concat_ws(' ', x.n, x.text, u.name) FROM notes AS x LEFT JOIN users AS u ON u.id = x.user_id", "SELECT concat_ws(' ', name, note) FROM named", "SELECT concat_ws(' ', name, seq) FROM sqlite_sequence WHERE name <> 'users' AND name <> 'orders'",
	} {
		list = append(list, texts(t, db, q)...)
	}
	slices.Sort(list)
	return list
}

// The script of SQLite gives all rows new keys, and changes nothing else of the statements of the schema.
func TestNewKeysFile(t *testing.T) {
	t.Parallel()
	quoted := func(n int) string { return "'" + uuidOf(n) + "'" }
	for _, c := range []struct {
		key, reference, to, clock, keep string
		value                           func(int) string
	}{
		{"INTEGER PRIMARY KEY", "INTEGER", "wiji", "", "", numbers}, {"INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER", "uuidv7", "now", newkeys.KeepColumn, numbers},
		{"TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16))))", "TEXT", "ulid", "", newkeys.KeepTable, quoted}, {"BLOB PRIMARY KEY NOT NULL", "BLOB", "scru160", "", "", func(n int) string { return "x'" + strings.ReplaceAll(uuidOf(n), "-", "") + "'" }},
		{"INTEGER PRIMARY KEY", "INTEGER", "ulidflake", "now", "", numbers}, {"INTEGER PRIMARY KEY", "INTEGER", "xid", "", newkeys.KeepColumn, numbers},
	} {
		t.Run(c.key+" "+c.to, func(t *testing.T) {
			name, db := openFile(t)
			execute(t, db, aShopFile(c.key, c.reference)...)
			fillFile(t, db, c.value)
			before := fileContent(t, db)
			schema := "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '%old_id%' ORDER BY name"
			was := texts(t, db, schema)
			o := newkeys.Options{DSN: name, To: c.to, Columns: []string{"users.id", "orders.id"}, With: []string{"notes.user_id=users.id"}, KeepOld: c.keep, Reviewed: []string{"named", "noted"}}
			order := "created_at"
			if c.clock != "" {
				o.Times, order = []string{"users=now", "orders=now"}, "CAST(substr(name, 2) AS INTEGER)"
			}
			script := printed(t, o)
			if _, err := db.ExecContext(t.Context(), script); err != nil {
				t.Fatalf("%v in\n%s", err, script)
			}
			differences(t, before, fileContent(t, db))
			if got, want := texts(t, db, "SELECT name FROM users ORDER BY id"), texts(t, db, "SELECT name FROM users ORDER BY "+order+", id"); !slices.Equal(got, want) {
				t.Errorf("the order is %q, want %q", got, want)
			}
			is := texts(t, db, schema)
			for i := range was {
				if was, is := withoutKeys(was[i]), withoutKeys(is[i]); was != is {
					t.Errorf("the schema was\n%s\nand is\n%s", was, is)
				}
			}
			execute(t, db, "INSERT INTO users (name) VALUES ('new')", "DELETE FROM orders WHERE user_id = (SELECT id FROM users WHERE name = 'new')")
			if got := texts(t, db, "SELECT name FROM users WHERE typeof(id) <> "+map[bool]string{true: "'integer'", false: "'blob'"}[c.to == "xid" || c.to == "ulidflake"]); len(got) > 0 {
				t.Errorf("keys of another type: %q", got)
			}
			old := map[string]string{newkeys.KeepColumn: "SELECT count(*) FROM users AS u WHERE CAST(substr(name, 2) AS INTEGER) = old_id", newkeys.KeepTable: "SELECT count(*) FROM users AS u JOIN users_old_ids AS o ON o.id = u.id"}[c.keep]
			if old != "" && !slices.Equal(texts(t, db, old), []string{"60"}) {
				t.Errorf("%s: %q", old, texts(t, db, old))
			}
			if _, err := db.ExecContext(t.Context(), script); err == nil || !strings.Contains(err.Error(), "the move is done") {
				t.Errorf("run again: %v", err)
			}
			execute(t, db, "ROLLBACK")
		})
	}
}

// withoutKeys returns a statement without the types and defaults of keys, and the column that keeps old ones.
func withoutKeys(s string) string {
	for _, gone := range []string{"INTEGER", "BLOB", "INT", "TEXT", "AUTOINCREMENT", "NOT NULL", "DEFAULT (lower(hex(randomblob(16))))", "DEFAULT (sortid_wiji_new())", "DEFAULT (sortid_uuid_new())", "DEFAULT (sortid_ulid_new())", "DEFAULT (sortid_scru_new())", "DEFAULT (sortid_ulidflake_new())", "DEFAULT (sortid_xid_new())", `"old_id"`, `"`, "[", "]"} {
		s = strings.ReplaceAll(s, gone, "")
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(s), ""), ",,", ",")
}

// A row without its parent ends the script.
func TestNewKeysFileOrphan(t *testing.T) {
	t.Parallel()
	name, db := openFile(t)
	execute(t, db, aShopFile("INTEGER PRIMARY KEY", "INTEGER")...)
	fillFile(t, db, numbers)
	script := printed(t, newkeys.Options{DSN: name, To: "wiji", Columns: []string{"users.id"}, With: []string{"notes.user_id=users.id"}, Reviewed: []string{"named", "noted"}})
	execute(t, db, "UPDATE notes SET user_id = 1000 WHERE n = 1")
	before := fileContent(t, db)
	if _, err := db.ExecContext(t.Context(), script); err == nil || !strings.Contains(err.Error(), "rows reference a row that is not there") {
		t.Errorf("an orphan: %v", err)
	}
	execute(t, db, "ROLLBACK")
	differences(t, before, fileContent(t, db))
}
