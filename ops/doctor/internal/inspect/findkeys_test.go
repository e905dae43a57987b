package inspect

import (
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// The rules for the keys of a table: each row breaks one, or is the nearest that does not.
func TestKeyRules(t *testing.T) {
	const (
		noKey  = "no-primary-key of t (warning): the table has no primary key: declare one"
		prefix = "prefix-index of t.id i (warning): the index has 1 characters of each ID: index the whole ID, as bytes docs/columns.md"
	)
	guess := with(v7Text, func(r *idkind.Result) { r.Parts[0].Chance = -2 })
	part := func(n int) source.Index { x := secondary("i", "id", "n"); x.Parts = []int{n, 0}; return x }
	for _, c := range []struct {
		what  string
		table source.Table
		ids   idkind.Result
		want  string
	}{
		{"no key", source.Table{}, v7Text, noKey},
		{"a key of another kind than a B+ tree", source.Table{HasPrimary: true}, v7Text, ""},
		{"a primary key's index", source.Table{Indexes: []source.Index{secondary("i", "n"), primary("p", "n")}}, v7Text, ""},
		{"other indexes", source.Table{Indexes: []source.Index{secondary("i", "id")}}, v7Text, noKey},
		{"one character of each ID", source.Table{HasPrimary: true, Indexes: []source.Index{part(1)}}, v7Text, prefix},
		{"all of each ID", source.Table{HasPrimary: true, Indexes: []source.Index{part(0)}}, v7Text, ""},
		{"one character of other values", source.Table{HasPrimary: true, Indexes: []source.Index{part(1)}}, guess, ""},
	} {
		c.table.Name = "t"
		r := &Report{Server: source.Server{Product: "MySQL"}}
		r.findKeys(&c.table, map[string]idkind.Result{"id": c.ids}, nil)
		if got := inLines(r.Findings); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

// A primary key of SQLite that is no rowid is in a second tree, unless the table has no rowid.
func TestTwoTrees(t *testing.T) {
	const want = "two-trees of t.id sqlite_autoindex_t_1 (info): each row is in two trees, by rowid and by key: declare the table WITHOUT ROWID if its rows are short docs/columns.md"
	ids := map[string]idkind.Result{"id": v7Text}
	for _, c := range []struct {
		product, create string
		ids             map[string]idkind.Result
		want            string
	}{
		{"SQLite", "CREATE TABLE t (id TEXT PRIMARY KEY)", ids, want},
		{"SQLite", "CREATE TABLE t (id TEXT PRIMARY KEY)", nil, ""},
		{"SQLite", "CREATE TABLE t (n TEXT PRIMARY KEY, id TEXT)", ids, ""},
		{"PostgreSQL", "CREATE TABLE t (id TEXT PRIMARY KEY)", ids, ""},
		{"SQLite", "CREATE TABLE t (id TEXT PRIMARY KEY) WITHOUT ROWID", ids, ""},
		{"SQLite", "CREATE TABLE t (id INTEGER PRIMARY KEY)", ids, ""},
		{"SQLite", "CREATE TABLE t (n INTEGER PRIMARY KEY, id TEXT UNIQUE)", ids, ""},
	} {
		r := &Report{Server: source.Server{Product: c.product}}
		r.findKeys(sqliteTables(t, c.create)[0], c.ids, nil)
		if got := inLines(r.Findings); got != c.want {
			t.Errorf("%s: %s: got\n%s\nwant\n%s", c.product, c.create, got, c.want)
		}
	}
}

// A foreign key of IDs has the type and the collation of its key.
func TestForeignKeyType(t *testing.T) {
	text := func(name, collation string) source.Column {
		return source.Column{Name: name, Type: "varchar(36)", Class: source.Text, Collation: collation}
	}
	differs := func(key string) string {
		return "foreign-key-type of orders.user (error): the column is varchar(36) COLLATE C and the key users." + key + " is varchar(36): use one type and collation docs/columns.md"
	}
	users := &source.Table{Name: "users", Columns: []source.Column{text("id", ""), text("mail", "C"), text("tag", "")}, Indexes: []source.Index{secondary("i", "tag"), primary("p", "id")}}
	other := &source.Table{Name: "other", Columns: []source.Column{text("id", "x")}, Indexes: []source.Index{primary("p", "id")}}
	tables := []inspected{{table: other}, {table: users}}
	for _, c := range []struct {
		what string
		to   []string
		ids  idkind.Result
		as   string // the collation of the column
		want string
	}{
		{"another collation", []string{"id"}, v7Text, "C", differs("id")},
		{"of the primary key, which is not named", nil, v7Text, "C", differs("id")},
		{"of the primary key, without a name", []string{""}, v7Text, "C", differs("id")},
		{"of another key", []string{"tag"}, v7Text, "C", differs("tag")},
		{"the same collation", []string{"mail"}, v7Text, "C", ""},
		{"no IDs", []string{"id"}, idkind.Result{}, "C", ""},
		{"no such column", []string{"elsewhere"}, v7Text, "C", ""},
	} {
		orders := &source.Table{Name: "orders", HasPrimary: true, Columns: []source.Column{text("id", "x"), text("user", c.as)}, References: []source.Reference{{Columns: []string{"user"}, Table: "users", To: c.to}, {Columns: []string{"user"}, Table: "elsewhere", To: c.to}}}
		r := &Report{}
		r.findKeys(orders, map[string]idkind.Result{"user": c.ids}, append(tables, inspected{table: orders}))
		if got := inLines(r.Findings); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}
