package inspect

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// IDs as package idkind finds them.
var (
	v4Text   = idsOf(idkind.UUIDText, 36, part("UUIDv4", idkind.Random))
	v4Bytes  = idsOf(idkind.Raw, 16, part("UUIDv4", idkind.Random))
	v7Text   = idsOf(idkind.UUIDText, 36, part("UUIDv7", idkind.Ordered))
	v7Bytes  = idsOf(idkind.Raw, 16, part("UUIDv7", idkind.Ordered))
	nanoids  = idsOf(idkind.Text, 21, part("Nano ID", idkind.Random))
	sequence = idsOf(idkind.Integer, 8, part("sequence", idkind.Ordered))
)

// part is a kind of ID that is certain.
func part(name string, order idkind.Order) idkind.Part {
	return idkind.Part{Kind: idkind.Kind{Name: name, Order: order}, Values: 1000, Chance: -300}
}

// idsOf is what 1,000 values of some kinds are.
func idsOf(form idkind.Form, length int, parts ...idkind.Part) idkind.Result {
	return idkind.Result{Sampled: 1000, Distinct: 1000, Form: form, Length: length, Parts: parts}
}

// with returns IDs that differ in something. Their parts are copies.
func with(ids idkind.Result, change func(*idkind.Result)) idkind.Result {
	ids.Parts = slices.Clone(ids.Parts)
	change(&ids)
	return ids
}

// answers is a database that answers as it was recorded. A question that is not in it fails the test.
type answers struct {
	source.Source
	t       *testing.T
	product string
	storage source.Storage
	// pages has the leaf pages and all pages that a tree gets: by its table and name, the filling, and the sizes of
	// columns that have another type.
	pages map[string][2]float64
	// rewritten has the pages of a table whose rows are in no index, by its name and these sizes.
	rewritten map[string]float64
	asked     []string // questions that were answered
}

func (a *answers) Server() source.Server   { return source.Server{Product: a.product} }
func (a *answers) Storage() source.Storage { return a.storage }
func (a *answers) Note(text string, sent int) {
	a.asked = append(a.asked, fmt.Sprintf("%s, sent %d times", text, sent))
}
func (a *answers) bytes(pages float64) float64 { return pages * float64(a.storage.PageSize) }
func (a *answers) Query(context.Context, string, func(*sql.Rows) error) error {
	return errors.New("no catalog was recorded")
}

// sizes are those of the columns that have another type than text.
func sizes(t *source.Table) string {
	list := []string{t.Name}
	for _, c := range t.Columns {
		if c.Size() > 0 || c.Class == source.Bytes {
			list = append(list, fmt.Sprintf("%s %s(%d)", c.Name, c.Class, c.Size()))
		}
	}
	return strings.Join(list, ", ")
}

func (a *answers) Predict(_ context.Context, t *source.Table, x source.Index, s source.Sample, rows source.Figure, f source.Filling) source.Pages {
	question := fmt.Sprintf("%s %s: %s", []string{"in order", "at random", "packed"}[f], x.Name, sizes(t))
	n, ok := a.pages[question]
	if !ok || s.Rows != sampledRows(t.Name) || rows != entries {
		a.t.Errorf("no answer to %q with a sample of %d rows of %+v", question, s.Rows, rows)
	}
	return source.Pages{Leaves: source.About(n[0], n[0]-1, n[0]+1), All: source.About(n[1], n[1]-2, n[1]+2)}
}

func (a *answers) Rewritten(_ context.Context, t *source.Table, s source.Sample, rows source.Figure) source.Figure {
	n, ok := a.rewritten[sizes(t)]
	if !ok || s.Rows != sampledRows(t.Name) || rows != entries {
		a.t.Errorf("no answer to %q with a sample of %d rows of %+v", sizes(t), s.Rows, rows)
	}
	return source.About(a.bytes(n), a.bytes(n-3), a.bytes(n+3))
}

func (a *answers) Grow(_ context.Context, t *source.Table, x source.Index, s source.Sample, f source.Figures) (random, ordered source.Grown) {
	a.asked = append(a.asked, fmt.Sprintf("grow %s.%s", t.Name, x.Name))
	return source.Grown{Leaves: source.Exactly(2 * f.Leaves.Value)}, source.Grown{Leaves: source.Exactly(f.Leaves.Value + 1)}
}

// entries is how many rows each table has, and sampledRows how many of them a sample has.
var entries = source.Exactly(30_000)

func sampledRows(table string) int { return 1000 + len(table) }

// figures are those of an index: its leaf pages, all its pages, and how full the leaf pages are.
func (a *answers) figures(leaves, all, fill float64) source.Figures {
	return source.Figures{Entries: entries, Bytes: source.About(a.bytes(all), a.bytes(all-1), a.bytes(all+1)), Leaves: source.About(leaves, leaves-1, leaves+1), Fill: source.Exactly(fill)}
}

