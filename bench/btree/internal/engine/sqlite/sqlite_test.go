package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

type blob []byte

func (b blob) Value() (driver.Value, error) { return []byte(b), nil }

type number int64

func (n number) Value() (driver.Value, error) { return int64(n), nil }

func seq(n int) []driver.Valuer {
	keys := make([]driver.Valuer, n)
	for i := range keys {
		keys[i] = blob(binary.BigEndian.AppendUint64(make([]byte, 8), uint64(i)))
	}
	return keys
}

func shuffled(keys []driver.Valuer) []driver.Valuer {
	keys = slices.Clone(keys)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

func open(t *testing.T) *Engine {
	t.Helper()
	e, err := Open(t.TempDir())
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

func prepare(t *testing.T, e *Engine, s engine.Spec) *tree {
	t.Helper()
	tr, err := e.Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return tr.(*tree)
}

func insert(t *testing.T, tr engine.Tree, keys []driver.Valuer) {
	t.Helper()
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for batch := range slices.Chunk(keys, 100) {
		if err := w.Insert(t.Context(), batch, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func value(t *testing.T, r metric.Readings, name string) float64 {
	t.Helper()
	v := r.Get(name)
	if v.Missing != "" {
		t.Fatalf("%s is missing: %s", name, v.Missing)
	}
	return v.Value
}

var wide = key.Form{Width: 16}

// The engine's readings against the pages of the file, read without SQLite.
func TestMeasureAgainstTheFile(t *testing.T) {
	const rows = 2000
	for _, layout := range []string{Clustered, Index} {
		for name, keys := range map[string][]driver.Valuer{"in order": seq(rows), "shuffled": shuffled(seq(rows))} {
			t.Run(layout+", "+name, func(t *testing.T) {
				tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: wide, Payload: 100})
				defer tr.Close()
				insert(t, tr, keys)
				r, err := tr.Measure(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if got, want := value(t, r, metric.LogBytes), value(t, r, metric.PagesWritten)*(4096+24); math.Abs(got-want) > 1e-6 {
					t.Errorf("%v log bytes per row, the pages and their headers have %v", got, want)
				}
				if _, err := tr.file.conn.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
					t.Fatal(err)
				}
				f := readPageFile(t, filepath.Join(tr.file.dir, "tree.db"))
				if f.cells != rows {
					t.Fatalf("the file has %d entries, want %d", f.cells, rows)
				}
				if got := value(t, r, metric.LeafPages); got != float64(f.leaves) {
					t.Errorf("%v leaf pages, the file has %d", got, f.leaves)
				}
				if got := value(t, r, metric.PageSplits); got != float64(f.leaves-1) {
					t.Errorf("%v page splits, want %d: the empty tree has one leaf page", got, f.leaves-1)
				}
				fill := 100 * (1 - float64(f.leafUnused)/float64(f.leafBytes))
				if got := value(t, r, metric.LeafFill); math.Abs(got-fill) > 1e-9 {
					t.Errorf("leaf fill %v, the file's is %v", got, fill)
				}
				perRow := float64((f.leaves+f.interior)*4096) / rows
				if got := value(t, r, metric.BytesPerRow); got != perRow {
					t.Errorf("%v bytes per row, the file has %v", got, perRow)
				}
				frag := value(t, r, metric.Fragmentation)
				if ordered := name == "in order"; ordered && frag != 0 || !ordered && frag < 20 {
					t.Errorf("fragmentation is %v%%", frag)
				}
			})
		}
	}
}

// A tree of one page, whose fill follows from SQLite's record format.
func TestMeasureOnePage(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: wide, Payload: 84})
	defer tr.Close()
	insert(t, tr, seq(20))
	r, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The page header takes 8 bytes. A cell takes 1 for its length, 4 for the
	// record's header (the type of an 84-byte blob is a varint of two bytes), the
	// key and the payload, and 2 for the pointer to it.
	const used = 8 + 20*(1+4+16+84+2)
	want := metric.Readings{
		metric.LeafPages: metric.Value(1), metric.PageSplits: metric.Value(0), metric.Fragmentation: metric.Value(0),
		metric.LeafFill: metric.Value(100 * float64(used) / 4096), metric.BytesPerRow: metric.Value(4096.0 / 20),
		metric.PagesRead: metric.Value(0), metric.PagesWritten: metric.Value(1.0 / 20), metric.LogBytes: metric.Value((4096 + 24) / 20.0),
	}
	for name, w := range want {
		if got := r.Get(name); got.Missing != "" || math.Abs(got.Value-w.Value) > 1e-9 {
			t.Errorf("%s is %+v, want %v", name, got, w.Value)
		}
	}
}

// Every key is in the table, once, and the table's order is that of the bytes or
// the numbers.
func TestRowsAndOrder(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			e := open(t)
			blobs := prepare(t, e, engine.Spec{Layout: layout, Key: wide, Payload: 10})
			defer blobs.Close()
			insert(t, blobs, shuffled(seq(1000)))
			var want []string
			for _, k := range seq(1000) {
				want = append(want, string(k.(blob)))
			}
			if got := column[string](t, blobs); !slices.Equal(got, want) {
				t.Error("the table does not hold the keys in byte order")
			}

			ints := prepare(t, e, engine.Spec{Layout: layout, Key: key.Form{Width: 8, Integer: true}})
			defer ints.Close()
			numbers := []int64{math.MaxInt64, -1, 0, math.MinInt64, 1 << 62, 255, 256}
			var keys []driver.Valuer
			for _, n := range numbers {
				keys = append(keys, number(n))
			}
			insert(t, ints, keys)
			slices.Sort(numbers)
			if got := column[int64](t, ints); !slices.Equal(got, numbers) {
				t.Errorf("the table holds %v, want %v", got, numbers)
			}
		})
	}
}

