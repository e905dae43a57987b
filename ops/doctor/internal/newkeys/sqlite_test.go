package newkeys

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// shopFile returns the name of a SQLite file with tables of every form that SQLite's statements take, a few rows, and
// what more statements do to them.
func shopFile(t *testing.T, key string, more ...string) string {
	t.Helper()
	statements := []string{
		"BEGIN",
		"CREATE TABLE users (id " + key + ", /* the boss, or NULL */ manager_id INTEGER REFERENCES users (id) ON DELETE SET NULL, [name] TEXT NOT NULL UNIQUE COLLATE NOCASE, -- a name\n created_at TEXT NOT NULL, CONSTRAINT no_self CHECK (manager_id <> id), CHECK (length(name) < 40))",
		"CREATE TABLE orders (\n  \"id\" " + key + ",\n  user_id INTEGER NOT NULL,\n  note TEXT,\n  created_at TEXT NOT NULL,\n  twice AS (note || note) VIRTUAL,\n  UNIQUE (user_id, note),\n  CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED\n)",
		"CREATE TABLE friends (user_id INTEGER NOT NULL REFERENCES users, friend_id INTEGER NOT NULL REFERENCES users, PRIMARY KEY (user_id, friend_id)) WITHOUT ROWID",
		"CREATE TABLE notes (n INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, text TEXT) STRICT",
		"CREATE INDEX orders_recent ON orders (user_id, created_at DESC)", "CREATE UNIQUE INDEX managed ON users (manager_id, name) WHERE manager_id IS NOT NULL",
		"CREATE TRIGGER noted AFTER INSERT ON users BEGIN UPDATE users SET name = name || '' WHERE rowid = new.rowid; END",
		"CREATE VIEW named AS SELECT u.id, u.name, o.note FROM users AS u JOIN orders AS o ON o.user_id = u.id",
	}
	for n := 1; n <= 6; n++ {
		at := fmt.Sprintf("'2025-03-04T05:06:%02d.000Z'", n)
		statements = append(statements,
			fmt.Sprintf("INSERT INTO users VALUES (%d, NULLIF(%d, 0), 'u%d', %s)", n, n/2, n, at), fmt.Sprintf("INSERT INTO orders (id, user_id, note, created_at) VALUES (%d, %d, 'u%d', %s)", n, n, n, at),
			fmt.Sprintf("INSERT INTO friends VALUES (%d, %d)", n, 1+n/2), fmt.Sprintf("INSERT INTO notes (user_id, text) VALUES (%d, 'u%d')", n, n))
	}
	return recorded.File(t, append(append(statements, "COMMIT"), more...)...)
}

