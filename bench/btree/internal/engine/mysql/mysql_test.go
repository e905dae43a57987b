package mysql

import (
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
	dbtest.OnDisk = true
	dbtest.Main(m)
}

// each runs the test on both servers.
func each(t *testing.T, test func(*testing.T, *Engine)) {
	t.Helper()
	on(t, []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB}, test)
}

// either runs a test whose statements are the same on both servers on one of them.
func either(t *testing.T, test func(*testing.T, *Engine)) {
	t.Helper()
	on(t, dbtest.MySQLOrMariaDB(t.Name()), test)
}

func on(t *testing.T, kinds []dbserver.Kind, test func(*testing.T, *Engine)) {
	t.Helper()
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			e, err := On(t.Context(), dbtest.Server(t, kind))
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Close(t, e)
			test(t, e)
		})
	}
}

func prepare(t *testing.T, e *Engine, f key.Form, payload int) *tree {
	t.Helper()
	return enginetest.Prepare(t, e, engine.Spec{Layout: Clustered, Key: f, Payload: payload}).(*tree)
}

// subject is the engine as the tests that all engines share see it.
func subject(e *Engine) enginetest.Subject {
	return enginetest.Subject{Engine: e, Name: e.Errors.Name, Layout: Clustered, Column: key.Bytes}
}

// seq returns n keys in order, the first being from.
func seq(from, n int) []driver.Valuer { return enginetest.Seq(key.Bytes, from, n) }

// pool is what the pages of the table in the buffer pool say, one by one: it is
// large enough for all of them.
type pool struct {
	pages, records int
	most           int // records on the page that has most
	bytes          float64
}

func inspectPool(t *testing.T, e *Engine) pool {
	t.Helper()
	var p pool
	err := e.QueryRowContext(t.Context(), `
		SELECT COUNT(*), COALESCE(SUM(number_records), 0), COALESCE(MAX(number_records), 0), COALESCE(SUM(data_size), 0)
		FROM information_schema.innodb_buffer_page
		WHERE page_type = 'INDEX' AND index_name = 'PRIMARY' AND REPLACE(table_name, '`+"`"+`', '') = '`+e.Name()+`.item'`).Scan(&p.pages, &p.records, &p.most, &p.bytes)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The engine's readings against the pages in the buffer pool. The payload is small
// enough for a tree of two levels: one page is no leaf, and it has a record for each
// leaf.
func TestMeasureAgainstThePages(t *testing.T) {
	const rows = smallTable + 2000
	each(t, func(t *testing.T, e *Engine) {
		for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": enginetest.Shuffled(seq(1, rows))} {
			t.Run(name, func(t *testing.T) {
				const payload = 40
				tr := prepare(t, e, enginetest.Wide, payload)
				defer tr.Close()
				enginetest.Insert(t, tr, keys, 1000)
				// Bringing the table to rest may take its pages out of the pool.
				p := inspectPool(t, e)
				r := enginetest.Measure(t, tr)
				leaves := p.pages - 1
				if p.records != rows+leaves || p.most != leaves {
					t.Fatalf("%d pages hold %d records and one of them %d, want %d rows and one page with a record for each leaf", p.pages, p.records, p.most, rows)
				}
				if got := enginetest.Value(t, r, metric.LeafPages); got != float64(leaves) {
					t.Errorf("%v leaf pages, there are %d", got, leaves)
				}
				// A pointer to a leaf is a header, a key and a page number.
				const pointer = 5 + 16 + 4
				fill := 100 * (p.bytes - pointer*float64(leaves)) / float64(leaves*e.pageSize)
				if got := enginetest.Value(t, r, metric.LeafFill); math.Abs(got-fill) > 0.01 {
					t.Errorf("leaf fill %v, the pages' is %v", got, fill)
				}
				if ordered := name == "in order"; ordered != (fill > 91) {
					t.Errorf("leaf fill of keys %s is %v", name, fill)
				}
				if got, want := enginetest.Value(t, r, metric.BytesPerRow), float64(p.pages*e.pageSize)/rows; got != want {
					t.Errorf("%v bytes per row, the pages have %v", got, want)
				}
				// Whole extents of 64 pages are reserved, some of them ahead of need.
				if got, least := enginetest.Value(t, r, metric.FileBytes), float64(p.pages*e.pageSize)/rows; got < least || got > 1.1*least+(8<<20)/rows {
					t.Errorf("%v bytes of the file per row, the pages have %v", got, least)
				}
				apart := enginetest.Value(t, r, metric.Neighbours)
				if ordered := name == "in order"; ordered && apart > 2 || !ordered && apart <= metric.ReadAhead {
					t.Errorf("neighbours are %v pages apart", apart)
				}
				if got := enginetest.Value(t, r, metric.LogBytes); got < 16+payload || got > 2000 {
					t.Errorf("%v log bytes per row", got)
				}
				if got := enginetest.Value(t, r, metric.PagesRead); got > 0.1 {
					t.Errorf("%v pages read per row of a table that fits the pool", got)
				}
				if r.Get(metric.PagesWritten).Missing == "" {
					t.Errorf("pages written to the log: %v", r.Get(metric.PagesWritten))
				}
			})
		}
	})
}