// inPages writes a figure as pages of so many bytes.
func inPages(f source.Figure, page float64) string {
	switch {
	case !f.Known():
		return f.Missing
	case f.AtMost:
		return fmt.Sprintf("at most %.5g", f.Value/page)
	case f.Low == f.Value && f.High == f.Value:
		return fmt.Sprintf("%.5g", f.Value/page)
	}
	return fmt.Sprintf("%.5g (%.5g to %.5g)", f.Value/page, f.Low/page, f.High/page)
}

// described is a change in some lines, with all figures in pages.
func (a *answers) described(c Change) string {
	page := float64(a.storage.PageSize)
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s%s: %s\n", c.Action, c.Table, strings.TrimSuffix("."+c.Column+c.Index, "."), c.Detail)
	for _, f := range []struct {
		name   string
		figure source.Figure
		unit   float64
	}{{"now", c.Now, page}, {"after", c.After, page}, {"saves", c.Saves, page}, {"leaf pages", c.LeafPages, 1}, {"lasting", c.Lasting, page}, {"cache", c.Cache, page}} {
		fmt.Fprintf(&b, "  %s: %s\n", f.name, inPages(f.figure, f.unit))
	}
	fmt.Fprintf(&b, "  trees %v, not counted %v\n", c.Trees, c.NotCounted)
	if g := c.Growth; g != nil {
		fmt.Fprintf(&b, "  %s rows more in %s, %s and %s: %s or %s leaf pages\n", inPages(g.Rows, 1), g.Index, g.From, g.To, inPages(g.Random.Leaves, 1), inPages(g.Ordered.Leaves, 1))
	}
	for _, s := range c.Steps {
		fmt.Fprintf(&b, "  - %s\n", strings.TrimSpace(s.Text+" "+s.Link))
	}
	return b.String()
}

// table is a table with the columns of keys alone, each a text, or a number if it has the name n.
func table(name string, rowPages float64, page int, indexes ...source.Index) *source.Table {
	t := &source.Table{Name: name, Rows: source.About(20_000, 10_000, 90_000), Bytes: source.Exactly(rowPages * float64(page)), Indexes: indexes}
	for _, x := range indexes {
		for _, c := range x.Columns {
			class, kind := source.Text, "char(36)"
			if c == "n" {
				class, kind = source.Integer, "bigint"
			}
			if _, ok := t.Column(c); !ok {
				t.Columns = append(t.Columns, source.Column{Name: c, Type: kind, Class: class})
			}
		}
	}
	return t
}

func primary(name string, columns ...string) source.Index {
	return source.Index{Name: name, Columns: columns, Primary: true, Unique: true}
}

// holdsRows returns an index that has the rows.
func holdsRows(x source.Index) source.Index {
	x.Clustered = true
	return x
}

func secondary(name string, columns ...string) source.Index {
	return source.Index{Name: name, Columns: columns}
}

