package inspect

import (
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
