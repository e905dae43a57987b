package inspect

import (
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Numbers as texts become integers, but not those behind a word, such as WordPress's option names.
func TestNumbersBehindAWord(t *testing.T) {
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	const twitter = 1_288_834_974_657
	for format, want := range map[string]bool{"%d": true, "_transient_%d": false} {
		var values []any
		for i := range 400 {
			values = append(values, fmt.Sprintf(format, (now.UnixMilli()-twitter-int64(i)*7_000_003)<<22|int64(i%3)<<12))
		}
		ids := idkind.Of(values, idkind.Hints{Now: now, Rows: 400})
		if _, to, ok := better(source.Server{Product: "MySQL"}, source.Column{Class: source.Text, Type: "varchar(191)"}, ids); ok != want {
			t.Errorf("%s: %q %v, of %+v", format, to, ok, ids)
		}
	}
}

// The bytes of an ID by its form and the length of its text, without the prefix of a typed ID.
func TestRawSize(t *testing.T) {
	for _, c := range []struct {
		form   idkind.Form
		length int
		prefix string
		want   int
	}{
		{idkind.UUIDText, 36, "", 16}, {idkind.UUIDBrace, 38, "", 16}, {idkind.UUIDURN, 45, "", 16},
		{idkind.Hex, 32, "", 16}, {idkind.Hex, 40, "", 20}, {idkind.Hex, 24, "", 12}, {idkind.Hex, 16, "", 8}, {idkind.Hex, 64, "", 0},
		{idkind.Base32, 26, "", 16}, {idkind.Base32, 20, "", 12}, {idkind.Base32, 13, "", 8},
		{idkind.Base32Hex, 32, "", 20}, {idkind.Base32Hex, 20, "", 12},
		{idkind.Base36, 25, "", 16}, {idkind.Base57, 22, "", 16}, {idkind.Base58, 22, "", 16}, {idkind.Base58, 11, "", 8},
		{idkind.Base62, 27, "", 20}, {idkind.Base62, 22, "", 16}, {idkind.Base64, 24, "", 16}, {idkind.Base64, 22, "", 16},
		{idkind.Raw, 16, "", 16}, {idkind.Raw, 12, "", 12}, {idkind.Integer, 8, "", 8}, {idkind.Decimal, 19, "", 8},
		{idkind.Base32, 31, "user", 16}, {idkind.Base32, 31, "", 0}, {idkind.Base32, 30, "user", 0}, {idkind.Text, 36, "", 0},
	} {
		if got := rawSize(idkind.Result{Form: c.form, Length: c.length, Prefix: c.prefix}); got != c.want {
			t.Errorf("%s of %d with the prefix %q: %d, want %d", c.form, c.length, c.prefix, got, c.want)
		}
	}
}

// The type that docs/columns.md names for IDs, by the server, their bytes and the type that the column has.
func TestBetter(t *testing.T) {
	text, raw, uuid, integer, numeric := source.Column{Class: source.Text, Type: "text"}, source.Column{Class: source.Bytes, Type: "bytea"}, source.Column{Class: source.UUID, Type: "uuid"}, source.Column{Class: source.Integer}, source.Column{Class: source.Numeric}
	generated := text
	generated.Generated = true
	v7 := part("UUIDv7", idkind.Ordered)
	snowflakes := idsOf(idkind.Decimal, 19, part("Snowflake", idkind.Ordered))
	xid, ksuid, scru64 := idsOf(idkind.Base32Hex, 20, v7), idsOf(idkind.Base62, 27, v7), idsOf(idkind.Base58, 11, v7)
	for _, c := range []struct {
		product string
		column  source.Column
		ids     idkind.Result
		want    string // the type; empty if the column has it already
		class   source.Class
		size    int
	}{
		{"PostgreSQL", text, v7Text, "uuid", source.UUID, 16}, {"MySQL", text, v7Text, "BINARY(16)", source.Bytes, 16}, {"MariaDB", text, v7Text, "BINARY(16)", source.Bytes, 16}, {"SQLite", text, v7Text, "BLOB", source.Bytes, 0},
		{"PostgreSQL", text, xid, "bytea", source.Bytes, 0}, {"MySQL", text, xid, "BINARY(12)", source.Bytes, 12}, {"SQLite", text, xid, "BLOB", source.Bytes, 0}, {"MySQL", text, ksuid, "BINARY(20)", source.Bytes, 20},
		{"PostgreSQL", text, scru64, "bigint", source.Integer, 8}, {"MySQL", text, scru64, "BIGINT", source.Integer, 8}, {"SQLite", text, scru64, "BIGINT", source.Integer, 8},
		{"PostgreSQL", text, snowflakes, "bigint", source.Integer, 8}, {"MySQL", numeric, snowflakes, "BIGINT", source.Integer, 8},
		{"MySQL", numeric, sequence, "BIGINT", source.Integer, 8},
		{"MySQL", raw, idsOf(idkind.Raw, 8, v7), "", "", 0},                                                                    // 8 bytes in order are as good
		{"MySQL", text, with(snowflakes, func(r *idkind.Result) { r.Prefix = "order" }), "", "", 0},                            // a word before digits
		{"MySQL", text, with(snowflakes, func(r *idkind.Result) { r.Length = 8 }), "", "", 0},                                  // as short as an integer
		{"MySQL", text, with(snowflakes, func(r *idkind.Result) { r.Length = 9 }), "BIGINT", source.Integer, 8},                // longer
		{"MySQL", numeric, with(snowflakes, func(r *idkind.Result) { r.Length = 8 }), "BIGINT", source.Integer, 8},             // no text
		{"MySQL", text, idsOf(idkind.Decimal, 19, part("numbers", idkind.Unknown)), "", "", 0},                                 // digits of no layout
		{"MySQL", text, with(scru64, func(r *idkind.Result) { r.Prefix, r.Length = "user", 16 }), "BIGINT", source.Integer, 8}, // a prefix that is no part of the ID
		{"PostgreSQL", generated, v7Text, "", "", 0}, {"PostgreSQL", text, idsOf(idkind.Text, 36, v7), "", "", 0},
		{"PostgreSQL", integer, sequence, "", "", 0}, {"PostgreSQL", integer, snowflakes, "", "", 0}, {"PostgreSQL", uuid, v7Bytes, "", "", 0}, {"MariaDB", uuid, v7Bytes, "", "", 0}, {"PostgreSQL", uuid, idsOf(idkind.Raw, 8, v7), "bigint", source.Integer, 8},
		{"PostgreSQL", raw, v7Bytes, "uuid", source.UUID, 16}, {"PostgreSQL", raw, idsOf(idkind.Raw, 12, v7), "", "", 0}, {"PostgreSQL", raw, xid, "bytea", source.Bytes, 0}, {"PostgreSQL", text, idsOf(idkind.Raw, 12, v7), "bytea", source.Bytes, 0},
		{"SQLite", raw, v7Bytes, "", "", 0}, {"SQLite", raw, v7Text, "BLOB", source.Bytes, 0},
		{"MySQL", raw, v7Bytes, "", "", 0}, {"MySQL", raw, v7Text, "BINARY(16)", source.Bytes, 16}, {"MySQL", text, v7Bytes, "BINARY(16)", source.Bytes, 16},
		{"MySQL", raw.Fixed(source.Bytes, 16), v7Bytes, "", "", 0}, {"MySQL", raw.Fixed(source.Bytes, 17), v7Bytes, "BINARY(16)", source.Bytes, 16},
		{"PostgreSQL", integer, v7Text, "uuid", source.UUID, 16}, {"MySQL", text, sequence, "BIGINT", source.Integer, 8},
	} {
		column, to, ok := better(source.Server{Product: c.product}, c.column, c.ids)
		if !ok {
			column, to = source.Column{}, ""
		}
		if to != c.want || column.Class != c.class || column.Size() != c.size {
			t.Errorf("%s, %s column of %s of %d: %q, %s of %d", c.product, c.column.Class, c.ids.Form, c.ids.Length, to, column.Class, column.Size())
		}
	}
	// What bytea stores is one byte longer than the ID, for its length, and a BLOB is as long as the ID.
	if got, want := raw.Varying(source.Bytes, 13), func() source.Column {
		c, _, _ := better(source.Server{Product: "PostgreSQL"}, text, xid)
		c.Type = raw.Type
		return c
	}(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, _, _ := better(source.Server{Product: "SQLite"}, text, xid); got != text.Varying(source.Bytes, 12) {
		t.Errorf("%+v", got)
	}
}

// All columns that reference a key change with it: by a foreign key of one or two columns, by their values alone, in
// the key's own table, and in tables before it.
func TestTypeChangeOfReferences(t *testing.T) {
	a := &answers{t: t, product: "PostgreSQL", storage: source.Storage{PageSize: 8192},
		rewritten: map[string]float64{"users, id uuid(16), boss uuid(16)": 100, "early, user uuid(16), ref uuid(16)": 200, "late, user uuid(16)": 300, "digits": 1},
		pages: map[string][2]float64{
			"packed users_pkey: users, id uuid(16), boss uuid(16)": {10, 11}, "at random users_pkey: users, id uuid(16), boss uuid(16)": {10, 11},
			"packed users_boss: users, id uuid(16), boss uuid(16)": {20, 21}, "at random users_boss: users, id uuid(16), boss uuid(16)": {20, 21},
			"packed early_user: early, user uuid(16), ref uuid(16)": {30, 31}, "at random early_user: early, user uuid(16), ref uuid(16)": {30, 31},
		}}
	users, early, late, digits := table("users", 400, 8192, primary("users_pkey", "id"), secondary("users_boss", "boss"), secondary("users_mail", "mail")), table("early", 500, 8192, secondary("early_user", "n", "user"), secondary("x", "ref")),
		table("late", 600, 8192, secondary("x", "user")), table("digits", 1, 8192, secondary("x", "n"))
	users.References = []source.Reference{{Columns: []string{"boss"}, Table: "users", To: []string{"id"}}, {Columns: []string{"boss"}, Table: "users", To: []string{"id"}}, {Columns: []string{"id"}, Table: "users", To: []string{"id"}}}
	early.References = []source.Reference{{Columns: []string{"n", "user"}, Table: "users", To: []string{"n", "id"}}, {Columns: []string{"ref"}, Table: "users", To: []string{"id"}}, {Columns: []string{"n"}, Table: "users", To: []string{"mail"}}, {Columns: []string{"n"}, Table: "digits", To: []string{"id"}}}
	digits.References = []source.Reference{{Columns: nil, Table: "users", To: []string{"id"}}}
	tables := []inspected{
		{table: early, figures: map[string]source.Figures{"early_user": a.figures(90, 92, 66)}},
		{table: users, figures: map[string]source.Figures{"users_pkey": a.figures(40, 41, 66), "users_boss": a.figures(50, 51, 66)}},
		{table: late, joined: []source.Reference{{Columns: []string{"user"}, Table: "users", To: []string{"id"}}}},
		{table: digits},
	}
	for i := range tables {
		tables[i].table.Rows = entries
		tables[i].sample.Rows = sampledRows(tables[i].table.Name)
	}
	r := &Report{Server: a.Server()}
	id, _ := users.Column("id")
	r.typeChange(t.Context(), a, tables[1], id, v4Text, tables)
	if len(r.Changes) != 1 {
		t.Fatalf("changes %+v", r.Changes)
	}
	compare(t, a.described(r.Changes[0]), `
column type of users.id: char(36) to uuid
  now: 1684 (1681 to 1687)
  after: 663 (648 to 678)
  saves: 1021 (1003 to 1039)
  leaf pages: 120 (118.64 to 121.36)
  lasting: 1021 (1003 to 1039)
  cache: see the leaf pages
  trees [{users } {users users_pkey} {users users_boss} {early } {early early_user} {late }], not counted [{early x} {late x}]
  - Print the script, and run it on a copy first: doctor move DSN users.id > move.sql docs/moving.md#texts-to-uuid-or-binary16
`)
	if r.NotComputed != 1 {
		t.Errorf("%d changes are not computed", r.NotComputed)
	}
	guess := with(v4Text, func(r *idkind.Result) { r.Parts[0].Chance = -2 })
	if r.typeChange(t.Context(), a, tables[1], id, guess, tables); len(r.Changes) != 1 {
		t.Error("a type for IDs that are a guess")
	}
	if r.typeChange(t.Context(), a, tables[1], id.Fixed(source.UUID, 16), v4Bytes, tables); len(r.Changes) != 1 {
		t.Error("a type that the column has")
	}
}

// How many rows a table has is what is known best: the entries of a unique index that has all rows, or the statistics.
func TestRows(t *testing.T) {
	unique := func(x source.Index) source.Index { x.Unique = true; return x }
	partial := func(x source.Index) source.Index { x.Partial = true; return x }
	exact := source.Exactly(100)
	for _, c := range []struct {
		what string
		rows source.Figure
		x    source.Index
		read source.Figure
		want float64
	}{
		{"a unique index", source.About(90, 50, 130), unique(secondary("i", "id")), exact, 100},
		{"an index with NULL", source.About(90, 50, 130), secondary("i", "id"), exact, 90},
		{"of some rows", source.About(90, 50, 130), partial(unique(secondary("i", "id"))), exact, 90},
		{"unknown entries", source.About(90, 50, 130), unique(secondary("i", "id")), source.Figure{Value: 1, Missing: "not read"}, 90},
		{"no better", source.About(90, 50, 130), unique(secondary("i", "id")), source.About(100, 60, 140), 90},
		{"a little better", source.About(90, 50, 130), unique(secondary("i", "id")), source.About(100, 61, 140), 100},
		{"no statistics", source.Unknown("never analyzed"), unique(secondary("i", "id")), source.About(100, 0, 900), 100},
	} {
		one := inspected{table: table("t", 0, 1, c.x, unique(secondary("unread", "id"))), figures: map[string]source.Figures{"i": {Entries: c.read}}}
		one.table.Rows = c.rows
		if got := one.rows(); got.Value != c.want {
			t.Errorf("%s: %+v", c.what, got)
		}
	}
}