// The scripts for SQLite, of each kind of key, time and old keys that stay.
func TestScriptsOfSQLite(t *testing.T) {
	for _, c := range []struct{ file, key, to, clock, keep string }{
		{"sqlite_wiji.sql", "INTEGER PRIMARY KEY", "wiji", "", ""},
		{"sqlite_uuidv7_now_column.sql", "INTEGER PRIMARY KEY AUTOINCREMENT", "uuidv7", "now", KeepColumn},
		{"sqlite_xid_table.sql", "INTEGER NOT NULL PRIMARY KEY DEFAULT 7", "xid", "", KeepTable},
		{"sqlite_ulidflake_now.sql", "INTEGER PRIMARY KEY", "ulidflake", "now", ""},
	} {
		o := Options{DSN: shopFile(t, c.key), To: c.to, Columns: []string{"users.id", "orders.id"}, With: []string{"notes.user_id=users.id"}, KeepOld: c.keep, Reviewed: []string{"named", "noted"}}
		if c.clock != "" {
			o.Times = []string{"users=now", "orders=now"}
		}
		got, notes, err := Script(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		if withoutVersion(got) != withoutVersion(string(want)) || len(notes) > 0 {
			t.Errorf("%s: notes %q, got\n%s", c.file, notes, got)
		}
	}
}

// withoutVersion returns a script without the version of SQLite.
func withoutVersion(script string) string {
	first, rest, _ := strings.Cut(script, "\n")
	before, _, _ := strings.Cut(first, "SQLite")
	return before + "\n" + rest
}

// What the script would lose is refused by name.
func TestRefusedOfSQLite(t *testing.T) {
	for _, c := range []struct{ create, want string }{
		{"ALTER TABLE orders ADD COLUMN shown AS (user_id + 1) VIRTUAL", "table orders: a generated column is computed from a key, (user_id + 1): drop it before and add it afterwards"},
		{"ALTER TABLE orders ADD COLUMN shown AS (note + 1) VIRTUAL", ""},
		{"ALTER TABLE notes ADD COLUMN other TEXT CHECK (user_id > 0)", "table notes: the check (user_id > 0) may mean something else of the new keys: drop it before and add another afterwards"},
		{"ALTER TABLE notes ADD COLUMN other TEXT CHECK (other > 0)", ""},
		{"CREATE INDEX great ON notes (n) WHERE user_id > 5", "index great of notes: its condition user_id > 5 may mean something else of the new keys: drop it before and create another afterwards"},
		{"CREATE INDEX great ON notes (n) WHERE n > 5", ""},
		{"CREATE INDEX shown ON notes (user_id + 1, (user_id))", "index shown of notes: it is computed from a key: drop it before and create it afterwards"},
		{"CREATE INDEX shown ON notes ((n + 1))", ""},
		{"CREATE VIEW pairs AS SELECT user_id FROM friends", "view pairs: its text has the name of a column, and may read or write old keys: read it; if it is right, add -reviewed pairs"},
		{"CREATE VIEW everything AS SELECT * FROM friends", "view everything: its text has the name of a column, and may read or write old keys: read it; if it is right, add -reviewed everything"},
		{"CREATE VIEW numbers AS SELECT n FROM notes", ""},
		{"CREATE VIEW rows AS SELECT rowid FROM notes", "view rows: its text has the name of a column, and may read or write old keys: read it; if it is right, add -reviewed rows"},
		{"CREATE TRIGGER gone AFTER DELETE ON notes BEGIN DELETE FROM users WHERE id = old.user_id; END", "trigger gone: its text has the name of a column, and may read or write old keys: read it; if it is right, add -reviewed gone"},
		{"CREATE VIRTUAL TABLE found USING fts5(text, content='notes', content_rowid='n')", "virtual table found: its text has the name of a table, whose rows get other numbers: read it; if it is right, add -reviewed found"},
		{"CREATE VIRTUAL TABLE found USING fts5(text)", ""},
		{"UPDATE users SET created_at = '1969-12-31' WHERE name = 'u5'", "column users.created_at: 1 rows have no text of a time, or one out of wiji's range, 1970-01-01 00:00:00 to 2540-11-07 23:35:09.481983: correct them"},
		{"UPDATE users SET created_at = 5 WHERE id < 3", "column users.created_at: 2 rows have no text of a time, or one out of wiji's range, 1970-01-01 00:00:00 to 2540-11-07 23:35:09.481983: correct them"},
		{"ALTER TABLE users RENAME COLUMN created_at TO born", "table users: it has no column created_at: name the column with the time of each row: -time users=COLUMN, or -time users=now for the time of the move, in the order of the old keys"},
		{"CREATE TABLE bosses (id INTEGER DEFAULT 1 REFERENCES users (id))", "column bosses.id: its default 1 is an old key: drop it before and set another afterwards"},
		{"CREATE TABLE bosses (id TEXT COLLATE NOCASE REFERENCES users (id))", "column bosses.id: its collation NOCASE may take two keys for one: change it before"},
		{"CREATE TABLE bosses (id INTEGER, PRIMARY KEY (id), FOREIGN KEY (id) REFERENCES users (id), CHECK (id < 1000))", "table bosses: the check (id < 1000) may mean something else of the new keys: drop it before and add another afterwards"},
		{"CREATE TABLE bosses (n INTEGER, id INTEGER REFERENCES users (id), PRIMARY KEY (n AUTOINCREMENT))", "table bosses: AUTOINCREMENT is in a constraint of the table: write it in the column before"},
	} {
		o := Options{DSN: shopFile(t, "INTEGER PRIMARY KEY", c.create), To: "wiji", Columns: []string{"users.id"}, With: []string{"notes.user_id=users.id"}, Reviewed: []string{"named", "noted"}}
		script, _, err := Script(t.Context(), o)
		if c.want == "" {
			if err != nil || script == "" {
				t.Errorf("%s: %v", c.create, err)
			}
			continue
		}
		if err == nil || script != "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %.100s, %v, want %q", c.create, script, err, c.want)
		}
	}
}