// The size of a record is that of the page's own count, for every width and for
// payloads on both sides of where the length takes another byte.
func TestRecordSize(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		for _, c := range []struct {
			width, payload int
		}{{16, 0}, {8, 1}, {20, 127}, {16, 128}, {8, 255}, {16, 256}, {20, 3000}} {
			tr := prepare(t, e, key.Form{Width: c.width, Integer: c.width == 8}, c.payload)
			k := []driver.Valuer{enginetest.Raw(make([]byte, c.width))}
			if c.width == 8 {
				k[0] = enginetest.Number(1)
			}
			enginetest.Insert(t, tr, k, 1)
			if p := inspectPool(t, e); p.records != 1 || int(p.bytes) != recordSize(c.width, c.payload) {
				t.Errorf("key of %d, payload of %d: %d records of %v bytes, want one of %d", c.width, c.payload, p.records, p.bytes, recordSize(c.width, c.payload))
			}
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Every kind of key goes into its column.
func TestEveryKind(t *testing.T) {
	types := map[string]string{"16-byte": "binary(16)", "20-byte": "binary(20)", "64-bit integer": "bigint"}
	either(t, func(t *testing.T, e *Engine) {
		subject(e).EveryKind(t, types, func(t *testing.T) (column string) {
			err := e.QueryRowContext(t.Context(), "SELECT column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'id'").Scan(&column)
			if err != nil {
				t.Error(err)
			}
			return strings.Replace(column, "bigint(20)", "bigint", 1) // MariaDB shows how wide it prints
		})
	})
}

// A key that is there already fails the transaction, of which nothing stays; or
// another takes its place.
func TestDuplicates(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 100)
		want := subject(e).Duplicates(t, tr)
		if n := tr.Rows(); n != want {
			t.Errorf("%d rows, want %d", n, want)
		}
	})
}

func TestWritersAtTheSameTime(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 100)
		want := subject(e).AtTheSameTime(t, tr)
		if n := tr.Rows(); n != want {
			t.Errorf("%d rows, want %d", n, want)
		}
	})
}

func TestUnknownLayout(t *testing.T) {
	if _, err := (&Engine{Session: &server.Session{}}).Prepare(t.Context(), engine.Spec{Layout: "heap"}); err == nil || !strings.Contains(err.Error(), Clustered) {
		t.Errorf("got %v", err)
	}
}

// Rows that get longer split the pages that keys in order leave full. The pages of shuffled
// keys have room.
func TestUpdates(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		subject(e).Updates(t, map[string][2]float64{"in order": {1.8, 2.05}, "shuffled": {1, 1.1}}, nil)
	})
}

// The entries of InnoDB's other indexes have the primary key.
func TestOtherIndexes(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		if q := subject(e).OtherIndexes(t); q < 1.3 || q > 2.2 {
			t.Errorf("with wide keys the other indexes are %.2f times as large", q)
		}
	})
}
