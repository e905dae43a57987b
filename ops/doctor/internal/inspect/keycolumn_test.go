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
		if got := clockOf(table); got != c.want {
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
