package sqlitetree

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	_ "modernc.org/sqlite"
)

// layouts are the tables of the tests, each with the tree of its keys.
var layouts = map[string]struct {
	ddl  []string
	name string // of the tree
	grow func() grower
}{
	"rows in the tree": {
		[]string{"CREATE TABLE item (id BLOB NOT NULL PRIMARY KEY, payload BLOB NOT NULL) WITHOUT ROWID"}, "item",
		func() grower {
			tree := NewFile(4096).NewTree()
			return grower{tree, func(k []byte, payload int) error { return tree.Insert(k, recordSize(blobKind(payload), payload)) }}
		},
	},
	"index": {
		[]string{"CREATE TABLE item (id BLOB NOT NULL, payload BLOB NOT NULL)", "CREATE UNIQUE INDEX item_id ON item (id)"}, "item_id",
		func() grower {
			file := NewFile(4096)
			table, tree := file.NewTable(), file.NewTree()
			return grower{tree, func(k []byte, payload int) error {
				if err := tree.Insert(k, recordSize(1, rowBytes(tree.Rows()+1))); err != nil {
					return err
				}
				table.Append(recordSize(blobKind(payload), payload))
				return nil
			}}
		},
	},
}

// grower is a simulated tree to which insert adds a row.
type grower struct {
	*Tree
	insert func(key []byte, payload int) error
}

// reference is a table of SQLite.
type reference struct {
	*sql.DB
	insert *sql.Stmt
	name   string // of the tree
}

