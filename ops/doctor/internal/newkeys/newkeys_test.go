package newkeys

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

func TestRenamed(t *testing.T) {
	names := map[string]string{"id": "new_id", "User": "new_User"}
	for _, c := range []struct{ expression, want string }{
		{"(id IS NOT NULL)", `("new_id" IS NOT NULL)`},
		{`((status)::text = 'id'::text) AND ("User" = id)`, `((status)::text = 'id'::text) AND ("new_User" = "new_id")`},
		{"USING btree (id, id2 DESC NULLS LAST) INCLUDE (name) WHERE (id <> paid)", `USING btree ("new_id", id2 DESC NULLS LAST) INCLUDE (name) WHERE ("new_id" <> paid)`},
		{"id(x) = y::id", "id(x) = y::id"},
		{"user = 'it''s id'", "user = 'it''s id'"},
	} {
		if got := renamed(c.expression, names); got != c.want {
			t.Errorf("renamed(%s) = %s, want %s", c.expression, got, c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	const zoned = "timestamp with time zone"
	for _, c := range []struct {
		times   []string
		columns []timed
		want    string // the column, or a part of the error
	}{
		{nil, []timed{{"updated_at", zoned}, {"created_at", zoned}}, "created_at"},
		{nil, []timed{{"createdAt", zoned}}, "createdAt"},
		{nil, []timed{{"updated_at", zoned}}, "has no column created_at"},
		{nil, []timed{{"created_at", zoned}, {"inserted_at", zoned}}, "has created_at and inserted_at"},
		{[]string{"users=updated_at"}, []timed{{"updated_at", zoned}, {"created_at", zoned}}, "updated_at"},
		{[]string{"public.users=updated_at"}, []timed{{"updated_at", zoned}}, "updated_at"},
		{[]string{"users=now"}, []timed{{"created_at", zoned}}, ""},
		{[]string{"users=name"}, []timed{{"created_at", zoned}}, "write one of created_at, now"},
		{[]string{"users"}, nil, "write table=column"},
		{[]string{"orders=now"}, []timed{{"created_at", zoned}}, "created_at"},
	} {
		p := &plan{options: Options{Times: c.times}}
		got, err := p.choose("public.users", c.columns)
		if err == nil && got.column != c.want || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q of %v: %v, %v, want %s", c.times, c.columns, got, err, c.want)
		}
	}
}

func TestUnqualified(t *testing.T) {
	for name, want := range map[string]string{"users": "users", "public.users": "users", `public."Users"`: "Users", `"my.app"."my.users"`: "my.users"} {
		if got := unqualified(name); got != want {
			t.Errorf("unqualified(%s) = %s, want %s", name, got, want)
		}
	}
}

// found finds the same references of each key.
type found []joined.Reference

func (f found) Of(context.Context, joined.Column) ([]joined.Reference, error) { return f, nil }
func (f found) Unread(joined.Column) map[string]string                        { return nil }
func (f found) Missing(joined.Column) map[joined.Column]string                { return nil }
func (f found) Failed() []string                                              { return nil }

// Columns come with the keys that they reference, and a table after those that it references.
func TestBuild(t *testing.T) {
	edges := map[string]string{"orders.user_id": "users.id", "items.order_id": "orders.id", "users.manager_id": "users.id", "profiles.user_id": "users.id", "visits.user_id": "profiles.user_id", "both.id": "users.id"}
	column := func(name string) joined.Column {
		table, c, _ := strings.Cut(name, ".")
		return joined.Column{Table: table, Name: c}
	}
	for _, c := range []struct {
		columns, with []string
		want          string // the columns with their keys, in the order of the tables, or a part of the error
	}{
		{[]string{"orders.id", "users.id"}, nil, "users.id users.manager_id>users.id orders.id orders.user_id>users.id items.order_id>orders.id profiles.user_id>users.id visits.user_id>users.id both.id>users.id"},
		{[]string{"orders.id"}, []string{"logs.of=orders.id"}, "orders.id items.order_id>orders.id logs.of>orders.id"},
		{[]string{"profiles.user_id"}, nil, "it references users.id: name that"},
		{[]string{"users.id", "profiles.user_id"}, nil, "leave it out, because it moves with it"},
		{[]string{"orders.id"}, []string{"logs.of=users.id"}, "users.id does not move: name it too"},
		{[]string{"users.id", "orders.id"}, []string{"both.id=orders.id"}, "it references both users.id and orders.id"},
		{[]string{"users.id"}, []string{"logs.of"}, "write child.column=table.key"},
	} {
		p := &plan{options: Options{Columns: c.columns, With: c.with}, finder: found(nil)}
		err := p.build(t.Context(), func(_ context.Context, name string) (joined.Column, error) { return column(name), nil },
			func(_ context.Context, of joined.Column) (list []edge, err error) {
				for child, parent := range edges {
					if column(child) == of || column(parent) == of {
						list = append(list, edge{child: column(child), parent: column(parent), name: "foreign key"})
					}
				}
				return list, nil
			})
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: %v, want %s", c.columns, err, c.want)
			}
			continue
		}
		p.order()
		var got []string
		for i, table := range p.tables {
			for _, x := range table.columns {
				if s := x.String(); x.root != nil {
					got = append(got, s+">"+x.root.String())
					if slices.Index(p.tables, x.root.table) > i {
						t.Errorf("%s comes before %s", x, x.root)
					}
				} else {
					got = append(got, s)
				}
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", c.columns, got, want)
		}
	}
}

// What becomes of columns that hold keys without a foreign key.
func TestByValue(t *testing.T) {
	of := func(name string) joined.Column { return joined.Column{Table: "logs", Name: name} }
	users := joined.Column{Table: "users", Name: "id"}
	list := []joined.Reference{
		{Child: of("user_id"), Key: users, Verdict: joined.Joined, Asked: 3, Found: 3, ChildForm: "integer", KeyForm: "integer"},
		{Child: of("payer"), Key: users, Verdict: joined.Unclear, Asked: 3, Found: 3},
		{Child: of("left"), Key: users, Verdict: joined.Unclear, Asked: 3, Found: 3},
		{Child: of("target"), Key: users, Verdict: joined.Unclear, Asked: 3, Found: 1, ByID: true, Others: []joined.Column{{Table: "posts", Name: "id"}}},
		{Child: of("spelled"), Key: users, Verdict: joined.Joined, Asked: 3, Found: 3, ChildForm: joined.FormUUID, KeyForm: joined.FormBytes},
		{Child: of("far"), Key: users, Verdict: joined.Joined, Asked: 3, Found: 3, Foreign: true},
		{Child: of("data"), Key: users, Verdict: joined.Joined, Asked: 3, Found: 3, Inside: true},
		{Child: of("user_code"), Key: users, Verdict: joined.Different, Asked: 3},
	}
	p := &plan{options: Options{Columns: []string{"users.id"}, Leave: []string{"logs.left", "logs.other"}}, finder: found(list)}
	err := p.build(t.Context(), func(_ context.Context, name string) (joined.Column, error) {
		table, c, _ := strings.Cut(name, ".")
		return joined.Column{Table: table, Name: c}, nil
	}, func(context.Context, joined.Column) ([]edge, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	var moved []string
	for _, c := range p.references() {
		moved = append(moved, c.String())
	}
	if !slices.Equal(moved, []string{"logs.user_id"}) {
		t.Errorf("moved are %q", moved)
	}
	for i, want := range []string{
		"column logs.payer: all of 3 sampled values of it are keys of users.id: add -with logs.payer=users.id if it references that, or -leave logs.payer if it does not",
		"column logs.target: 1 of 3 sampled values of it are keys of users.id, and others of posts.id: a column can have the keys of one table only: change it before, or add -leave logs.target",
		"column logs.spelled: all of 3 sampled values of it are keys of users.id, as UUID text where the key is bytes: bring both into one form before, or add -leave logs.spelled",
		"column logs.far: all of 3 sampled values of it are keys of users.id, and it is of a foreign table, which the script does not change: add -leave logs.far",
	} {
		if i >= len(p.Refused) || p.Refused[i] != want {
			t.Errorf("refused are %q, want %q", p.Refused, want)
		}
	}
	for i, want := range []string{"logs.user_id moves too", "logs.left stays as it is", "logs.data stays as it is: values inside of it", "logs.user_code stays as it is", "-leave logs.other: nothing needs it"} {
		if i >= len(p.Notes) || !strings.HasPrefix(p.Notes[i], want) {
			t.Errorf("notes are %q, want %q", p.Notes, want)
		}
	}
}

func TestMissing(t *testing.T) {
	f, err := formatOf("xid")
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range []string{"postgres", "mysql", "mariadb"} {
		if got := f.missing(server).Error(); !strings.Contains(got, "sortid migrations -server "+server+" -tool TOOL -formats uid11 ") {
			t.Errorf("%s: %s", server, got)
		}
	}
}

// Rows are numbered for one key of a table: by a format whose IDs are numbers of a millisecond, or by the order of the old
// keys where no column has their time.
func TestNumberable(t *testing.T) {
	for _, c := range []struct {
		to, clock string
		keys      int
		refused   bool
	}{
		{"xid", "created_at", 1, false}, {"xid", "created_at", 2, true}, {"wiji", "", 1, false}, {"wiji", "", 2, true}, {"wiji", "created_at", 2, false}, {"xid", "", 0, false},
	} {
		f, err := formatOf(c.to)
		if err != nil {
			t.Fatal(err)
		}
		p := &plan{format: f}
		users := p.table("users")
		users.clock.column = c.clock
		for range c.keys {
			users.columns = append(users.columns, &column{table: users})
		}
		p.numberable()
		if got := len(p.Refused) > 0; got != c.refused {
			t.Errorf("%+v: refused %q", c, p.Refused)
		}
	}
}
