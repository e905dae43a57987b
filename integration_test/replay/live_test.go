package replay

import (
	"flag"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/internal/leafpage"
)

var (
	record     = flag.Bool("record", false, "replay every trace on the servers and write what they count to "+recordsFile)
	recordRows = flag.Int("record-rows", 250_000, "rows of a trace, for -record")
)

// tolerance is how far the simulated number of leaf pages may be from the server's, as
// a share of it.
const tolerance = 0.005

// Fewer rows than so many make MariaDB's statistics give a wrong number.
const liveRows = 60_000

// TestLive runs a few traces of each sort, on each layout of each available server; with
// -record it runs all of them and records the results for TestRecorded.
func TestLive(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			if *record {
				recordAll(t, d)
				return
			}
			for _, l := range layouts {
				if slices.Contains(l.kinds, kind) {
					for _, name := range []string{"uuidv4", "ulid-plain", "wiji-8-writers-100"} {
						compare(t, d, l, name)
					}
				}
			}
		})
	}
}

func compare(t *testing.T, d *dbserver.Database, l layout, name string) {
	t.Helper()
	tr, _ := Named(name)
	got := predict(t, l, tr, liveRows, d.Server.Kind)
	want := replay(t, d, l, tr, liveRows)
	check(t, l.name+" "+name, got, want)
}

func predict(t testing.TB, l layout, tr Trace, rows int, kind dbserver.Kind) leafpage.Stats {
	t.Helper()
	r, err := l.rules(tr, kind == dbserver.MariaDB)
	if err != nil {
		t.Fatal(err)
	}
	s, err := leafpage.Predict(r, tr.Keys(rows))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(t testing.TB, what string, got leafpage.Stats, want measured) {
	t.Helper()
	off := float64(got.Leaves-want.leaves) / float64(want.leaves)
	t.Logf("%-30s %6d leaf pages, simulated %6d (%+.2f%%); fill %.2f, simulated %.2f", what, want.leaves, got.Leaves, 100*off, want.fill, got.Fill)
	if math.Abs(off) > tolerance {
		t.Errorf("%s: the simulator has %d leaf pages and the server %d: %+.2f%%", what, got.Leaves, want.leaves, 100*off)
	}
	if want.fill > 0 && math.Abs(got.Fill-want.fill) > 0.1 {
		t.Errorf("%s: the simulator's fill is %.2f and the server's %.2f", what, got.Fill, want.fill)
	}
}

// recordAll replays every trace on the server and keeps what it says.
func recordAll(t *testing.T, d *dbserver.Database) {
	for _, l := range layouts {
		if !slices.Contains(l.kinds, d.Server.Kind) {
			continue
		}
		for _, tr := range All() {
			began := time.Now()
			want := replay(t, d, l, tr, *recordRows)
			check(t, l.name+" "+tr.Name, predict(t, l, tr, *recordRows, d.Server.Kind), want)
			t.Logf("%v", time.Since(began).Round(time.Millisecond))
			e := entry{
				Server: d.Server.Kind.Title(), Version: d.Server.Version, Layout: l.name,
				Trace: tr.Name, Rows: *recordRows, Leaves: want.leaves, Fill: want.fill,
			}
			keep(t, recordsFile, e, entry.compare, func(o entry) bool { return e.compare(o) == 0 && e.Trace == o.Trace })
		}
	}
}

// The pages of a PostgreSQL index are where the simulator puts them: which block of the file
// each leaf page is, in key order.
func TestLivePageNumbers(t *testing.T) {
	const rows = 20_000
	d := dbtest.Open(t, dbserver.Postgres)
	tr, _ := Named("uuidv4")
	l := layoutNamed(t, "index")
	replay(t, d, l, tr, rows)
	r, err := l.rules(tr, false)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := leafpage.New(r, leafpage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for key := range tr.Keys(rows) {
		if err := tree.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	leaves, _ := tree.Leaves()
	for i, number := range blocks(t, d) {
		if i >= len(leaves) || leaves[i].Page != number {
			t.Fatalf("leaf page %d of %d is block %d", i, len(leaves), number)
		}
	}
}

// blocks returns the blocks of the leaf pages of the index, in key order.
func blocks(t *testing.T, d *dbserver.Database) (list []uint32) {
	t.Helper()
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE EXTENSION pageinspect"); err != nil {
		t.Fatal(err)
	}
	rows, err := db.QueryContext(t.Context(), "SELECT s.blkno, s.btpo_prev, s.btpo_next"+
		" FROM generate_series(1, pg_relation_size('item_pkey') / 8192 - 1) n, bt_page_stats('item_pkey', n) s WHERE s.type = 'l'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	next, first := map[uint32]uint32{}, uint32(0)
	for rows.Next() {
		var number, before, after uint32
		if err := rows.Scan(&number, &before, &after); err != nil {
			t.Fatal(err)
		}
		if next[number] = after; before == 0 {
			first = number
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for n := first; n != 0; n = next[n] {
		list = append(list, n)
	}
	if len(list) != len(next) || len(list) < 50 {
		t.Fatalf("the chain has %d of %d leaf pages", len(list), len(next))
	}
	return list
}