// changesOf returns the changes of tables.
func (a *answers) changesOf(r *Report, tables ...inspected) string {
	for i, t := range tables {
		tables[i].sample.Rows = sampledRows(t.table.Name)
	}
	r.Server = a.Server()
	r.changes(a.t.Context(), a, tables)
	var b strings.Builder
	for _, c := range r.Changes {
		b.WriteString(a.described(c))
	}
	return b.String()
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	if got, want := strings.TrimSpace(got), strings.TrimSpace(want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// On PostgreSQL, the rows are in the table's file and each index is rebuilt by itself: a new type makes the table, the
// indexes of the column and what references it smaller; ordered keys and a rebuild make an index smaller.
func TestChangesPostgres(t *testing.T) {
	a := &answers{t: t, product: "PostgreSQL", storage: source.Storage{PageSize: 8192},
		rewritten: map[string]float64{"users, id uuid(16)": 300, "orders, user uuid(16)": 150},
		pages: map[string][2]float64{
			"in order users_pkey: users": {200, 204}, "packed users_pkey: users": {190, 195},
			"at random users_pkey: users": {260, 270}, "packed users_pkey: users, id uuid(16)": {100, 102}, "at random users_pkey: users, id uuid(16)": {140, 142},
			"packed orders_user: orders": {90, 92}, "at random orders_user: orders": {99, 101}, "packed orders_user: orders, user uuid(16)": {40, 42}, "at random orders_user: orders, user uuid(16)": {50, 52},
			"packed orders_pkey: orders": {80, 82},
		}}
	users, orders := table("users", 400, 8192, primary("users_pkey", "id"), secondary("users_mail", "mail"), secondary("users_city", "city")), table("orders", 200, 8192, primary("orders_pkey", "n"), secondary("orders_user", "user"))
	orders.References = []source.Reference{{Columns: []string{"user"}, Table: "users", To: []string{"id"}}}
	r := &Report{}
	got := a.changesOf(r,
		inspected{table: users, ids: map[string]idkind.Result{"id": v4Text}, figures: map[string]source.Figures{"users_pkey": a.figures(280, 288, 66), "users_city": a.figures(50, 51, 66)}},
		inspected{table: orders, ids: map[string]idkind.Result{"n": sequence, "user": v4Text}, figures: map[string]source.Figures{"orders_pkey": a.figures(84, 86, 90), "orders_user": a.figures(110, 113, 66)}})
	compare(t, got, `
column type of users.id: char(36) to uuid
  now: 1001 (999 to 1003)
  after: 594 (584 to 604)
  saves: 407 (395 to 419)
  leaf pages: 250 (247.64 to 252.36)
  lasting: 355.7 (343.7 to 367.7)
  cache: see the leaf pages
  trees [{users } {users users_pkey} {orders } {orders orders_user}], not counted []
  - Print the script, and run it on a copy first: doctor move DSN users.id > move.sql docs/moving.md#texts-to-uuid-or-binary16
  - It was not planned here: no catalog was recorded.
rebuild of users.users_pkey: pages that are not full
  now: 288 (287 to 289)
  after: 195 (193 to 197)
  saves: 93 (90 to 96)
  leaf pages: 90 (88.051 to 91.949)
  lasting: 21.158 (18.158 to 24.158)
  cache: the same pages are touched
  trees [{users users_pkey}], not counted []
  - REINDEX INDEX CONCURRENTLY ;
ordered keys of users.id: UUIDv4 to ordered keys
  now: 288 (287 to 289)
  after: 204 (202 to 206)
  saves: 84 (81 to 87)
  leaf pages: 80 (78.039 to 81.961)
  lasting: the keys are in order: the pages stay full
  cache: 279
  trees [{users users_pkey}], not counted []
  30000 rows more in users_pkey, UUIDv4 and UUIDv7: 560 or 281 leaf pages
  - Generate new keys of users.id in order: UUIDv7, Wiji or ULID. Existing rows keep theirs. docs/moving.md#new-keys-beside-old-ones
  - The saving is that of a table with ordered keys alone; new rows have a table of their own.
rebuild of orders.orders_user: pages that are not full
  now: 113 (112 to 114)
  after: 92 (90 to 94)
  saves: 21 (18 to 24)
  leaf pages: 20 (18.043 to 21.957)
  lasting: 11.8 (8.8 to 14.8)
  cache: the same pages are touched
  trees [{orders orders_user}], not counted []
  - REINDEX INDEX CONCURRENTLY ;
`)
	if r.NotComputed != 0 {
		t.Errorf("%d changes are not computed", r.NotComputed)
	}
}

// InnoDB's rows are in the primary key's index, whose columns each other index has too, and a rebuild is one of a table
// with all its indexes. Files have spare pages: leaf pages count.
func TestChangesInnoDB(t *testing.T) {
	a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 16384, Spare: true, Together: true},
		pages: map[string][2]float64{
			"in order PRIMARY: users": {1000, 1}, "packed PRIMARY: users": {900, 1}, "at random PRIMARY: users": {1350, 1}, "in order both: users": {210, 1},
			"packed mail: users": {200, 1}, "at random mail: users": {240, 1}, "packed both: users": {220, 1}, "at random both: users": {264, 1},
			"packed PRIMARY: users, id bytes(16)": {800, 1}, "at random PRIMARY: users, id bytes(16)": {1000, 1},
			"packed mail: users, id bytes(16)": {150, 1}, "at random mail: users, id bytes(16)": {165, 1}, "packed both: users, id bytes(16)": {100, 1}, "at random both: users, id bytes(16)": {150, 1},
		}}
	users := table("users", 0, 16384, holdsRows(primary("PRIMARY", "id")), secondary("mail", "mail"), secondary("both", "id", "mail"), secondary("unread", "mail"))
	tokens := table("tokens", 0, 16384, holdsRows(primary("PRIMARY", "mail")))
	r := &Report{}
	got := a.changesOf(r,
		inspected{table: users, ids: map[string]idkind.Result{"id": v4Text}, figures: map[string]source.Figures{"PRIMARY": a.figures(1400, 0, 66), "mail": a.figures(260, 0, 66), "both": a.figures(280, 0, 66)}},
		inspected{table: tokens, figures: map[string]source.Figures{"PRIMARY": a.figures(260, 0, 66)}})
	compare(t, got, `
column type of users.id: char(36) to BINARY(16)
  now: 1940 (1937 to 1943)
  after: 1050 (1047 to 1053)
  saves: 890 (884 to 896)
  leaf pages: 890 (887 to 893)
  lasting: 625 (619 to 631)
  cache: see the leaf pages
  trees [{users PRIMARY} {users mail} {users both}], not counted [{users unread}]
  - Print the script, and run it on a copy first: doctor move DSN users.id > move.sql docs/moving.md#texts-to-uuid-or-binary16
  - It was not planned here: no catalog was recorded.
rebuild of users: pages that are not full
  now: 1940 (1937 to 1943)
  after: 1320 (1317 to 1323)
  saves: 620 (614 to 626)
  leaf pages: 620 (617 to 623)
  lasting: 86 (80 to 92)
  cache: the same pages are touched
  trees [{users PRIMARY} {users mail} {users both}], not counted [{users unread}]
  - OPTIMIZE TABLE ; it copies the table.
ordered keys of users.id: UUIDv4 to ordered keys
  now: 1680 (1678 to 1682)
  after: 1210 (1208 to 1212)
  saves: 470 (466 to 474)
  leaf pages: 470 (468 to 472)
  lasting: the keys are in order: the pages stay full
  cache: 1679
  trees [{users PRIMARY} {users both}], not counted []
  30000 rows more in PRIMARY, UUIDv4 and UUIDv7: 2800 or 1401 leaf pages
  - Generate new keys of users.id in order: UUIDv7, Wiji or ULID. Existing rows keep theirs. docs/moving.md#new-keys-beside-old-ones
  - The saving is that of a table with ordered keys alone; new rows have a table of their own.
`)
	if r.NotComputed != 2 { // for the index that was not read
		t.Errorf("%d changes are not computed", r.NotComputed)
	}
}

