package newkeys

import (
	"strings"
	"testing"
)

func TestLiteTable(t *testing.T) {
	for _, c := range []struct{ statement, column, fallback, want string }{
		{"CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, n)", "id", "f()", "CREATE TABLE a(id BLOB NOT NULL DEFAULT (f()) PRIMARY KEY , n)"},
		{"CREATE TABLE \"a(b\" (\"id\" varchar(36) NOT NULL DEFAULT (x('a, b', (1))) PRIMARY KEY -- the key, (\n) STRICT", "id", "f()", "CREATE TABLE \"a(b\" (\"id\" BLOB DEFAULT (f()) NOT NULL  PRIMARY KEY -- the key, (\n) STRICT"},
		{"CREATE TABLE a (n INT, [up] INT NULL DEFAULT NULL REFERENCES a (id) ON DELETE SET NULL ON UPDATE SET DEFAULT, CHECK (n > 0))", "up", "", "CREATE TABLE a (n INT, [up] BLOB NULL  REFERENCES a (id) ON DELETE SET NULL ON UPDATE SET DEFAULT, CHECK (n > 0))"},
		{"CREATE TABLE a (id PRIMARY KEY, up)", "up", "", "CREATE TABLE a (id PRIMARY KEY, up BLOB)"},
		{"CREATE TABLE a (id TEXT COLLATE BINARY UNIQUE DEFAULT -5, x)", "id", "f()", "CREATE TABLE a (id BLOB NOT NULL DEFAULT (f()) UNIQUE , x)"},
		{"CREATE TABLE a (id TEXT COLLATE NOCASE, x)", "id", "f()", "its collation NOCASE"},
		{"CREATE TABLE a (id INT AS (x + 1) STORED, x)", "id", "f()", "it is generated"},
		{"CREATE TABLE a (up INT DEFAULT 5)", "up", "", "its default 5 is an old key"},
		{"CREATE TABLE a (x)", "id", "", "has no column id"},
	} {
		table, err := parseLite(c.statement)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.String(); got != c.statement {
			t.Errorf("%s is read as %s", c.statement, got)
		}
		if _, err = table.change(c.column, "BLOB", c.fallback); err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.statement, err, c.want)
			}
			continue
		}
		if got := table.String(); got != c.want {
			t.Errorf("%s becomes\n%s, want\n%s", c.statement, got, c.want)
		}
	}
	for _, statement := range []string{"CREATE TABLE a AS SELECT 1", "CREATE VIRTUAL TABLE a USING fts5(x)", "CREATE TABLE a (b"} {
		if _, err := parseLite(statement); err == nil {
			t.Errorf("%s: no error", statement)
		}
	}
}
