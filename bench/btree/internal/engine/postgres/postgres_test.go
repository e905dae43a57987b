package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

var wide = key.Form{Width: 16}

func open(t *testing.T) *Engine {
	t.Helper()
	e, err := On(t.Context(), dbtest.Server(t, dbserver.Postgres))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func prepare(t *testing.T, e *Engine, f key.Form) *tree {
	t.Helper()
	tr, err := e.Prepare(t.Context(), engine.Spec{Layout: Primary, Key: f, Payload: 100})
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
		keys[i] = sqltype.UUID[uuid.UUID]{V: u}
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
	for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": shuffled(seq(1, rows))} {
		t.Run(name, func(t *testing.T) {
			e := open(t)
			tr := prepare(t, e, wide)
			insert(t, tr, keys, 1000)
			r := measure(t, tr)
			p := inspectPages(t, e)
			if want := rows + p.leaves - 1; p.items != want {
				t.Fatalf("the pages hold %d items, want %d: the rows, and a high key on each page but the last", p.items, want)
			}
			if got := value(t, r, metric.LeafPages); got != float64(p.leaves) {
				t.Errorf("%v leaf pages, there are %d", got, p.leaves)
			}
			if got := value(t, r, metric.PageSplits); got != float64(p.leaves-1) {
				t.Errorf("%v page splits, want %d", got, p.leaves-1)
			}
			// Of 8192 bytes the page's header takes 24 and its links 16.
			fill := 100 * (1 - p.free/float64(p.leaves*(8192-24-16)))
			if got := value(t, r, metric.LeafFill); math.Abs(got-fill) > 0.1 {
				t.Errorf("leaf fill %v, the pages' is %v", got, fill)
			}
			if got, want := value(t, r, metric.BytesPerRow), float64(p.file*8192)/rows; got != want {
				t.Errorf("%v bytes per row, the file has %v", got, want)
			}
			frag := value(t, r, metric.Fragmentation)
			if ordered := name == "in order"; ordered && frag > 2 || !ordered && frag < 50 {
				t.Errorf("fragmentation is %v%%", frag)
			}
			// Key, payload and the headers of two log records at least; and no page
			// is logged whole more than once.
			if got := value(t, r, metric.LogBytes); got < 16+100+2*24 || got > 16+100+8192 {
				t.Errorf("%v log bytes per row", got)
			}
			if e.number >= countsNewPagesApart {
				// The first page is written past the buffers when the index is made.
				if got := value(t, r, metric.PagesRead); got > 1.0/rows {
					t.Errorf("%v pages read per row of an index that fits the buffers", got)
				}
			}
		})
	}
}

// Ordered keys leave the last page at the fill factor, to the pages' granularity.
func TestOrderedFill(t *testing.T) {
	tr := prepare(t, open(t), wide)
	insert(t, tr, seq(1, 60_000), 1000)
	if got := value(t, measure(t, tr), metric.LeafFill); math.Abs(got-90) > 0.7 {
		t.Errorf("leaf fill is %v%%, want 90%%", got)
	}
}

// One key at a time commits by itself, and an empty index has no fill.
func TestFewRows(t *testing.T) {
	tr := prepare(t, open(t), wide)
	r := measure(t, tr)
	for _, name := range []string{metric.LeafPages, metric.LeafFill, metric.LogBytes, metric.BytesPerRow} {
		if r.Get(name).Missing == "" {
			t.Errorf("an empty index has %s %v", name, r.Get(name).Value)
		}
	}
	insert(t, tr, seq(1, 3), 1)
	if r := measure(t, tr); value(t, r, metric.LeafPages) != 1 || value(t, r, metric.PageSplits) != 0 || value(t, r, metric.Fragmentation) != 0 {
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
	for _, k := range key.All() {
		t.Run(k.Name, func(t *testing.T) {
			tr := prepare(t, e, k.Form)
			defer tr.Close()
			src := k.Open(1, key.UUIDs).Writer(0)
			keys := make([]driver.Valuer, 250)
			for i := range keys {
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
			if err := e.QueryRowContext(t.Context(), "SELECT pg_typeof(id) FROM item LIMIT 1").Scan(&column); err != nil || column != types[k.Form.String()] {
				t.Errorf("the column is %s, want %s; %v", column, types[k.Form.String()], err)
			}
		})
	}
}

// A key that is there already fails the transaction, of which nothing stays; or
// another takes its place.
func TestDuplicates(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, wide)
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
	var n int
	if err := e.QueryRowContext(t.Context(), "SELECT count(*) FROM item").Scan(&n); err != nil || n != 222 {
		t.Errorf("%d rows, want 222; %v", n, err)
	}
}

func TestWritersAtTheSameTime(t *testing.T) {
	tr := prepare(t, open(t), wide)
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
}

// cancelling is a key at which the context ends.
type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) Value() (driver.Value, error) {
	c.cancel()
	return uuid.NewString(), nil
}