// sqliteTables returns the tables of a schema of SQLite, by name.
func sqliteTables(t *testing.T, statements ...string) []*source.Table {
	t.Helper()
	_, tables := openFile(t, sqliteFile(t, statements...))
	return tables
}

// SQLite's rows are in the table by rowid, or in the primary key's index without one. Then each other index has the
// primary key too, and gets smaller with it. Each index is rebuilt by itself, and the table with the whole file.
func TestChangesSQLite(t *testing.T) {
	a := &answers{t: t, product: "SQLite", storage: source.Storage{PageSize: 4096},
		rewritten: map[string]float64{"byrow, id bytes(0)": 400},
		pages: map[string][2]float64{
			"packed sqlite_autoindex_byrow_1: byrow": {90, 91}, "packed sqlite_autoindex_byrow_1: byrow, id bytes(0)": {40, 41},
			"packed sqlite_autoindex_nested_1: nested": {500, 502}, "packed ref: nested": {70, 71},
			"packed sqlite_autoindex_nested_1: nested, id bytes(0)": {400, 402}, "packed town: nested, id bytes(0)": {50, 51}, "at random town: nested, id bytes(0)": {60, 61}, "packed ref: nested, id bytes(0)": {45, 46},
			"packed sqlite_autoindex_nested_1: nested, ref bytes(0)": {450, 452}, "packed ref: nested, ref bytes(0)": {40, 41},
		}}
	tables := sqliteTables(t,
		"CREATE TABLE byrow (id TEXT PRIMARY KEY, mail TEXT)", "CREATE INDEX mail ON byrow (mail)",
		"CREATE TABLE nested (id TEXT PRIMARY KEY, town TEXT, ref TEXT) WITHOUT ROWID", "CREATE INDEX town ON nested (town)", "CREATE INDEX ref ON nested (ref)")
	tables[0].Bytes = source.Exactly(a.bytes(600))
	for _, table := range tables {
		table.Rows = entries
	}
	r := &Report{}
	got := a.changesOf(r,
		inspected{table: tables[0], ids: map[string]idkind.Result{"id": v7Text}, figures: map[string]source.Figures{"sqlite_autoindex_byrow_1": a.figures(100, 102, 90), "mail": a.figures(80, 81, 90)}},
		inspected{table: tables[1], ids: map[string]idkind.Result{"id": v7Text, "ref": v7Text}, figures: map[string]source.Figures{"sqlite_autoindex_nested_1": a.figures(900, 905, 90), "town": a.figures(80, 81, 90), "ref": a.figures(90, 91, 90)}})
	compare(t, got, `
column type of nested.id: TEXT to BLOB
  now: 1077 (1074 to 1080)
  after: 499 (493 to 505)
  saves: 578 (569 to 587)
  leaf pages: 575 (569.05 to 580.95)
  lasting: 567.8 (558.8 to 576.8)
  cache: see the leaf pages
  trees [{nested sqlite_autoindex_nested_1} {nested ref} {nested town}], not counted []
  - Rehearse on a copy: create nested, and the tables that reference it, with id BLOB; copy the rows; drop the old tables; VACUUM. docs/columns.md
column type of nested.ref: TEXT to BLOB
  now: 996 (994 to 998)
  after: 493 (489 to 497)
  saves: 503 (497 to 509)
  leaf pages: 500 (496.02 to 503.98)
  lasting: the keys are in order: the pages stay full
  cache: see the leaf pages
  trees [{nested sqlite_autoindex_nested_1} {nested ref}], not counted []
  - Rehearse on a copy: create nested, and the tables that reference it, with ref BLOB; copy the rows; drop the old tables; VACUUM. docs/columns.md
rebuild of nested: pages that are not full
  now: 905 (904 to 906)
  after: 502 (500 to 504)
  saves: 403 (400 to 406)
  leaf pages: 400 (398.01 to 401.99)
  lasting: the keys are in order: the pages stay full
  cache: the same pages are touched
  trees [{nested sqlite_autoindex_nested_1}], not counted []
  - VACUUM; it writes the whole file again, and writers wait.
column type of byrow.id: TEXT to BLOB
  now: 702 (701 to 703)
  after: 441 (436 to 446)
  saves: 261 (255 to 267)
  leaf pages: 60 (59.546 to 60.454)
  lasting: the keys are in order: the pages stay full
  cache: see the leaf pages
  trees [{byrow } {byrow sqlite_autoindex_byrow_1}], not counted []
  - Rehearse on a copy: create byrow, and the tables that reference it, with id BLOB; copy the rows; drop the old tables; VACUUM. docs/columns.md
rebuild of nested.ref: pages that are not full
  now: 91 (90 to 92)
  after: 71 (69 to 73)
  saves: 20 (17 to 23)
  leaf pages: 20 (18.028 to 21.972)
  lasting: the keys are in order: the pages stay full
  cache: the same pages are touched
  trees [{nested ref}], not counted []
  - REINDEX "ref"; new rows use the free pages, and VACUUM takes them out of the file.
rebuild of byrow.sqlite_autoindex_byrow_1: pages that are not full
  now: 102 (101 to 103)
  after: 91 (89 to 93)
  saves: 11 (8 to 14)
  leaf pages: 10 (8.022 to 11.978)
  lasting: the keys are in order: the pages stay full
  cache: the same pages are touched
  trees [{byrow sqlite_autoindex_byrow_1}], not counted []
  - REINDEX "sqlite_autoindex_byrow_1"; new rows use the free pages, and VACUUM takes them out of the file.
`)
}

