package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

func TestClockOf(t *testing.T) {
	integer := source.Column{Name: "id", Type: "bigint", Class: source.Integer}
	text := source.Column{Name: "code", Type: "text", Class: source.Text}
	at := func(name, kind string) source.Column {
		return source.Column{Name: name, Type: kind, Class: source.Other}
	}
	for _, c := range []struct {
		want    string
		columns []source.Column
		primary []string
	}{
		{"created_at", []source.Column{text, at("updated_at", "timestamp with time zone"), at("created_at", "timestamp with time zone")}, nil},
		{"creationDate", []source.Column{integer, at("creationDate", "datetime(6)")}, []string{"id"}},
		{"inserted_on", []source.Column{at("seen", "DATETIME"), at("inserted_on", "TIMESTAMP")}, nil},
		{"seen", []source.Column{at("seen", "DATETIME")}, nil},
		{"id", []source.Column{text, integer}, []string{"id"}},
		{"", []source.Column{text, integer}, []string{"id", "code"}}, // of two columns, none alone is in order
		{"", []source.Column{text, integer}, []string{"code"}},
		{"", []source.Column{text, at("birthday", "date"), at("opens", "time without time zone"), at("created", "text")}, nil},
	} {
		table := &source.Table{Columns: c.columns}
		if c.primary != nil {
			table.Indexes = []source.Index{{Primary: true, Columns: c.primary}}
		}
		if got, made := clockOf(table); got != c.want || made != (c.want != "" && c.want != "seen") {
			t.Errorf("%+v: %q, want %q", c.columns, got, c.want)
		}
	}
}

// rows is a database with one table.
type rows struct {
	slow
	sample source.Sample
	asked  []string
}

func (s *rows) Sample(_ context.Context, _ *source.Table, columns []string) source.Sample {
	s.asked = columns
	return s.sample
}

