package postgres

import (
	"database/sql"
	"database/sql/driver"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) {
	dbtest.Own = true // the WAL and the buffer pool are those of the server
	dbtest.Main(m)
}

func open(t *testing.T) *Engine {
	t.Helper()
	e, err := On(t.Context(), dbtest.Server(t, dbserver.Postgres))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Close(t, e)
	return e
}

func prepare(t *testing.T, e *Engine, f key.Form) *tree {
	t.Helper()
	return enginetest.Prepare(t, e, engine.Spec{Layout: Primary, Key: f, Payload: 100}).(*tree)
}

// subject is the engine as the tests that all engines share see it.
func subject(e *Engine) enginetest.Subject {
	return enginetest.Subject{Engine: e, Name: "postgres", Layout: Primary, Column: key.UUIDs}
}

// seq returns n keys in order, the first being from.
func seq(from, n int) []driver.Valuer { return enginetest.Seq(key.UUIDs, from, n) }

// pages is what the pages of the index themselves say, one by one.
type pages struct {
	file, leaves, items int
	free                float64 // bytes, of all leaf pages
}

func inspectPages(t *testing.T, e *Engine) pages {
	t.Helper()
	var p pages
	err := e.QueryRowContext(t.Context(), `
		SELECT (SELECT pg_relation_size('item_pkey') / 8192), count(*), sum(live_items), sum(free_size)
		FROM generate_series(1, pg_relation_size('item_pkey') / 8192 - 1) AS page, LATERAL bt_page_stats('item_pkey', page::int) AS s
		WHERE s.type = 'l'`).Scan(&p.file, &p.leaves, &p.items, &p.free)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The engine's readings against the pages, looked at one by one.
func TestMeasureAgainstThePages(t *testing.T) {
	const rows = 20_000
	for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": enginetest.Shuffled(seq(1, rows))} {
		t.Run(name, func(t *testing.T) {
			e := open(t)
			tr := prepare(t, e, enginetest.Wide)
			enginetest.Insert(t, tr, keys, 1000)
			r := enginetest.Measure(t, tr)
			p := inspectPages(t, e)
			if want := rows + p.leaves - 1; p.items != want {
				t.Fatalf("the pages hold %d items, want %d: the rows, and a high key on each page but the last", p.items, want)
			}
			if got := enginetest.Value(t, r, metric.LeafPages); got != float64(p.leaves) {
				t.Errorf("%v leaf pages, there are %d", got, p.leaves)
			}
			// Of 8192 bytes the page's header takes 24 and its links 16.
			fill := 100 * (1 - p.free/float64(p.leaves*(8192-24-16)))
			if got := enginetest.Value(t, r, metric.LeafFill); math.Abs(got-fill) > 0.1 {
				t.Errorf("leaf fill %v, the pages' is %v", got, fill)
			}
			if got, want := enginetest.Value(t, r, metric.BytesPerRow), float64(p.file*8192)/rows; got != want {
				t.Errorf("%v bytes per row, the file has %v", got, want)
			}
			if got, want := enginetest.Value(t, r, metric.PageSplits)*rows/1000, float64(p.leaves-1); e.number >= blockInfo && math.Abs(got-want) > .01 {
				t.Errorf("%v splits in the log, the leaf pages say %v", got, want)
			}
			apart := enginetest.Value(t, r, metric.Neighbours)
			if ordered := name == "in order"; ordered && apart > 2 || !ordered && apart <= metric.ReadAhead {
				t.Errorf("neighbours are %v pages apart", apart)
			}
			// Key, payload and the headers of two log records at least; and no page
			// is logged whole more than once.
			if got := enginetest.Value(t, r, metric.LogBytes); got < 16+100+2*24 || got > 16+100+8192 {
				t.Errorf("%v log bytes per row", got)
			}
			if e.number >= countsApart {
				// The first page is written past the buffers when the index is made.
				if got := enginetest.Value(t, r, metric.PagesRead); got > 1.0/rows {
					t.Errorf("%v pages read per row of an index that fits the buffers", got)
				}
				// A row asks for its leaf page, and for those above it unless the server
				// remembers the last one.
				if got, ordered := enginetest.Value(t, r, metric.PageRequests), name == "in order"; got < 1 || !ordered && got < 1.9 || got > 4 {
					t.Errorf("%v pages per row were asked of the buffers", got)
				}
			}
		})
	}
}