// The bytes of trees add up: what they have and will have, each end of a difference with the other end of what is
// taken away, and what random keys lose again.
func TestSumOf(t *testing.T) {
	const page = 100
	later := func(leaves source.Figure) func() source.Pages {
		return func() source.Pages { return source.Pages{Leaves: leaves, All: source.Unknown("not asked for")} }
	}
	figures := func(bytes, leaves source.Figure) source.Figures { return source.Figures{Bytes: bytes, Leaves: leaves} }
	pages := func(leaves, all source.Figure) source.Pages { return source.Pages{Leaves: leaves, All: all} }
	missing := source.Unknown("not read")
	for _, c := range []struct {
		what  string
		add   func(b *sumOf)
		spare bool
		want  string
	}{
		{what: "nothing", add: func(*sumOf) {}, want: `
  now: the figures of the indexes are not known
  after: the figures of the indexes are not known
  saves: the figures of the indexes are not known
  leaf pages: the figures of the indexes are not known
  lasting: the figures of the indexes are not known
  trees [], not counted []
  likely 0`},
		{what: "two trees and rows", add: func(b *sumOf) {
			all := source.Storage{PageSize: page}
			b.add(all, Tree{"t", "a"}, figures(source.About(5000, 4000, 7000), source.About(40, 1, 1)), pages(source.About(20, 1, 1), source.About(24, 22, 28)), later(source.About(30, 1, 1)))
			b.add(all, Tree{"t", "b"}, figures(source.About(900, 800, 1000), source.About(8, 1, 1)), pages(source.About(4, 1, 1), source.About(6, 5, 7)), later(source.About(6, 1, 1)))
			b.addRows("u", source.About(3000, 2900, 3300), source.About(1000, 800, 1100))
		}, want: `
  now: 89 (77 to 113)
  after: 40 (35 to 46)
  saves: 49 (31 to 78)
  leaf pages: 24 (20.4 to 27)
  lasting: 34 (16 to 63)
  trees [{t a} {t b} {u }], not counted []
  likely 49`},
		{what: "leaf pages of files with spare ones", spare: true, add: func(b *sumOf) {
			b.add(source.Storage{PageSize: page, Spare: true}, Tree{"t", "a"}, figures(missing, source.About(40, 39, 42)), pages(source.About(20, 18, 23), missing), later(source.About(30, 1, 1)))
		}, want: `
  now: 40 (39 to 42)
  after: 20 (18 to 23)
  saves: 20 (16 to 24)
  leaf pages: 20 (17 to 22)
  lasting: 10 (6 to 14)
  trees [{t a}], not counted []
  likely 20`},
		{what: "in order, of which nothing splits", add: func(b *sumOf) {
			b.add(source.Storage{PageSize: page}, Tree{"t", "a"}, figures(source.Exactly(5000), source.Exactly(40)), pages(source.Exactly(20), source.Exactly(25)), nil)
		}, want: `
  now: 50
  after: 25
  saves: 25
  leaf pages: 20
  lasting: the keys are in order: the pages stay full
  trees [{t a}], not counted []
  likely 25`},
		{what: "how they split again is not known", add: func(b *sumOf) {
			b.add(source.Storage{PageSize: page}, Tree{"t", "a"}, figures(source.Exactly(5000), source.Exactly(40)), pages(source.Exactly(20), source.Exactly(25)), later(source.Figure{Value: 30, Missing: "no rules"}))
		}, want: `
  now: 50
  after: 25
  saves: 25
  leaf pages: 20
  lasting: 25
  trees [{t a}], not counted []
  likely 25`},
		{what: "some are not known", add: func(b *sumOf) {
			all := source.Storage{PageSize: page}
			b.add(all, Tree{"t", "a"}, figures(missing, source.Exactly(40)), pages(source.Exactly(20), source.Exactly(25)), later(source.Exactly(1)))
			b.add(all, Tree{"t", "b"}, figures(source.Exactly(5000), source.Exactly(40)), pages(source.Exactly(20), missing), later(source.Exactly(1)))
			b.addRows("u", missing, source.Exactly(100))
			b.addRows("v", source.Exactly(100), missing)
			b.addRows("w", source.Exactly(500), source.Exactly(100))
		}, want: `
  now: 5
  after: 1
  saves: 4
  leaf pages: 0
  lasting: the keys are in order: the pages stay full
  trees [{w }], not counted [{t a} {t b} {u } {v }]
  likely 4`},
		{what: "one size is a bound", add: func(b *sumOf) {
			all := source.Storage{PageSize: page}
			b.add(all, Tree{"t", "a"}, figures(source.AtMost(5000), source.Exactly(40)), pages(source.Exactly(20), source.About(25, 24, 26)), nil)
			b.add(all, Tree{"t", "b"}, figures(source.Exactly(700), source.Exactly(7)), pages(source.Exactly(6), source.Exactly(6)), nil)
		}, want: `
  now: at most 57
  after: 31 (30 to 32)
  saves: at most 27
  leaf pages: 21 (20.161 to 21.839)
  lasting: the keys are in order: the pages stay full
  trees [{t a} {t b}], not counted []
  likely 26`},
	} {
		var b sumOf
		c.add(&b)
		change := Change{Saves: source.Exactly(7), Lasting: source.Exactly(7)}
		b.into(&change)
		if change.Saves.Known() {
			b.lasting(&change)
		}
		a := answers{storage: source.Storage{PageSize: page}}
		got := strings.Split(a.described(change), "\n")[1:]
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "  cache") })
		if got, want := strings.Join(got, "\n")+fmt.Sprintf("  likely %g", change.likely/page), c.want[1:]; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, want)
		}
	}
}