// What the user asks for must be there, and make sense.
func TestOptionsOfSQLite(t *testing.T) {
	file := shopFile(t, "INTEGER PRIMARY KEY", "CREATE TABLE plain (id INTEGER, created_at TEXT)", "CREATE TABLE some (id INTEGER, n INTEGER, created_at TEXT, UNIQUE (id, n))", "CREATE UNIQUE INDEX some_id ON some (id) WHERE id > 5", "CREATE TABLE made (id BLOB PRIMARY KEY DEFAULT (sortid_wiji_new()), created_at TEXT)")
	ok := Options{DSN: file, To: "wiji", Columns: []string{"users.id"}, With: []string{"notes.user_id=users.id"}, Reviewed: []string{"named", "noted"}}
	for _, c := range []struct {
		what   string
		change func(*Options)
		want   string
	}{
		{"nothing", func(*Options) {}, ""}, {"another case", func(o *Options) { o.Columns = []string{"USERS.ID"} }, ""}, {"the same column twice", func(o *Options) { o.Columns = []string{"users.id", "users.id"} }, ""},
		{"format", func(o *Options) { o.To = "uuid4" }, `-to "uuid4": not a format: write one of `},
		{"old keys", func(o *Options) { o.KeepOld = "file" }, "-keep-old=file: write column or table"},
		{"no column", func(o *Options) { o.Columns = []string{"users"} }, `"users": not a column: write table.column`},
		{"another column", func(o *Options) { o.Columns = []string{"users.other"} }, `"users.other": no such column of a table: write table.column`},
		{"a reference", func(o *Options) { o.Columns = []string{"friends.user_id"} }, "friends.user_id: it references users.id: name that, and it moves with it"},
		{"a reference to nothing", func(o *Options) { o.With = []string{"notes.user_id=users.other"} }, `"users.other": no such column`},
		{"a reference of nothing", func(o *Options) { o.With = []string{"notes.other=users.id"} }, `"notes.other": no such column`},
		{"a column that does not stay", func(o *Options) { o.Leave = []string{"notes.other"} }, `-leave "notes.other": no such column`},
		{"a time of no key", func(o *Options) { o.Times = []string{"notes=now"} }, "-time notes=now: no key of this table moves: leave it out"},
		{"a time of no column", func(o *Options) { o.Times = []string{"users=other"} }, "-time users=other: the table has no such column with times: write one of id, manager_id, name, created_at, now"},
		{"no unique key", func(o *Options) { o.Columns = []string{"plain.id"}; o.With = nil; o.Reviewed = nil }, "column plain.id: it has no primary key or unique constraint of its own, so that a value may be that of several rows"},
		{"a unique key of two columns or some rows", func(o *Options) { o.Columns = []string{"some.id"}; o.With = nil; o.Reviewed = nil }, "column some.id: it has no primary key or unique constraint of its own"},
		{"new keys already", func(o *Options) { o.Columns = []string{"made.id"}; o.With = nil; o.Reviewed = nil }, "column made.id: its default makes such keys already"},
	} {
		o := ok
		c.change(&o)
		if _, _, err := Script(t.Context(), o); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// The parts of SQLite's statements.
func TestLiteWords(t *testing.T) {
	for token, want := range map[string]string{"check": "CHECK", "'check'": "", `"check"`: "", "`a`": "", "[a]": "", "-- check": "", "/* check */": "", "": "", "(": "("} {
		if got := word(token); got != want {
			t.Errorf("%q: %q", token, got)
		}
	}
	for token, want := range map[string]string{"id": "id", `"my ""id"`: `my "id`, "`my ``id`": "my `id", "[my id]": "my id", "'it''s'": "it's", "x": "x", "": ""} {
		if got := liteName(token); got != want {
			t.Errorf("%q: %q, want %q", token, got, want)
		}
	}
	for text, want := range map[string]bool{"SELECT id FROM t": true, `SELECT "ID" FROM t`: true, "SELECT 'id'": false, "SELECT ids": false, "-- id\nSELECT 1": false, "SELECT [id]": true} {
		if got := names(text, []string{"id", "n"}); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	for text, want := range map[string][2]int{"(a, (b))": {0, 7}, " /* x */ (a)": {3, 5}, "a (b)": {0, 0}, "": {0, 0}, "((a)": {0, 4}} {
		if begin, end := group(liteTokens.FindAllString(text, -1), 0); begin != want[0] || end != want[1] {
			t.Errorf("%q: %d, %d", text, begin, end)
		}
	}
	if got := first([]string{" ", "-- x", "/* y */", "id", "n"}); got != "id" {
		t.Errorf("the first token is %q", got)
	}
	if got := first([]string{" "}); got != "" {
		t.Errorf("the first token is %q", got)
	}
	lite, err := parseLite("CREATE TABLE t (a, b, PRIMARY KEY (a))")
	if err != nil {
		t.Fatal(err)
	}
	lite.insert("old_id INT")
	lite.renameTo("new")
	if got, want := lite.String(), "CREATE TABLE "+sqltext.PgQuote("new")+" (a, b,\n  old_id INT, PRIMARY KEY (a))"; got != want || lite.columns != 3 || lite.column("B") != 1 || lite.column("PRIMARY") != -1 {
		t.Errorf("%s, %d columns", got, lite.columns)
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want string
	}{{"users", 9, "users"}, {"users", 3, "use"}, {"üb", 1, ""}, {"üb", 2, "ü"}} {
		if got := cut(c.name, c.n); got != c.want {
			t.Errorf("%s to %d: %q", c.name, c.n, got)
		}
	}
	if got := Formats(); !slices.Contains(got, "uuidv7") || !slices.Contains(got, "xid") {
		t.Errorf("formats %q", got)
	}
}