// Each column of a key is in the report, whatever it holds.
func TestEveryKeyIsListed(t *testing.T) {
	table := &source.Table{
		Name: "t", HasPrimary: true,
		Columns: []source.Column{
			{Name: "slug", Type: "text", Class: source.Text}, {Name: "day", Type: "date", Class: source.Other}, {Name: "mail", Type: "text", Class: source.Text},
			{Name: "parent", Type: "bigint", Class: source.Integer}, {Name: "note", Type: "text", Class: source.Text}, {Name: "created_at", Type: "timestamp", Class: source.Other},
		},
		Indexes:    []source.Index{{Name: "t_pkey", Primary: true, Unique: true, Columns: []string{"slug", "day"}}, {Name: "t_mail", Unique: true, Columns: []string{"mail"}}},
		References: []source.Reference{{Columns: []string{"parent"}, Table: "p", To: []string{"id"}}},
	}
	values := map[string][]any{}
	for i := range 200 {
		values["slug"] = append(values["slug"], fmt.Sprintf("a-title-%03d", i))
		values["mail"] = append(values["mail"], fmt.Sprintf("person%d@example.org", i*7919%200))
		values["parent"] = append(values["parent"], nil)
		values["created_at"] = append(values["created_at"], time.Unix(int64(i), 0).UTC().Format(time.DateTime))
	}
	for _, c := range []struct {
		sample source.Sample
		want   []string
	}{
		{source.Sample{Values: values, Rows: 200}, []string{
			"slug [primary] ordered beside created_at: ", "day [primary] unknown beside : values of this type are not read",
			"mail [unique] random beside created_at: ", "parent [foreign] unknown beside : ",
		}},
		{source.Sample{Missing: source.Empty}, []string{
			"slug [primary] unknown beside : the table is empty", "day [primary] unknown beside : the table is empty",
			"mail [unique] unknown beside : the table is empty", "parent [foreign] unknown beside : the table is empty",
		}},
	} {
		s := &rows{sample: c.sample}
		s.tables = []*source.Table{table}
		s.figure = func(string) time.Duration { return 0 }
		r, err := examine(t.Context(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, k := range r.Columns {
			got = append(got, fmt.Sprintf("%s %v %s beside %s: %s", k.Name, k.Roles, k.Order, k.Beside, k.Missing))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		if want := []string{"slug", "mail", "parent", "created_at"}; !slices.Equal(s.asked, want) {
			t.Errorf("the sample has %q, want %q", s.asked, want)
		}
		var indexes []string
		for _, x := range r.Indexes {
			indexes = append(indexes, fmt.Sprintf("%s %s", x.Name, x.Order))
		}
		if want := []string{"t_pkey ordered", "t_mail random"}; c.sample.Missing == "" && !slices.Equal(indexes, want) || c.sample.Missing != "" && indexes != nil {
			t.Errorf("indexes %q", indexes)
		}
		if r.Columns[0].IDs.Form != idkind.Other {
			t.Errorf("the form is %q", r.Columns[0].IDs.Form)
		}
	}
}

// A reference to old rows is in no order, although its kind is.
func TestOrderOfReferences(t *testing.T) {
	const n = 300
	var placed, other, text []any
	for i := range n {
		id := func(i int) any {
			at := 1_780_000_000_000 + i*1_000_000
			return fmt.Sprintf("%08x-%04x-7%03x-8%03x-%012x", at>>16, at&0xFFFF, i*7919%4096, i*6133%4096, uint64(i)*0x9E3779B97F4A7C15>>16)
		}
		placed, other, text = append(placed, id(i)), append(other, id(i*7919%n)), append(text, fmt.Sprintf("INV-%08d", i*7919%n))
	}
	key := func(unique bool, columns ...string) source.Index {
		return source.Index{Unique: unique, Columns: columns}
	}
	for name, c := range map[string]struct {
		values []any
		roles  []Role
		index  source.Index
		sample source.Sample
		want   idkind.Order
	}{
		"primary":                {other, []Role{Primary}, key(true, "c"), source.Sample{Placed: true}, idkind.Ordered},
		"reference":              {other, []Role{Foreign}, key(false, "c"), source.Sample{Placed: true}, idkind.Random},
		"reference, no places":   {other, []Role{Foreign}, key(false, "c"), source.Sample{}, idkind.Unknown},
		"joined, no places":      {other, []Role{Joined}, key(false, "c"), source.Sample{}, idkind.Unknown},
		"lines with their order": {placed, []Role{Primary, Foreign}, key(true, "c", "line"), source.Sample{Placed: true}, idkind.Ordered},
		"of a tenant":            {placed, []Role{Primary}, key(true, "tenant", "c"), source.Sample{}, idkind.Ordered},
		"number":                 {text, []Role{Unique}, key(true, "c"), source.Sample{Placed: true}, idkind.Random},
	} {
		one := inspected{table: &source.Table{Name: "t", Columns: []source.Column{{Name: "c", Class: source.Text}}, Indexes: []source.Index{c.index}}, ids: make(map[string]idkind.Result)}
		r := &Report{Started: time.UnixMilli(1_790_000_000_000)}
		c.sample.Values = map[string][]any{"c": c.values}
		r.column(&one, one.table.Columns[0], c.roles, c.sample, r.isInOrderOfTime(one.table, c.sample))
		if got := r.Columns[0].Order; got != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, got, c.want, r.Columns[0].IDs)
		}
	}
}

// Beside a key that is in no order itself, nothing is seen.
func TestRandomClock(t *testing.T) {
	const n = 300
	for _, random := range []bool{false, true} {
		table := &source.Table{
			Name: "t", HasPrimary: true, Columns: []source.Column{{Name: "id", Type: "bigint", Class: source.Integer}, {Name: "code", Type: "text", Class: source.Text}},
			Indexes: []source.Index{{Name: "p", Primary: true, Unique: true, Clustered: true, Columns: []string{"id"}}, {Name: "u", Unique: true, Columns: []string{"code"}}},
		}
		table.Rows = source.Exactly(n)
		values := map[string][]any{}
		for i := range n {
			id := int64(i)
			if random {
				id = int64(uint64(i) * 0x9E3779B97F4A7C15 >> 1)
			}
			values["id"], values["code"] = append(values["id"], id), append(values["code"], fmt.Sprintf("INV-%08d", i*7919%n))
		}
		s := &rows{sample: source.Sample{Values: values, Rows: n, Placed: true}}
		s.tables, s.figure = []*source.Table{table}, func(string) time.Duration { return 0 }
		r, err := examine(t.Context(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := "random beside id"
		if random {
			want = "unknown beside "
		}
		if got := fmt.Sprintf("%s beside %s", r.Columns[1].Order, r.Columns[1].Beside); got != want {
			t.Errorf("random %v: %s, want %s", random, got, want)
		}
	}
}

// Rows of a few tenants go to the places of these, not to any.
func TestEntryOrder(t *testing.T) {
	for _, c := range []struct {
		order             idkind.Order
		sampled, distinct int
		want              idkind.Order
	}{
		{idkind.Random, 1000, 1000, idkind.Random}, {idkind.Random, 1000, 300, idkind.Random}, {idkind.Random, 1000, 20, idkind.Unknown}, {idkind.Ordered, 1000, 20, idkind.Ordered},
	} {
		if got := entryOrder(KeyColumn{Order: c.order, IDs: idkind.Result{Sampled: c.sampled, Distinct: c.distinct}}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