// A change that may save more than is known is counted: figures are missing, or one is a bound.
func TestNotComputed(t *testing.T) {
	for want, c := range map[string]struct{ trees, missing, bounded bool }{
		"0": {trees: true}, "1": {trees: true, missing: true}, "1, a bound": {trees: true, bounded: true}, "1, nothing known": {missing: true},
	} {
		b := sumOf{bounded: c.bounded}
		if c.trees {
			b.trees = []Tree{{Table: "t"}}
		}
		if c.missing {
			b.missing = []Tree{{Table: "u"}}
		}
		var r Report
		if r.into(&b, &Change{}); fmt.Sprint(r.NotComputed) != want[:1] {
			t.Errorf("%+v: %d", c, r.NotComputed)
		}
	}
}

// Ordered keys are advice for a primary key that a generator makes at random, of which each row has another one.
func TestWhoGetsOrderedKeys(t *testing.T) {
	for _, c := range []struct {
		what   string
		column string
		ids    idkind.Result
		want   string // the detail of the change; empty for none
	}{
		{"UUIDv4 as text", "id", v4Text, "UUIDv4 to ordered keys"},
		{"UUIDv4 as bytes", "id", v4Bytes, "UUIDv4 to ordered keys"},
		{"in order", "id", v7Text, ""},
		{"a guess", "id", with(v4Text, func(r *idkind.Result) { r.Parts[0].Chance = -2 }), ""},
		{"just likely", "id", with(v4Text, func(r *idkind.Result) { r.Parts[0].Chance = -3 }), "UUIDv4 to ordered keys"},
		{"few values in many rows", "id", with(v4Text, func(r *idkind.Result) { r.Distinct = 899 }), ""},
		{"nearly one value a row", "id", with(v4Text, func(r *idkind.Result) { r.Distinct = 900 }), "UUIDv4 to ordered keys"},
		{"rows that lie in their order", "id", with(v4Text, func(r *idkind.Result) { r.Place = -0.95 }), ""},
		{"rows in no order", "id", with(v4Text, func(r *idkind.Result) { r.Place = 0.5 }), "UUIDv4 to ordered keys"},
		{"a time whose low bytes are first", "id", with(v4Text, func(r *idkind.Result) { r.Parts[0].Clock = idkind.ClockMixed }), ""},
		{"another unique column, which nobody may guess", "mail", v4Text, ""},
		{"swapped", "id", with(v4Bytes, func(r *idkind.Result) { r.Parts[0].Swapped, r.Parts[0].Name = true, "UUIDv1" }), "swapped UUIDv1 to the order of its bytes"},
	} {
		a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 16384, Spare: true, Together: true}, pages: map[string][2]float64{"in order PRIMARY: t": {100, 0}, "in order mail: t": {100, 0}}}
		unique := secondary("mail", "mail")
		unique.Unique = true
		one := inspected{table: table("t", 0, 16384, holdsRows(primary("PRIMARY", "id")), unique), figures: map[string]source.Figures{"PRIMARY": a.figures(200, 0, 66), "mail": a.figures(200, 0, 66)}}
		one.sample.Rows = sampledRows("t")
		column, _ := one.table.Column(c.column)
		var r Report
		r.orderedKeys(t.Context(), a, one, column, c.ids)
		got := ""
		for _, change := range r.Changes {
			got += change.Detail
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// What ordered keys save is in the report if it is worth a line: for the bytes, or for the pages in the buffer pool
// alone, and not where rows were deleted, whose pages a rebuild fills.
func TestWhatOrderedKeysSave(t *testing.T) {
	const emptied = "rows were deleted: what a rebuild saves is shown, and what ordered keys save after it is not known"
	for _, c := range []struct {
		what                string
		leaves, after, fill source.Figure
		saves, cache        string // in pages; empty if there is no change
		leafPages           string
		step                string
	}{
		{"many pages", source.Exactly(200), source.Exactly(100), source.Exactly(66), "100", "199", "100", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"full enough", source.Exactly(200), source.Exactly(100), source.Exactly(55), "100", "199", "100", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"not full: rows were deleted", source.Exactly(200), source.Exactly(100), source.Exactly(54.9), emptied, "199", emptied, "Rows were deleted: rebuild the index first, and see then what ordered keys save."},
		{"nobody knows how full", source.Exactly(200), source.Exactly(100), source.Figure{Value: 1, Missing: "not read"}, "100", "199", "100", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"8 pages of the buffer pool", source.Exactly(9), source.Exactly(5), source.Exactly(66), little, "8", little, "The index gets smaller by fewer than 8 pages or 3 %, or by nothing that is sure: inserts need less of it in the buffer pool."},
		{"8 pages", source.Exactly(15), source.Exactly(7), source.Exactly(66), "8", "14", "8", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"7 pages of the buffer pool", source.Exactly(8), source.Exactly(5), source.Exactly(66), "", "", "", ""},
		{"a bound", source.AtMost(200), source.Exactly(100), source.Exactly(66), "", "", "", ""},
		{"not known", source.Unknown("not read"), source.Exactly(100), source.Exactly(66), "", "", "", ""},
	} {
		a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 16384, Spare: true, Together: true}}
		one := inspected{table: table("t", 0, 16384, holdsRows(primary("PRIMARY", "id"))), figures: map[string]source.Figures{"PRIMARY": {Entries: entries, Leaves: c.leaves, Fill: c.fill}}}
		var r Report
		r.orderedKeys(t.Context(), predicted{a, source.Pages{Leaves: c.after}}, one, one.table.Columns[0], v4Text)
		var saves, cache, leafPages, step string
		for _, change := range r.Changes {
			saves, cache, leafPages, step = inPages(change.Saves, 16384), inPages(change.Cache, 16384), inPages(change.LeafPages, 1), change.Steps[1].Text
		}
		if saves != c.saves || cache != c.cache || leafPages != c.leafPages || step != c.step {
			t.Errorf("%s: %q, %q, %q, %q", c.what, saves, cache, leafPages, step)
		}
	}
}