func column[T any](t *testing.T, tr *tree) []T {
	t.Helper()
	rows, err := tr.file.conn.QueryContext(t.Context(), "SELECT id FROM item ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		got = append(got, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

// The log bytes are those by which the log's file grows, as long as nothing is
// copied back.
func TestLogBytesAgainstTheFile(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: wide, Payload: 100})
	defer tr.Close()
	size := func() int64 {
		info, err := os.Stat(filepath.Join(tr.file.dir, "tree.db-wal"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	const rows = 500
	insert(t, tr, seq(rows))
	r, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := value(t, r, metric.LogBytes), float64(size()-before)/rows; got != want {
		t.Errorf("%v log bytes per row, the file grew by %v", got, want)
	}
}

// A payload that does not fit a page goes to overflow pages, which are bytes of
// the tree and no leaves.
func TestOverflowPages(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: wide, Payload: 10_000})
	defer tr.Close()
	insert(t, tr, seq(50))
	r, err := tr.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := value(t, r, metric.BytesPerRow); got < 10_000 {
		t.Errorf("%v bytes per row of 10,016: overflow pages are not counted", got)
	}
	if got := value(t, r, metric.LeafPages); got > 50 {
		t.Errorf("%v leaf pages for 50 rows: overflow pages are counted as leaves", got)
	}
}

// The page cache is shared by the process: a tree that leaves some of it occupied
// would give the next one another cache, and other reads.
func TestReadsDoNotDependOnEarlierTrees(t *testing.T) {
	e := open(t)
	keys := shuffled(seq(2700)) // with their payload, more than the page cache
	var first float64
	for i := range 2 {
		tr := prepare(t, e, engine.Spec{Layout: Clustered, Key: wide, Payload: 900})
		insert(t, tr, keys)
		r, err := tr.Measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		got := value(t, r, metric.PagesRead)
		if i == 0 {
			first = got
		}
		if got == 0 || got != first {
			t.Errorf("tree %d read %v pages per row, the first one %v: want the same, and more than none", i+1, got, first)
		}
	}
}

// The counters are taken in parts: the sum has to be the whole.
func TestCountersAddUp(t *testing.T) {
	e := open(t)
	keys := shuffled(seq(2700))
	var got [2]counters
	for i := range got {
		tr := prepare(t, e, engine.Spec{Layout: Clustered, Key: wide, Payload: 900})
		for n, batch := range slices.Collect(slices.Chunk(keys, 100)) {
			insert(t, tr, batch)
			if i == 1 && n%7 == 0 {
				if err := tr.count(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := tr.count(); err != nil {
			t.Fatal(err)
		}
		got[i] = tr.pages
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got[0] != got[1] || got[0].read == 0 || got[0].written == 0 {
		t.Errorf("taken once: %+v, in parts: %+v", got[0], got[1])
	}
}

func TestWritersTogether(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Index, Key: wide, Payload: 10})
	defer tr.Close()
	var wg sync.WaitGroup
	for part := range slices.Chunk(shuffled(seq(2000)), 250) {
		wg.Go(func() {
			w, err := tr.Writer(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			for batch := range slices.Chunk(part, 30) {
				if err := w.Insert(t.Context(), batch, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if _, err := tr.Measure(t.Context()); err != nil {
		t.Error(err)
	}
	if got := len(column[string](t, tr)); got != 2000 {
		t.Errorf("%d rows, want 2000", got)
	}
}

// cancelling ends its context when it is asked for its value: in the middle of
// the transaction that it is part of.
type cancelling struct {
	blob
	cancel context.CancelFunc
}

func (c cancelling) Value() (driver.Value, error) {
	c.cancel()
	return c.blob.Value()
}

func TestInsertRollsBack(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: wide})
	defer tr.Close()
	insert(t, tr, seq(10))
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	keys := seq(40)[10:]
	keys[5] = cancelling{keys[5].(blob), cancel}
	if err := w.Insert(ctx, keys, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted transaction returned %v", err)
	}

	err = w.Insert(t.Context(), append(seq(30)[20:], seq(1)...), nil)
	if err == nil || !strings.Contains(err.Error(), "same key twice") {
		t.Errorf("a duplicate key returned %v", err)
	}

	insert(t, tr, seq(12)[10:])
	if _, err := tr.Measure(t.Context()); err != nil {
		t.Error(err)
	}
	if got := len(column[string](t, tr)); got != 12 {
		t.Errorf("%d rows, want the 12 that were committed", got)
	}
}

// A key that is already there is made anew where the format asks for it, in a
// transaction as in a single row; when no other key can be made, nothing stays.
func TestInsertMakesAnotherKey(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: wide})
			defer tr.Close()
			fresh, made := seq(100)[50:], 0
			another := func(context.Context) (driver.Valuer, error) {
				if made == 3 {
					return nil, errors.New("no more keys")
				}
				made++
				return fresh[made-1], nil
			}
			insert(t, tr, seq(10))
			w := writer{tr}
			// In the first batch one key is taken; the second is the key that was made
			// in its place.
			for _, keys := range [][]driver.Valuer{append(seq(12)[9:], seq(13)[12:]...), {fresh[0]}} {
				if err := w.Insert(t.Context(), keys, another); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Insert(t.Context(), append(seq(20)[13:], seq(2)...), another); err == nil || !strings.Contains(err.Error(), "no more keys") {
				t.Errorf("without another key Insert returned %v", err)
			}
			if _, err := tr.Measure(t.Context()); err != nil {
				t.Error(err)
			}
			if got := len(column[string](t, tr)); got != 15 || made != 3 {
				t.Errorf("%d rows with %d new keys, want 15 with 3", got, made)
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: wide, Payload: 1000})
	defer tr.Close()
	// The limit makes SQLite answer as it does when the disk is full.
	if _, err := tr.file.conn.ExecContext(t.Context(), "PRAGMA max_page_count = 20"); err != nil {
		t.Fatal(err)
	}
	err := writer{tr}.Insert(t.Context(), seq(1000), nil)
	if err == nil || !strings.Contains(err.Error(), "is full") || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("a full disk returned %v, want an error that says so and names TMPDIR", err)
	}
}

// Measure gives no figures when the tree lacks a row that was committed.
func TestMeasureChecksTheRows(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: wide})
	defer tr.Close()
	insert(t, tr, seq(10))
	if _, err := tr.file.conn.ExecContext(t.Context(), "DELETE FROM item WHERE id = (SELECT min(id) FROM item)"); err != nil {
		t.Fatal(err)
	}
	if r, err := tr.Measure(t.Context()); err == nil || r != nil {
		t.Errorf("Measure returned %v, %v", r, err)
	}
}

func TestPrepareRefusesAnUnknownLayout(t *testing.T) {
	tr, err := open(t).Prepare(t.Context(), engine.Spec{Layout: "heap", Key: wide})
	if err == nil || tr != nil || !strings.Contains(err.Error(), `"heap"`) || !strings.Contains(err.Error(), Clustered) {
		t.Errorf("got %v, %v", tr, err)
	}
}

func TestDescribe(t *testing.T) {
	d, err := open(t).Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(d.Version, "3.") {
		t.Errorf("version %q", d.Version)
	}
	got := make(map[string]string)
	for _, s := range d.Settings {
		got[s.Name] = s.Value
	}
	for name, want := range map[string]string{"journal_mode": "wal", "synchronous": "1", "page_size": "4096"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// Nothing is left behind, in a directory whose name a URI has to escape.
func TestCloseRemovesEverything(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "a b?c#d%41&e")
	if err := os.Mkdir(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	e, err := Open(parent)
	if err != nil {
		t.Fatal(err)
	}
	tr := prepare(t, e, engine.Spec{Layout: Index, Key: wide})
	insert(t, tr, seq(10))
	if _, err := os.Stat(filepath.Join(tr.file.dir, "tree.db")); err != nil {
		t.Errorf("the database is not in its directory: %v", err)
	}
	for range 2 {
		if err := tr.Close(); err != nil {
			t.Errorf("closing the tree: %v", err)
		}
	}
	if left, _ := os.ReadDir(e.dir); len(left) != 0 {
		t.Errorf("a closed tree left %v", left)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(parent); len(left) != 0 {
		t.Errorf("a closed engine left %v", left)
	}
}

func TestOpenWithoutADirectory(t *testing.T) {
	e, err := Open(filepath.Join(t.TempDir(), "missing"))
	if err == nil || e != nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("got %v, %v, want an error that names TMPDIR", e, err)
	}
}