// What was interrupted is not there, and neither is the table afterwards.
func TestInterrupt(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, wide)
	insert(t, tr, seq(1, 10), 10)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := writer(t, tr)
	keys := append(seq(100, 500), cancelling{cancel})
	if err := w.Insert(ctx, append(keys, seq(1000, 500)...), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_ = w.Close() // the connection is gone
	measure(t, tr)
	if err := errors.Join(tr.Close(), tr.Close()); err != nil {
		t.Error(err)
	}
	var there sql.NullString
	if err := e.QueryRowContext(t.Context(), "SELECT to_regclass('item')").Scan(&there); err != nil || there.Valid {
		t.Errorf("the table is %v, %v", there, err)
	}
}

func TestLostConnection(t *testing.T) {
	e := open(t)
	tr := prepare(t, e, wide)
	w := writer(t, tr)
	insertOne := func(i int) error { return w.Insert(t.Context(), seq(i, 1), nil) }
	if err := insertOne(1); err != nil {
		t.Fatal(err)
	}
	_, err := e.ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	if err != nil {
		t.Fatal(err)
	}
	if err := insertOne(2); err == nil || !strings.HasPrefix(err.Error(), "postgres: cannot insert: ") {
		t.Errorf("got %v", err)
	}
	_ = w.Close()
	measure(t, tr)
}

// An account that may do little gets what it may read, and reasons for the rest.
func TestFewPrivileges(t *testing.T) {
	admin := open(t)
	const name = "btree_guest"
	if _, err := admin.ExecContext(t.Context(), "CREATE ROLE "+name+" LOGIN CREATEDB PASSWORD 'guest'"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := admin.ExecContext(context.Background(), "DROP ROLE "+name); err != nil {
			t.Error(err)
		}
	}()
	srv, err := dbserver.Open(t.Context(), dbserver.Postgres, dbserver.Options{DSN: as(t, admin.Server.DSN(), name, "guest")})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	e, err := On(t.Context(), srv)
	if err != nil {
		t.Fatal(err)
	}
	tr := prepare(t, e, wide)
	insert(t, tr, seq(1, 1000), 100)
	r := measure(t, tr)
	for name, word := range map[string]string{metric.LeafPages: tuples, metric.LeafFill: tuples, metric.PageSplits: tuples, metric.Fragmentation: inspect} {
		if got := r.Get(name).Missing; !strings.Contains(got, word) || !strings.Contains(got, "permission denied") {
			t.Errorf("%s is missing for the reason %q, want one that names %s", name, got, word)
		}
	}
	for _, name := range []string{metric.BytesPerRow, metric.LogBytes} {
		value(t, r, name)
	}
	if err := errors.Join(tr.Close(), e.Close()); err != nil {
		t.Error(err)
	}
}

// as returns a DSN of the same server for another account.
func as(t *testing.T, dsn, user, password string) string {
	t.Helper()
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return dsn + " user=" + user + " password=" + password // keywords: the last one counts
	}
	if c.User == user {
		t.Fatalf("the account is %s already", user)
	}
	u.User = url.UserPassword(user, password)
	return u.String()
}

func TestUnknownLayout(t *testing.T) {
	if _, err := (&Engine{}).Prepare(t.Context(), engine.Spec{Layout: "heap"}); err == nil || !strings.Contains(err.Error(), Primary) {
		t.Errorf("got %v", err)
	}
}