// predicted is a database on which all trees become the same pages.
type predicted struct {
	*answers
	pages source.Pages
}

func (p predicted) Predict(context.Context, *source.Table, source.Index, source.Sample, source.Figure, source.Filling) source.Pages {
	return p.pages
}

// The leaf pages of all indexes that begin with the key are in the buffer pool, but for the one that ordered keys need.
// Of one page, or an unknown number, nothing is known.
func TestCache(t *testing.T) {
	a := &answers{t: t, product: "PostgreSQL", storage: source.Storage{PageSize: 8192}}
	for _, c := range []struct {
		leaves []source.Figure
		want   string
	}{
		{[]source.Figure{source.Exactly(200), source.Exactly(50)}, "249"},
		{[]source.Figure{source.Exactly(200), {Value: 50, Missing: "not read"}}, "199"},
		{[]source.Figure{source.Exactly(1), source.Unknown("not read")}, "the number of leaf pages is not known"},
		{[]source.Figure{source.Exactly(2), source.Unknown("not read")}, "1"},
		{[]source.Figure{source.Unknown("not read"), source.Unknown("not read")}, "the number of leaf pages is not known"},
	} {
		one := inspected{table: table("t", 0, 8192, primary("p", "id"), secondary("s", "id", "n"), secondary("other", "n", "id")), figures: map[string]source.Figures{"other": a.figures(500, 500, 66)}}
		for i, name := range []string{"p", "s"} {
			one.figures[name] = source.Figures{Entries: entries, Bytes: source.Exactly(a.bytes(500)), Leaves: c.leaves[i], Fill: source.Exactly(66)}
		}
		var r Report
		r.orderedKeys(t.Context(), predicted{a, source.Pages{Leaves: source.Exactly(100), All: source.Exactly(100)}}, one, one.table.Columns[0], v4Text)
		if len(r.Changes) != 1 || inPages(r.Changes[0].Cache, 8192) != c.want {
			t.Errorf("%+v: %+v", c.leaves, r.Changes)
		}
	}
}

func TestOrderedKind(t *testing.T) {
	for _, c := range []struct {
		ids  idkind.Result
		want string
	}{{v4Bytes, "UUIDv7"}, {v4Text, "UUIDv7"}, {idsOf(idkind.UUIDText, 36, part("random bytes", idkind.Random)), "UUIDv7"}, {nanoids, "ordered"}, {idsOf(idkind.UUIDText, 36, part("UUIDv4", idkind.Random), part("Nano ID", idkind.Random)), "UUIDv7"}} {
		if got := orderedKind(c.ids); got != c.want {
			t.Errorf("%+v: %s, want %s", c.ids, got, c.want)
		}
	}
}