// Ordered keys leave the last page at the fill factor, to the pages' granularity.
func TestOrderedFill(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	enginetest.Insert(t, tr, seq(1, 60_000), 1000)
	if got := enginetest.Value(t, enginetest.Measure(t, tr), metric.LeafFill); math.Abs(got-90) > 0.7 {
		t.Errorf("leaf fill is %v%%, want 90%%", got)
	}
}

// One key at a time commits by itself, and an empty index has no fill.
func TestFewRows(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	r := enginetest.Measure(t, tr)
	for _, name := range []string{metric.LeafPages, metric.LeafFill, metric.LogBytes, metric.BytesPerRow} {
		if r.Get(name).Missing == "" {
			t.Errorf("an empty index has %s %v", name, r.Get(name).Value)
		}
	}
	enginetest.Insert(t, tr, seq(1, 3), 1)
	if r := enginetest.Measure(t, tr); enginetest.Value(t, r, metric.LeafPages) != 1 || enginetest.Value(t, r, metric.Neighbours) != 1 {
		t.Errorf("readings of one page: %+v", r)
	}
}

// Every kind of key goes into its column and comes out in its order.
func TestEveryKind(t *testing.T) {
	e := open(t)
	d, err := e.Describe(t.Context())
	if err != nil || !d.UUID {
		t.Fatalf("%+v, %v", d, err)
	}
	types := map[string]string{"16-byte": "uuid", "20-byte": "bytea", "64-bit integer": "bigint"}
	subject(e).EveryKind(t, types, func(t *testing.T) (column string) {
		if err := e.QueryRowContext(t.Context(), "SELECT pg_typeof(id) FROM item LIMIT 1").Scan(&column); err != nil {
			t.Error(err)
		}
		return column
	})
}

// A key that is there already fails the transaction, of which nothing stays; or
// another takes its place.
func TestDuplicates(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, enginetest.Wide)
	want := subject(e).Duplicates(t, tr)
	var n int
	if err := e.QueryRowContext(t.Context(), "SELECT count(*) FROM item").Scan(&n); err != nil || n != want {
		t.Errorf("%d rows, want %d; %v", n, want, err)
	}
}

func TestWritersAtTheSameTime(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, enginetest.Wide)
	want := subject(e).AtTheSameTime(t, tr)
	if n := tr.Rows(); n != want {
		t.Errorf("%d rows, want %d", n, want)
	}
}

// An interrupted insert leaves no rows, and the table is removed afterwards.
func TestInterrupt(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, enginetest.Wide)
	subject(e).Interrupted(t, tr)
	var there sql.NullString
	if err := e.QueryRowContext(t.Context(), "SELECT to_regclass('item')").Scan(&there); err != nil || there.Valid {
		t.Errorf("the table is %v, %v", there, err)
	}
}

func TestLostConnection(t *testing.T) {
	e := open(t)
	subject(e).LostConnection(t, prepare(t, e, enginetest.Wide), func(t *testing.T) {
		_, err := e.ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestUnknownLayout(t *testing.T) {
	if _, err := (&Engine{Session: &server.Session{}}).Prepare(t.Context(), engine.Spec{Layout: "heap"}); err == nil || !strings.Contains(err.Error(), Primary) {
		t.Errorf("got %v", err)
	}
}

// An update that finds no room on the row's page adds an entry to the index. Pages that are
// full, as keys in order leave them, then split. A snapshot beside the updates keeps the
// server from freeing old versions before the next VACUUM, as transactions of other clients
// do at times.
func TestUpdates(t *testing.T) {
	e := open(t)
	snapshot := func() (end func()) {
		tx, err := e.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
		if err == nil {
			_, err = tx.ExecContext(t.Context(), "SELECT count(*) FROM item")
		}
		if err != nil {
			t.Fatal(err)
		}
		return func() { _ = tx.Rollback() } // it has changed nothing
	}
	hot := subject(e).Updates(t, map[string][2]float64{"in order": {1.4, 1.6}, "shuffled": {1.1, 1.3}}, snapshot)
	for name, r := range hot {
		if r.Missing != "" || r.Value < 45 || r.Value > 55 {
			t.Errorf("%s: the share of HOT updates is %+v, want about half", name, r)
		}
	}
}

// The entries of PostgreSQL's indexes have the place of the row, whatever the primary key.
func TestOtherIndexes(t *testing.T) {
	if q := subject(open(t)).OtherIndexes(t); q < .85 || q > 1.15 {
		t.Errorf("with wide keys the other indexes are %.2f times as large", q)
	}
}
