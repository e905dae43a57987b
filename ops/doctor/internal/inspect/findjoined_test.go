package inspect

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// A column that joins tables without a foreign key changes its type with that of the key, also if it is part of
// a key itself; of two tables with the same keys, one is the other's.
func TestListJoined(t *testing.T) {
	table := func(name string, columns []string, primary ...string) *source.Table {
		t := &source.Table{Name: name, HasPrimary: true, Indexes: []source.Index{{Name: "p", Primary: true, Unique: true, Columns: primary}}}
		for _, c := range columns {
			t.Columns = append(t.Columns, source.Column{Name: c, Type: "char(36)", Class: source.Text})
		}
		return t
	}
	s := &rows{sample: source.Sample{Values: map[string][]any{}}}
	for i := range 200 {
		n := uint64(i+1) * 0x9E3779B97F4A7C15
		id := fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", n>>32, n>>16&0xFFFF, n>>4&0xFFF, n*31>>52, n*0xBF58476D1CE4E5B9>>16)
		for _, c := range []string{"id", "user_id", "owner_id"} {
			s.sample.Values[c] = append(s.sample.Values[c], id)
		}
	}
	s.figure = func(string) time.Duration { return 0 }
	r := &Report{Server: s.Server(), Started: time.Now()}
	var tables []inspected
	for _, one := range []*source.Table{table("users", []string{"id"}, "id"), table("profiles", []string{"id"}, "id"), table("members", []string{"user_id", "group_id", "owner_id"}, "user_id", "group_id")} {
		tables = append(tables, r.kinds(t.Context(), s, one))
	}
	for _, f := range []struct{ parent, child, column string }{{"users", "members", "user_id"}, {"users", "members", "user_id"}, {"users", "members", "owner_id"}, {"users", "profiles", "id"}, {"profiles", "users", "id"}, {"profiles", "members", "user_id"}} {
		named := func(name string) *inspected {
			return &tables[slices.IndexFunc(tables, func(o inspected) bool { return o.table.Name == name })]
		}
		r.listJoined(t.Context(), s, named(f.parent), "id", joined.Reference{Child: joined.Column{Table: f.child, Name: f.column}, Key: joined.Column{Table: f.parent, Name: "id"}, Verdict: joined.Joined}, named(f.child))
	}
	var got []string
	for _, c := range r.Columns {
		got = append(got, fmt.Sprintf("%s.%s %v", c.Table, c.Name, c.Roles))
	}
	for _, p := range tables {
		for _, o := range tables {
			got = append(got, fmt.Sprintf("%s of %s: %v", o.table.Name, p.table.Name, o.referencing(p.table.Name, "id")))
		}
		for _, c := range p.table.Columns {
			if r.followsJoined(p, c.Name, tables) {
				got = append(got, p.table.Name+"."+c.Name+" follows")
			}
		}
	}
	want := `users.id [primary]
profiles.id [primary joined]
members.user_id [primary joined]
members.group_id [primary]
members.owner_id [joined]
users of users: []
profiles of users: [id]
members of users: [user_id owner_id]
users of profiles: []
profiles of profiles: []
members of profiles: [user_id]
profiles.id follows
users of members: []
profiles of members: []
members of members: []
members.user_id follows
members.owner_id follows`
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if ids := tables[0].ids["id"]; ids.Order() != idkind.Random || !ids.IsKnown() {
		t.Errorf("the keys are %+v", ids)
	}
}

// A column that holds keys of another table is found by its values, also if that table comes first or has a key of
// several columns; its form and type are compared.
func TestFindJoined(t *testing.T) {
	file := sqliteFile(t,
		"CREATE TABLE bills (n INTEGER PRIMARY KEY, user_id BLOB)", "CREATE TABLE logs (note TEXT)", "CREATE TABLE members (user_id TEXT, n INTEGER, PRIMARY KEY (user_id, n))", "CREATE TABLE users (id TEXT PRIMARY KEY)", "CREATE TABLE visits (id INTEGER PRIMARY KEY, user_id TEXT)")
	fill(t, file, 60)
	s, list := openFile(t, file)
	r := &Report{Server: s.Server(), Started: time.Now()}
	var tables []inspected
	for _, one := range list {
		tables = append(tables, r.kinds(t.Context(), s, one))
	}
	r.Notes = nil
	r.findJoined(t.Context(), s, tables, time.Now().Add(time.Hour))
	compare(t, inLines(r.Findings), `joined-forms of bills.user_id (error): 60 of 60 sampled values are keys of users.id, as bytes in BLOB, which has UUID text in TEXT: SELECT COUNT(*) FROM "bills" AS c JOIN "users" AS k ON k."id" = c."user_id" finds none of them. Use one form docs/moving.md#texts-to-uuid-or-binary16`)
	var got []string
	for _, one := range tables {
		got = append(got, fmt.Sprintf("%s %v", one.table.Name, one.joined))
	}
	compare(t, strings.Join(got, "\n"), `
bills [{[user_id] users [id]}]
logs []
members [{[user_id] users [id]}]
users []
visits [{[user_id] users [id]}]`)
	if len(r.Notes) > 0 {
		t.Errorf("notes %q", r.Notes)
	}
}