// The index of a rebuild loses again what random keys split, and values of no known order, unless the rows are in it.
func TestWhatSplitsAgain(t *testing.T) {
	ids := map[string]idkind.Result{"random": v4Text, "ordered": v7Text, "unknown": idsOf(idkind.Text, 9, part("numbers", idkind.Unknown))}
	for _, c := range []struct {
		index source.Index
		want  bool
	}{
		{secondary("i", "random", "ordered"), true}, {secondary("i", "ordered", "random"), false}, {secondary("i", "unknown"), false}, {secondary("i", "mail"), true},
		{holdsRows(primary("i", "mail")), false}, {holdsRows(primary("i", "random")), true}, {holdsRows(primary("i", "ordered")), false},
	} {
		a := &answers{t: t, storage: source.Storage{PageSize: 8192}}
		one := inspected{table: table("t", 0, 8192, c.index), ids: ids, figures: map[string]source.Figures{"i": a.figures(10, 10, 50)}}
		var b sumOf
		b.rebuilt(t.Context(), predicted{a, source.Pages{Leaves: source.Exactly(9), All: source.Exactly(9)}}, one, one.table, c.index)
		if got := len(b.later) == 1; got != c.want || len(b.trees) != 1 {
			t.Errorf("%+v: %v, trees %v", c.index, got, b.trees)
		}
	}
}

// A column changes its type with the key of another table that it references, if that has IDs and was inspected.
func TestReferences(t *testing.T) {
	child := &source.Table{Name: "orders", References: []source.Reference{
		{Columns: []string{"user"}, Table: "users"}, {Columns: []string{"parent"}, Table: "orders"}, {Columns: []string{"tag"}, Table: "tags"}, {Columns: []string{"x"}, Table: "elsewhere"},
	}}
	ids := map[string]idkind.Result{"id": v4Text}
	tables := []inspected{{table: child, ids: ids}, {table: &source.Table{Name: "users"}, ids: ids}, {table: &source.Table{Name: "tags"}}}
	for column, want := range map[string]bool{"user": true, "parent": false, "tag": false, "x": false, "id": false} {
		if got := references(child, column, tables); got != want {
			t.Errorf("%s: %v", column, got)
		}
	}
}

// The change that saves most comes first, and a bound after all estimates; the first twelve with a script have its plan.
func TestOrderOfChanges(t *testing.T) {
	r := &Report{}
	planned := 0
	add := func(name string, saves source.Figure, plan bool) {
		c := Change{Table: name, Saves: saves, Growth: &Growth{}}
		c.Growth.compute = func() { c.Growth.Index = "computed" }
		if name == "rebuild" {
			c.Growth = nil
		}
		if plan {
			c.plan = func(context.Context) []Step { planned++; return []Step{{Text: fmt.Sprint("planned ", planned)}} }
		}
		r.Changes = append(r.Changes, c)
	}
	add("bound", source.AtMost(9e9), false)
	add("cache alone", source.Unknown("little"), false)
	add("little", source.Exactly(1), false)
	for i := range 13 {
		add(fmt.Sprint("type ", i), source.Exactly(float64(100-i)), true)
	}
	add("rebuild", source.Exactly(500), false)
	r.changes(t.Context(), &answers{t: t}, nil)
	var got []string
	for _, c := range r.Changes {
		step := ""
		for _, s := range c.Steps {
			step += ": " + s.Text
		}
		if c.Growth != nil && c.Growth.Index != "computed" {
			t.Errorf("the growth of %s is not computed", c.Table)
		}
		got = append(got, c.Table+step)
	}
	want := []string{"rebuild"}
	for i := range 12 {
		want = append(want, fmt.Sprintf("type %d: planned %d", i, i+1))
	}
	if want = append(want, "type 12", "little", "cache alone", "bound"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if r.complete(ended); planned != 12 {
		t.Errorf("%d plans after the time", planned)
	}
	if !(Change{Saves: source.Exactly(1)}).IsEstimate() || (Change{Saves: source.AtMost(1)}).IsEstimate() {
		t.Error("a bound is no estimate")
	}
}

// A change is of indexes that begin with an ID alone, and of a pair of columns if one is known to change.
func TestNothingToRebuild(t *testing.T) {
	for _, together := range []bool{false, true} {
		a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 8192, Together: together}}
		one := inspected{table: table("t", 0, 8192, primary("p", "n"), secondary("s", "id")), ids: map[string]idkind.Result{"id": v4Text}, figures: map[string]source.Figures{"p": a.figures(900, 900, 50)}}
		var r Report
		r.rebuilds(t.Context(), predicted{a, source.Pages{Leaves: source.Exactly(9), All: source.Exactly(9)}}, one)
		if len(r.Changes) != 0 || r.NotComputed != 0 {
			t.Errorf("together %v: %+v", together, r.Changes)
		}
	}
}
