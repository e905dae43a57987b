package inventory

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// What only the text of CREATE TABLE says is read from it, whatever else that holds.
func TestDeclared(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"id INTEGER PRIMARY KEY AUTOINCREMENT", "x.id AUTOINCREMENT=yes"},
		{"id INTEGER, name TEXT COLLATE nocase NOT NULL", "x.id | x.name collation=NOCASE"},
		{"a INT CHECK (a > 0 AND (a < 5)), b INT", "x.a | check (a > 0 AND ( a < 5 )) of x definition=a > 0 AND ( a < 5 ) | x.b"},
		{"a INT, CONSTRAINT small CHECK (a<=5)", "x.a | check small of x definition=a <= 5"},
		{"a INT AS (b * 2) STORED, b INT GENERATED ALWAYS AS (1)", "x.a expression=b * 2 | x.b expression=1"},
		{"a INT CONSTRAINT once UNIQUE ON CONFLICT IGNORE", "x.a | unique constraint (a) of x ON CONFLICT=IGNORE constraint=once"},
		{`"a b" INT, c, CONSTRAINT pair UNIQUE ("a b", c DESC)`, "x.a b | x.c | unique constraint (a b, c) of x constraint=pair"},
		{"a REFERENCES y (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED", "x.a | foreign key (a) of x deferrable=initially deferred"},
		{"a, b, CONSTRAINT k FOREIGN KEY (a, b) REFERENCES y (a, b)", "x.a | x.b | foreign key (a, b) of x constraint=k"},
		{"a NOT DEFERRABLE, b", "x.a | x.b"},
		{"a, PRIMARY KEY (a) ON CONFLICT REPLACE", "x.a | table x ON CONFLICT=REPLACE"},
		{"a TEXT DEFAULT 'CHECK (1), COLLATE', -- CHECK (2), b\n c /* , d */ INT DEFAULT (1 + (2)), [check] INT, `unique` INT", "x.a | x.c | x.check | x.unique"},
		{"a TEXT DEFAULT 'it''s, (', b", "x.a | x.b"},
		{"[a] INT CHECK ([a] <> '')", "x.a | check (a <> '') of x definition=a <> ''"},
		{"", ""},
	} {
		var got []string
		for _, o := range declared("x", "CREATE TABLE x ("+c.body+") WITHOUT ROWID") {
			s := o.String()
			for _, name := range slices.Sorted(maps.Keys(o.Properties)) {
				s += fmt.Sprintf(" %s=%s", name, o.Properties[name])
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " | "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, s, c.want)
		}
	}
	// A text that ends too early is no reason to panic.
	for _, text := range []string{"", "CREATE TABLE x", "CREATE TABLE x (", "CREATE TABLE x (a CHECK", "CREATE TABLE x (a CHECK (", "CREATE TABLE x (a CONSTRAINT", "CREATE TABLE x ('", `CREATE TABLE x ("`, "CREATE TABLE x (FOREIGN KEY", "CREATE TABLE x (a COLLATE", "CREATE TABLE x (PRIMARY", "CREATE TABLE x (UNIQUE ( /*"} {
		declared("x", text)
	}
}