// ending is a database on which the time ends when the first values are read.
type ending struct {
	source.Source
	end func()
}

func (e ending) Query(ctx context.Context, query string, each func(*sql.Rows) error) error {
	if strings.Contains(query, "DISTINCT") {
		e.end()
	}
	return e.Source.Query(ctx, query, each)
}

// The end of the time has one note, whatever tables there are still.
func TestFindJoinedUntilTheEnd(t *testing.T) {
	file := sqliteFile(t, "CREATE TABLE bills (id TEXT PRIMARY KEY, user_id TEXT)", "CREATE TABLE users (id TEXT PRIMARY KEY, bill_id TEXT)")
	s, list := openFile(t, file)
	var tables []inspected
	for _, one := range list {
		tables = append(tables, inspected{table: one, ids: map[string]idkind.Result{"id": v4Text}})
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := &Report{Server: s.Server()}
	r.findJoined(ctx, ending{s, cancel}, tables, time.Now().Add(time.Hour))
	if want := []string{"not all columns without foreign keys were compared with the keys that they hold: context canceled"}; !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q", r.Notes)
	}
}

// fill adds rows with the same UUIDs to the tables of TestFindJoined.
func fill(t *testing.T, file string, rows int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range randomTexts(rows) {
		for _, s := range []string{"INSERT INTO users VALUES (?2)", "INSERT INTO visits VALUES (?1, ?2)", "INSERT INTO bills VALUES (?1, unhex(?2, '-'))", "INSERT INTO members VALUES (?2, ?1)"} {
			if _, err := tx.ExecContext(t.Context(), s, i+1, id); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// The columns of a database are read once; if they cannot be, nothing is compared, and a note says so.
func TestFinder(t *testing.T) {
	s := speaking(t, "PostgreSQL")
	r := &Report{Server: s.Server()}
	for range 2 {
		if f, err := r.references(t.Context(), s); f == nil || err != nil {
			t.Fatalf("got %v, %v", f, err)
		}
	}
	if first := len(s.asked); first == 0 {
		t.Error("the catalog was not read")
	} else if _, _ = r.references(t.Context(), s); len(s.asked) != first {
		t.Errorf("asked %q", s.asked)
	}
	s.err = errors.New("no right")
	r = &Report{Server: s.Server()}
	if f, err := r.references(t.Context(), s); f != nil || err == nil || err.Error() != "no right" {
		t.Errorf("got %v, %v", f, err)
	}
	r.findJoined(t.Context(), s, []inspected{{table: s.tables[0], ids: map[string]idkind.Result{"id": v4Text}}}, time.Now().Add(time.Hour))
	if want := []string{"not all columns without foreign keys were compared with the keys that they hold: no right"}; !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q", r.Notes)
	}
}

// A reference without a foreign key has the form and the type of its key.
func TestFindDifference(t *testing.T) {
	tables := sqliteTables(t, "CREATE TABLE bills (user_id TEXT COLLATE NOCASE UNIQUE, same TEXT, owner INTEGER)", "CREATE TABLE users (id TEXT PRIMARY KEY)")
	bills, users := tables[0], tables[1]
	bills.References = []source.Reference{{Columns: []string{"owner"}, Table: "users", To: []string{"id"}}}
	const (
		forms   = "joined-forms of bills.%s (error): 7 of 9 sampled values are keys of users.id, as bytes in %s, which has text in TEXT: SELECT COUNT(*) FROM \"bills\" AS c JOIN \"users\" AS k ON k.\"id\" = c.\"%s\" finds none of them. Use one form docs/moving.md#texts-to-uuid-or-binary16"
		collate = "joined-forms of bills.user_id (error): 7 of 9 sampled values are keys of users.id, but the column is TEXT COLLATE NOCASE and the key TEXT: SELECT COUNT(*) FROM \"bills\" AS c JOIN \"users\" AS k ON k.\"id\" = c.\"user_id\" converts each value. Use one type and collation docs/moving.md#texts-to-uuid-or-binary16"
	)
	backticks := strings.NewReplacer(`k."id"`, "k.`id`", `c."user_id"`, "c.`user_id`", `c."same"`, "c.`same`")
	for _, c := range []struct {
		what, product, column string
		found                 int
		form                  string
		want                  string
	}{
		{"another form", "SQLite", "same", 7, "bytes", fmt.Sprintf(forms, "same", "TEXT", "same")},
		{"another form on MySQL", "MySQL", "same", 7, "bytes", backticks.Replace(fmt.Sprintf(forms, "same", "TEXT", "same"))},
		{"another form on MariaDB", "MariaDB", "same", 7, "bytes", backticks.Replace(fmt.Sprintf(forms, "same", "TEXT", "same"))},
		{"another form on PostgreSQL", "PostgreSQL", "same", 7, "bytes", fmt.Sprintf(forms, "same", "TEXT", "same")},
		{"another form and collation", "SQLite", "user_id", 7, "bytes", fmt.Sprintf(forms, "user_id", "TEXT COLLATE NOCASE", "user_id")},
		{"another collation", "SQLite", "user_id", 7, "text", collate},
		{"the same", "SQLite", "same", 7, "text", ""},
		{"no keys", "SQLite", "user_id", 0, "bytes", ""},
		{"a foreign key", "SQLite", "owner", 7, "bytes", ""},
	} {
		r := &Report{Server: source.Server{Product: c.product}}
		r.findDifference(users, "id", joined.Reference{Child: joined.Column{Table: "bills", Name: c.column}, Asked: 9, Found: c.found, ChildForm: c.form, KeyForm: "text"}, bills)
		if got := inLines(r.Findings); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

// Only a column that surely holds keys is listed, and not one with a foreign key, of a type that is not read, or that a
// key references in turn.
func TestWhatJoins(t *testing.T) {
	parent := &inspected{table: table("users", 0, 1, primary("p", "id"))}
	for _, c := range []struct {
		what    string
		column  string
		verdict joined.Verdict
		want    bool
	}{
		{"keys", "user_id", joined.Joined, true}, {"some keys", "user_id", joined.Unclear, false}, {"no keys", "user_id", joined.Different, false},
		{"no column", "elsewhere", joined.Joined, false}, {"a type that is not read", "at", joined.Joined, false}, {"a foreign key", "owner", joined.Joined, false}, {"a key of which the other one is", "back", joined.Joined, false},
	} {
		parent.table.References = []source.Reference{{Columns: []string{"id"}, Table: "bills", To: []string{"back"}}}
		child := &inspected{table: table("bills", 0, 1, primary("p", "user_id"), secondary("i", "owner"), secondary("j", "at"), secondary("k", "back")), ids: map[string]idkind.Result{}}
		child.table.Columns[2].Class = source.Other
		child.table.References = []source.Reference{{Columns: []string{"owner"}, Table: "users", To: []string{"id"}}}
		s := &talk{answers: &answers{t: t, product: "MySQL"}, samples: map[string]source.Sample{"bills": sampleOf("user_id", randomTexts(60))}}
		r := &Report{Server: s.Server(), Started: time.Now()}
		r.listJoined(t.Context(), s, parent, "id", joined.Reference{Child: joined.Column{Table: "bills", Name: c.column}, Verdict: c.verdict}, child)
		if got := len(child.joined) == 1; got != c.want || slices.Contains(child.keys, c.column) != c.want || len(r.Columns) == 1 != c.want {
			t.Errorf("%s: joined %v, keys %q, columns %+v", c.what, child.joined, child.keys, r.Columns)
		}
	}
}

// A column follows the type of a key that it holds if that changes.
func TestFollowsJoined(t *testing.T) {
	user := []source.Reference{{Columns: []string{"user_id"}, Table: "users", To: []string{"id"}}}
	child := func(list []source.Reference) inspected {
		return inspected{table: table("bills", 0, 1, primary("p", "user_id", "id")), joined: list}
	}
	guess := with(v4Text, func(r *idkind.Result) { r.Parts[0].Chance = -2 })
	for _, c := range []struct {
		what   string
		child  inspected
		column string
		parent string
		class  source.Class
		ids    idkind.Result
		want   bool
	}{
		{"a text", child(user), "user_id", "users", source.Text, v4Text, true},
		{"another column", child(user), "id", "users", source.Text, v4Text, false},
		{"nothing joined", child(nil), "user_id", "users", source.Text, v4Text, false},
		{"a type that stays", child(user), "user_id", "users", source.UUID, v4Bytes, false},
		{"a guess", child(user), "user_id", "users", source.Text, guess, false},
		{"a table that was not inspected", child(user), "user_id", "others", source.Text, v4Text, false},
		{"a key that is not there", child([]source.Reference{{Columns: []string{"user_id"}, Table: "users", To: []string{"n"}}}), "user_id", "users", source.Text, v4Text, false},
	} {
		parent := inspected{table: table(c.parent, 0, 1, primary("p", "id")), ids: map[string]idkind.Result{"id": c.ids, "": v4Text}}
		parent.table.Columns[0].Class = c.class
		r := &Report{Server: source.Server{Product: "PostgreSQL"}}
		if got := r.followsJoined(c.child, c.column, []inspected{c.child, parent}); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// Package joined knows a table of PostgreSQL by its quoted name, and others by their own.
func TestJoinedName(t *testing.T) {
	table := sqliteTables(t, `CREATE TABLE "My Table" (id TEXT)`)[0]
	for product, want := range map[string]string{"PostgreSQL": `"My Table".id`, "MySQL": "My Table.id", "SQLite": "My Table.id"} {
		if got := joinedName(source.Server{Product: product}, table, "id").String(); got != want {
			t.Errorf("%s: %s, want %s", product, got, want)
		}
	}
}
