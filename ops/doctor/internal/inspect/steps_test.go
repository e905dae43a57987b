package inspect

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// inSteps writes steps in lines.
func inSteps(steps []Step) string {
	var lines []string
	for _, s := range steps {
		lines = append(lines, strings.TrimSpace(s.Text+" "+s.Link))
	}
	return strings.Join(lines, "\n")
}

// The steps to another type are those that a server's script takes, or, without one, an ALTER or a copy by hand.
func TestTypeSteps(t *testing.T) {
	const script, hand, copied = "Print the script, and run it on a copy first: doctor move ", "Rehearse on a copy: ALTER t.id and all columns that reference it to %s. doctor move has no script for what they hold. docs/columns.md",
		"Rehearse on a copy: create t, and the tables that reference it, with id BLOB; copy the rows; drop the old tables; VACUUM. docs/columns.md"
	const link, wrong = " docs/moving.md#texts-to-uuid-or-binary16", "Find and correct the values that are no IDs, or that are written in another case.\n"
	for _, c := range []struct {
		what, product, to string
		ids               idkind.Result
		want              string
		planned           bool
	}{
		{"text on PostgreSQL", "PostgreSQL", "uuid", v7Text, script + "DSN t.id > move.sql" + link, true},
		{"text on MySQL", "MySQL", "BINARY(16)", v7Text, script + "DSN t.id > move.sql" + link, true},
		{"hexadecimal", "MariaDB", "BINARY(16)", idsOf(idkind.Hex, 32, part("UUIDv7", idkind.Ordered)), script + "-from hex DSN t.id > move.sql" + link, true},
		{"bytes on PostgreSQL", "PostgreSQL", "uuid", v7Bytes, script + "-from bytes DSN t.id > move.sql" + link, true},
		{"bytes on MySQL", "MySQL", "BINARY(16)", v7Bytes, strings.Replace(hand, "%s", "BINARY(16)", 1), false},
		{"no script", "PostgreSQL", "bytea", idsOf(idkind.Base58, 11, part("XID", idkind.Ordered)), strings.Replace(hand, "%s", "bytea", 1), false},
		{"SQLite", "SQLite", "BLOB", v7Text, copied, false},
		{"some values are no IDs", "SQLite", "BLOB", with(v7Text, func(r *idkind.Result) { r.Unfit = 1 }), wrong + copied, false},
		{"mixed case", "SQLite", "BLOB", with(v7Text, func(r *idkind.Result) { r.Spelling = idkind.Mixed }), wrong + copied, false},
		{"upper case", "SQLite", "BLOB", with(v7Text, func(r *idkind.Result) { r.Spelling = idkind.Upper }), copied, false},
	} {
		r := &Report{Server: source.Server{Product: c.product}}
		change := Change{Now: source.Exactly(7)}
		r.typeSteps(nil, &source.Table{Name: "t"}, source.Column{Name: "id"}, c.to, c.ids, &change)
		if got := inSteps(change.Steps); got != c.want || (change.plan != nil) != c.planned {
			t.Errorf("%s: got\n%s\nplanned %v, want\n%s", c.what, got, change.plan != nil, c.want)
		}
	}
}

// Of a swapped UUID the order of its bytes is the remedy, unless it is random all the same.
func TestOrderedSteps(t *testing.T) {
	const (
		generate = "Generate new keys of t.id in order: UUIDv7, Wiji or ULID. Existing rows keep theirs. docs/moving.md#new-keys-beside-old-ones\n"
		alone    = generate + "The saving is that of a table with ordered keys alone; new rows have a table of their own."
		inCache  = generate + "The index gets smaller by fewer than 8 pages or 3 %, or by nothing that is sure: inserts need less of it in the buffer pool."
		emptied  = generate + "Rows were deleted: rebuild the index first, and see then what ordered keys save."
		unswap   = "Store t.id without the swap, and convert the rows: UUID_TO_BIN(BIN_TO_UUID(id, 1)). docs/moving.md#texts-to-uuid-or-binary16"
	)
	swapped := func(name string) idkind.Result {
		return idsOf(idkind.Raw, 16, idkind.Part{Kind: idkind.Kind{Name: name, Order: idkind.Random, Swapped: true}, Chance: -300})
	}
	for _, c := range []struct {
		ids              idkind.Result
		smaller, emptied bool
		want             string
	}{
		{v4Text, true, false, alone}, {v4Text, false, false, inCache}, {v4Text, false, true, emptied}, {v4Text, true, true, emptied},
		{swapped("UUIDv4"), true, false, alone}, {swapped("UUIDv7"), true, false, unswap}, {idsOf(idkind.Raw, 16, part("UUIDv7", idkind.Random)), true, false, alone},
	} {
		if got := inSteps(orderedSteps(&source.Table{Name: "t"}, source.Column{Name: "id"}, c.ids, c.smaller, c.emptied)); got != c.want {
			t.Errorf("%+v, smaller %v, emptied %v: got\n%s\nwant\n%s", c.ids.Parts, c.smaller, c.emptied, got, c.want)
		}
	}
}

// A rebuild is the server's own statement: of an index, or of a table with all of its own.
func TestRebuildSteps(t *testing.T) {
	table := sqliteTables(t, "CREATE TABLE t (id TEXT PRIMARY KEY, n TEXT)", "CREATE INDEX ns ON t (n)")[0]
	list := []source.Index{table.Indexes[1]}
	for _, c := range []struct {
		product string
		table   bool
		want    string
	}{
		{"PostgreSQL", false, `REINDEX INDEX CONCURRENTLY "ns";`},
		{"MySQL", true, `OPTIMIZE TABLE "t"; it copies the table.`}, {"MariaDB", true, `OPTIMIZE TABLE "t"; it copies the table.`},
		{"SQLite", false, `REINDEX "ns"; new rows use the free pages, and VACUUM takes them out of the file.`},
		{"SQLite", true, "VACUUM; it writes the whole file again, and writers wait."},
	} {
		if got := inSteps(rebuildSteps(source.Server{Product: c.product}, table, list, c.table)); got != c.want {
			t.Errorf("%s, table %v: %q, want %q", c.product, c.table, got, c.want)
		}
	}
}