func newReference(t *testing.T, ddl []string, name string) reference {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	for _, q := range ddl {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	insert, err := db.PrepareContext(t.Context(), "INSERT INTO item (id, payload) VALUES (?, ?)")
	if err != nil {
		t.Fatal(err)
	}
	return reference{db, insert, name}
}

// stats reads the pages as dbstat lists them.
func (r reference) stats(t *testing.T) Stats {
	t.Helper()
	rows, err := r.QueryContext(t.Context(), "SELECT pageno, pagetype, unused, pgsize FROM dbstat WHERE name = ? ORDER BY path", r.name)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var s Stats
	unused, size := 0, 0
	for rows.Next() {
		var number uint32
		var kind string
		var free, bytes int
		if err := rows.Scan(&number, &kind, &free, &bytes); err != nil {
			t.Fatal(err)
		}
		s.Pages++
		if kind == "leaf" {
			s.Leaves = append(s.Leaves, number)
			unused, size = unused+free, size+bytes
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	s.Fill = 100 * (1 - float64(unused)/float64(size))
	return s
}

// keys are orders of keys of 16 bytes.
var keys = map[string]func(i int, rng *rand.Rand) uint64{
	"rising":  func(i int, _ *rand.Rand) uint64 { return uint64(i) },
	"falling": func(i int, _ *rand.Rand) uint64 { return uint64(1<<40 - i) },
	"random":  func(_ int, rng *rand.Rand) uint64 { return rng.Uint64() },
	// As where ordered keys follow random ones.
	"rising among random": func(i int, rng *rand.Rand) uint64 {
		if i < 4000 {
			return rng.Uint64()
		}
		return 0x019a<<48 + uint64(i)
	},
	"nearly rising": func(i int, rng *rand.Rand) uint64 { return uint64(i/40)<<20 + rng.Uint64N(1<<20) },
}

// payloads are sizes of the rows' second column. Those of the last are too large for a row of the tree.
var payloads = map[string]func(rng *rand.Rand) int{
	"100 bytes":    func(*rand.Rand) int { return 100 },
	"no bytes":     func(*rand.Rand) int { return 0 },
	"0 to 900":     func(rng *rand.Rand) int { return rng.IntN(900) },
	"800 or a few": func(rng *rand.Rand) int { return 800 * rng.IntN(2) },
	"0 to 6000":    func(rng *rand.Rand) int { return rng.IntN(6000) },
}

// recordSize returns the bytes of a record by section 2.1 of SQLite's file format: its header with the
// kinds of both columns, the key and the second column.
func recordSize(kind, bytes int) int {
	header := 3
	if kind > 127 {
		header++
	}
	if kind > 16383 {
		header++
	}
	return header + 16 + bytes
}

func blobKind(n int) int { return 12 + 2*n }

// rowBytes returns the bytes of the number of a row of a test.
func rowBytes(row int) int {
	switch {
	case row == 1:
		return 0
	case row < 128:
		return 1
	}
	return 2
}

// The trees have the pages of SQLite, with their numbers, after the same keys.
func TestPagesAreThoseOfSQLite(t *testing.T) {
	for layout, l := range layouts {
		for order, next := range keys {
			for sizes, size := range payloads {
				if layout != "index" && sizes == "0 to 6000" {
					continue
				}
				t.Run(layout+", "+order+", "+sizes, func(t *testing.T) {
					db, tree := newReference(t, l.ddl, l.name), l.grow()
					fill(t, db, tree, next, size)
					got, want := tree.Stats(), db.stats(t)
					if len(got.Leaves) != len(want.Leaves) || got.Freed == 0 && !slices.Equal(got.Leaves, want.Leaves) || got.Pages != want.Pages || got.Fill-want.Fill > 1e-9 || want.Fill-got.Fill > 1e-9 {
						t.Errorf("%d pages, %d leaf pages, %.6f %% full; SQLite has %d, %d, %.6f; the first other page is number %d",
							got.Pages, len(got.Leaves), got.Fill, want.Pages, len(want.Leaves), want.Fill, firstOther(got.Leaves, want.Leaves))
					}
					if got.Freed > 0 && (layout == "index" || sizes == "100 bytes" || sizes == "no bytes") {
						t.Errorf("%d pages became free", got.Freed)
					}
				})
			}
		}
	}
}

// fill inserts the same rows into both, in a transaction.
func fill(t *testing.T, db reference, tree grower, next func(int, *rand.Rand) uint64, size func(*rand.Rand) int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	insert := tx.StmtContext(t.Context(), db.insert)
	for i := range 8000 {
		key, payload := make([]byte, 16), make([]byte, size(rng))
		binary.BigEndian.PutUint64(key, next(i, rng))
		binary.BigEndian.PutUint64(key[8:], rng.Uint64())
		if _, err := insert.ExecContext(t.Context(), key, payload); err != nil {
			t.Fatal(err)
		}
		if err := tree.insert(key, len(payload)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

func firstOther(a, b []uint32) int {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

// A duplicate and what does not fit a page change nothing.
func TestRefused(t *testing.T) {
	tree := NewFile(4096).NewTree()
	key := []byte("0123456789abcdef")
	if err := tree.Insert(key, 100); err != nil {
		t.Fatal(err)
	}
	if err := tree.Insert(key, 100); !errors.Is(err, ErrDuplicate) {
		t.Errorf("a duplicate: %v", err)
	}
	if err := tree.Insert([]byte("1123456789abcdef"), LargestRecord(4096)+1); err == nil {
		t.Error("a record that has an overflow page was taken")
	}
	if err := tree.Insert(make([]byte, maxKey+1), 100); err == nil {
		t.Error("a key that is too wide was taken")
	}
	if s := tree.Stats(); tree.Rows() != 1 || s.Pages != 1 || len(s.Leaves) != 1 {
		t.Errorf("%d rows, %+v", tree.Rows(), s)
	}
}

// A tree goes on behind the page that SQLite locks: in a file of 1.2 GB it has SQLite's pages, too.
func TestLockedPage(t *testing.T) {
	const size = 65536
	f := &File{size: size, pages: lockByte/size - 1}
	if before, after := f.next(), f.next(); before != 16384 || after != 16386 {
		t.Errorf("page %d follows page %d; the byte is on page 16385", after, before)
	}
}

func BenchmarkInsert(b *testing.B) {
	for order, next := range keys {
		b.Run(order, func(b *testing.B) {
			rng, key := rand.New(rand.NewPCG(1, 2)), make([]byte, 16)
			tree := NewFile(4096).NewTree()
			for i := 0; b.Loop(); i++ {
				if i%30_000 == 0 {
					tree = NewFile(4096).NewTree()
				}
				binary.BigEndian.PutUint64(key, next(i%30_000, rng))
				binary.BigEndian.PutUint64(key[8:], rng.Uint64())
				if err := tree.Insert(key, 120); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
