package inspect

import (
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

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
