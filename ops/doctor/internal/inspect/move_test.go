package inspect

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/recorded"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

func TestMoveForm(t *testing.T) {
	kind := part("UUIDv7", idkind.Ordered)
	for _, c := range []struct {
		ids  idkind.Result
		want string
	}{
		{idsOf(idkind.UUIDText, 36, kind), "uuid"}, {idsOf(idkind.UUIDBrace, 38, kind), ""},
		{idsOf(idkind.Hex, 32, kind), "hex"}, {idsOf(idkind.Hex, 24, kind), ""}, {idsOf(idkind.Hex, 40, kind), ""}, {idsOf(idkind.Base58, 32, kind), ""},
		{idsOf(idkind.Base32, 26, part("Wiji", idkind.Ordered)), "wiji"}, {idsOf(idkind.Base32, 26, part("ULID", idkind.Ordered)), "ulid"}, {idsOf(idkind.Base32, 13, part("XID", idkind.Ordered)), ""}, {idsOf(idkind.Base58, 26, kind), ""},
		{idsOf(idkind.Base32, 26, part("ULID", idkind.Ordered), part("Wiji", idkind.Ordered)), "ulid"}, {idsOf(idkind.Base58, 26, part("Wiji", idkind.Ordered)), ""},
		{idsOf(idkind.Base32Hex, 32, part("SCRU160", idkind.Ordered)), "scru160"}, {idsOf(idkind.Base32Hex, 20, part("XID", idkind.Ordered)), ""}, {idsOf(idkind.Base58, 32, part("SCRU160", idkind.Ordered)), ""},
		{idsOf(idkind.Base32Hex, 32, kind, part("SCRU160", idkind.Ordered)), ""},
		{idsOf(idkind.Raw, 16, kind), "bytes"}, {idsOf(idkind.Raw, 20, kind), ""}, {idsOf(idkind.Text, 16, kind), ""},
		{with(idsOf(idkind.UUIDText, 36, kind), func(r *idkind.Result) { r.Prefix = "user" }), ""},
	} {
		if got := moveForm(c.ids); got != c.want {
			t.Errorf("%s of %d, %s: %q, want %q", c.ids.Form, c.ids.Length, c.ids.Parts[0].Name, got, c.want)
		}
	}
}

// The name of a table is quoted for PostgreSQL if it must, and for a shell if that reads it otherwise. A partitioned
// table is named as the one that was read.
func TestMoveCommand(t *testing.T) {
	odd := sqliteTables(t, `CREATE TABLE "My Table" (id TEXT)`)[0]
	partitioned := *odd
	partitioned.Partitions = 3
	plain := &source.Table{Name: "app.users"}
	for _, c := range []struct {
		product    string
		table      *source.Table
		from, want string
	}{
		{"PostgreSQL", plain, "uuid", "doctor move DSN app.users.id > move.sql"},
		{"MySQL", plain, "hex", "doctor move -from hex DSN app.users.id > move.sql"},
		{"PostgreSQL", odd, "uuid", `doctor move DSN '"My Table".id' > move.sql`},
		{"PostgreSQL", &partitioned, "uuid", "doctor move DSN 'My Table.id' > move.sql"},
		{"MySQL", odd, "uuid", "doctor move DSN 'My Table.id' > move.sql"},
		{"MySQL", &source.Table{Name: "it's"}, "uuid", `doctor move DSN 'it'\''s.id' > move.sql`},
	} {
		if got := moveCommand(c.from, moveName(source.Server{Product: c.product}, c.table, source.Column{Name: "id"})); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.product, c.table.Name, got, c.want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for s, want := range map[float64]string{0: "1 s", 0.9: "1 s", 1: "1 s", 2.4: "2 s", 119: "119 s", 120: "2 minutes", 7199: "120 minutes", 7200: "2 hours", 36000: "10 hours"} {
		if got := seconds(s); got != want {
			t.Errorf("%g: %q, want %q", s, got, want)
		}
	}
}

// A plan says which statements write the tables again and how long others wait; a script that is refused says why.
func TestPlanSteps(t *testing.T) {
	m := move.Move{Changes: []string{"ALTER TABLE users …"}, Tables: []string{"public.users", "app.orders"}}
	for _, c := range []struct {
		what, product string
		bytes         source.Figure
		err           error
		want          string
	}{
		{"1 GiB", "PostgreSQL", source.Exactly(1 << 30), nil, "Of its statements, these write the tables again:\nReaders and writers of users and app.orders wait meanwhile: some 18 s, at 18 s a GiB as in docs/moving.md."},
		{"2 GiB", "MySQL", source.Exactly(2 << 30), nil, "Of its statements, these write the tables again:\nReaders and writers of users and app.orders wait meanwhile: some 70 s, at 35 s a GiB as in docs/moving.md."},
		{"10 GiB", "MariaDB", source.Exactly(10 << 30), nil, "Of its statements, these write the tables again:\nReaders and writers of users and app.orders wait meanwhile: some 5 minutes, at 29 s a GiB as in docs/moving.md."},
		{"of unknown size", "MySQL", source.Unknown("not read"), nil, "Of its statements, these write the tables again:\nReaders and writers of users and app.orders wait meanwhile."},
		{"refused", "MySQL", source.Exactly(1), &move.RefusedError{Items: []string{"a view", "a trigger"}}, "It prints none before you have looked at these: a view; a trigger."},
		{"not planned", "MySQL", source.Exactly(1), errors.New("no right"), "It was not planned here: no right."},
	} {
		steps := planSteps(c.product, m, c.bytes, c.err)
		if got := inSteps(steps); got != c.want || c.err == nil && !slices.Equal(steps[0].Code, m.Changes) {
			t.Errorf("%s: got %q, code %q, want %q", c.what, got, steps[0].Code, c.want)
		}
	}
	if m.Tables[0] != "public.users" {
		t.Errorf("the plan's own tables are changed: %q", m.Tables)
	}
}

// The plan is of the column with the form that it has; without the catalog there is none.
func TestMoveStepsOfNothing(t *testing.T) {
	a := &answers{t: t, product: "SQLite"}
	r := &Report{Server: a.Server()}
	steps := r.moveSteps(t.Context(), a, &source.Table{Name: "t"}, source.Column{Name: "id"}, "uuid", source.Exactly(1))
	if got, want := inSteps(steps), "It was not planned here: no catalog was recorded."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := "SELECT …  -- from the catalog, what names t.id: the statements of doctor move, sent 1 times"; !slices.Equal(a.asked, []string{want}) {
		t.Errorf("notes %q", a.asked)
	}
}

// The plan is that of doctor move by samples alone, for the column and the form of the change.
func TestMoveSteps(t *testing.T) {
	s := recorded.Open(t, "../move/testdata/postgresql.json", "PostgreSQL", nil)
	r := &Report{Server: s.Server()}
	steps := r.moveSteps(t.Context(), s, &source.Table{Name: "users"}, source.Column{Name: "id"}, "uuid", source.Exactly(1<<30))
	compare(t, inSteps(steps), `
Of its statements, these write the tables again:
Readers and writers of users, friends, members, orders and logs wait meanwhile: some 18 s, at 18 s a GiB as in docs/moving.md.`)
	if code := strings.Join(steps[0].Code, "\n"); !strings.HasPrefix(code, "ALTER TABLE public.users") {
		t.Errorf("the statements are %s", code)
	}
	steps = r.moveSteps(t.Context(), s, &source.Table{Name: "users"}, source.Column{Name: "other"}, "uuid", source.Exactly(1<<30))
	compare(t, inSteps(steps), `It was not planned here: "users.other": no such column: write table.column as the database spells them.`)
}
