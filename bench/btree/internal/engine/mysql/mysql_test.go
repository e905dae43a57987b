package mysql

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

var wide = key.Form{Width: 16}

// each runs the test on both servers.
func each(t *testing.T, test func(*testing.T, *Engine)) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			e, err := On(t.Context(), dbtest.Server(t, kind))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			})
			test(t, e)
		})
	}
}

func prepare(t *testing.T, e *Engine, f key.Form, payload int) *tree {
	t.Helper()
	tr, err := e.Prepare(t.Context(), engine.Spec{Layout: Clustered, Key: f, Payload: payload})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return tr.(*tree)
}

func writer(t *testing.T, tr engine.Tree) engine.Writer {
	t.Helper()
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func insert(t *testing.T, tr engine.Tree, keys []driver.Valuer, batch int) {
	t.Helper()
	w := writer(t, tr)
	for part := range slices.Chunk(keys, batch) {
		if err := w.Insert(t.Context(), part, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// seq returns n keys in order, the first being from.
func seq(from, n int) []driver.Valuer {
	keys := make([]driver.Valuer, n)
	for i := range keys {
		var u uuid.UUID
		binary.BigEndian.PutUint64(u[8:], uint64(from+i))
		keys[i] = sqltype.Binary[uuid.UUID]{V: u}
	}
	return keys
}

func shuffled(keys []driver.Valuer) []driver.Valuer {
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

func measure(t *testing.T, tr engine.Tree) metric.Readings {
	t.Helper()
	r, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func value(t *testing.T, r metric.Readings, name string) float64 {
	t.Helper()
	v := r.Get(name)
	if v.Missing != "" {
		t.Fatalf("%s is missing: %s", name, v.Missing)
	}
	return v.Value
}

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
		for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": shuffled(seq(1, rows))} {
			t.Run(name, func(t *testing.T) {
				const payload = 40
				tr := prepare(t, e, wide, payload)
				defer tr.Close()
				insert(t, tr, keys, 1000)
				r := measure(t, tr)
				p := inspectPool(t, e)
				leaves := p.pages - 1
				if p.records != rows+leaves || p.most != leaves {
					t.Fatalf("%d pages hold %d records and one of them %d, want %d rows and one page with a record for each leaf", p.pages, p.records, p.most, rows)
				}
				if got := value(t, r, metric.LeafPages); got != float64(leaves) {
					t.Errorf("%v leaf pages, there are %d", got, leaves)
				}
				if got := value(t, r, metric.PageSplits); got != float64(leaves-1) {
					t.Errorf("%v page splits, want %d", got, leaves-1)
				}
				// A pointer to a leaf is a header, a key and a page number.
				const pointer = 5 + 16 + 4
				fill := 100 * (p.bytes - pointer*float64(leaves)) / float64(leaves*e.pageSize)
				if got := value(t, r, metric.LeafFill); math.Abs(got-fill) > 0.01 {
					t.Errorf("leaf fill %v, the pages' is %v", got, fill)
				}
				if ordered := name == "in order"; ordered != (fill > 91) {
					t.Errorf("leaf fill of keys %s is %v", name, fill)
				}
				// Whole extents of 64 pages are reserved, some of them ahead of need.
				if got, least := value(t, r, metric.BytesPerRow), float64(p.pages*e.pageSize)/rows; got < least || got > 1.6*least {
					t.Errorf("%v bytes per row, the pages have %v", got, least)
				}
				if got := value(t, r, metric.LogBytes); got < 16+payload || got > 2000 {
					t.Errorf("%v log bytes per row", got)
				}
				if got := value(t, r, metric.PagesRead); got > 0.1 {
					t.Errorf("%v pages read per row of a table that fits the pool", got)
				}
				for _, name := range []string{metric.Fragmentation, metric.PagesWritten} {
					if r.Get(name).Missing == "" {
						t.Errorf("%s was read: %v", name, r.Get(name))
					}
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
			k := []driver.Valuer{raw(make([]byte, c.width))}
			if c.width == 8 {
				k[0] = number(1)
			}
			insert(t, tr, k, 1)
			if p := inspectPool(t, e); p.records != 1 || int(p.bytes) != recordSize(c.width, c.payload) {
				t.Errorf("key of %d, payload of %d: %d records of %v bytes, want one of %d", c.width, c.payload, p.records, p.bytes, recordSize(c.width, c.payload))
			}
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

type raw []byte

func (r raw) Value() (driver.Value, error) { return []byte(r), nil }

type number int64

func (n number) Value() (driver.Value, error) { return int64(n), nil }

// A reading that would be wrong is blank.
func TestFewRows(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, wide, 100)
		insert(t, tr, seq(1, 3), 1)
		r := measure(t, tr)
		if e.Server.Kind == dbserver.MariaDB {
			for _, name := range []string{metric.LeafPages, metric.LeafFill, metric.PageSplits} {
				if !strings.Contains(r.Get(name).Missing, "MariaDB") {
					t.Errorf("%s: %+v", name, r.Get(name))
				}
			}
			return
		}
		if value(t, r, metric.LeafPages) != 1 || value(t, r, metric.PageSplits) != 0 {
			t.Errorf("readings of one page: %+v", r)
		}
	})
}

// A row that does not fit half a page is not wholly in the tree's leaf pages.
func TestLargePayloads(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		for _, payload := range []int{9_000, maxVarbinary, maxVarbinary + 1, 1 << 20} {
			tr := prepare(t, e, wide, payload)
			insert(t, tr, seq(1, 3), 3)
			if got := measure(t, tr).Get(metric.LeafFill); got.Missing == "" {
				t.Errorf("payload of %d: leaf fill is %v", payload, got.Value)
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
	each(t, func(t *testing.T, e *Engine) {
		for _, k := range key.All() {
			t.Run(k.Name, func(t *testing.T) {
				tr := prepare(t, e, k.Form, 10)
				defer tr.Close()
				src := k.Open(1, key.Bytes).Writer(0)
				keys := make([]driver.Valuer, 250)
				for i := range keys {
					var err error
					if keys[i], err = src.Next(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				w := writer(t, tr)
				another := func(ctx context.Context) (driver.Valuer, error) { return src.Next(ctx) }
				if err := errors.Join(w.Insert(t.Context(), keys, another), w.Close()); err != nil {
					t.Fatal(err)
				}
				measure(t, tr)
				var column string
				err := e.QueryRowContext(t.Context(), "SELECT column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'id'").Scan(&column)
				if want := types[k.Form.String()]; err != nil || !strings.HasPrefix(column, want) {
					t.Errorf("the column is %s, want %s; %v", column, want, err)
				}
			})
		}
	})
}

// A key that is there already fails the transaction, of which nothing stays; or
// another takes its place.
func TestDuplicates(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, wide, 100)
		insert(t, tr, seq(1, 100), 50)
		w := writer(t, tr)
		defer w.Close()
		batch := append(seq(1000, 120), seq(7, 2)...)
		if err := w.Insert(t.Context(), batch, nil); err == nil || !strings.Contains(err.Error(), "same key twice") {
			t.Errorf("a duplicate key went in: %v", err)
		}
		measure(t, tr) // it counts the rows
		made := 0
		another := func(context.Context) (driver.Valuer, error) {
			made++
			return seq([]int{8, 5000, 5001}[made-1], 1)[0], nil // 8 is there too
		}
		if err := w.Insert(t.Context(), batch, another); err != nil || made != 3 {
			t.Errorf("%d keys were made, want 3; %v", made, err)
		}
		measure(t, tr)
		if n := tr.rows.Load(); n != 222 {
			t.Errorf("%d rows, want 222", n)
		}
	})
}

func TestWritersAtTheSameTime(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, wide, 100)
		var wg sync.WaitGroup
		for i := range 4 {
			w := writer(t, tr)
			wg.Go(func() {
				for part := range slices.Chunk(seq(1+i*10_000, 2050), 1000) {
					if err := w.Insert(t.Context(), part, nil); err != nil {
						t.Error(err)
					}
				}
				if err := w.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		measure(t, tr)
		if n := tr.rows.Load(); n != 4*2050 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestUnknownLayout(t *testing.T) {
	if _, err := (&Engine{name: MySQL}).Prepare(t.Context(), engine.Spec{Layout: "heap"}); err == nil || !strings.Contains(err.Error(), Clustered) {
		t.Errorf("got %v", err)
	}
}
