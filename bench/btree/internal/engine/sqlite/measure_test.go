package sqlite

import (
	"database/sql/driver"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The engine's readings against the pages of the file, read without SQLite.
func TestMeasureAgainstTheFile(t *testing.T) {
	const rows = 2000
	for _, layout := range []string{Clustered, Index} {
		for name, keys := range map[string][]driver.Valuer{"in order": seq(rows), "shuffled": enginetest.Shuffled(seq(rows))} {
			t.Run(layout+", "+name, func(t *testing.T) {
				tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: enginetest.Wide, Payload: 100})
				defer tr.Close()
				insert(t, tr, keys)
				r := enginetest.Measure(t, tr)
				if got, want := enginetest.Value(t, r, metric.LogBytes), enginetest.Value(t, r, metric.PagesWritten)*(4096+24); math.Abs(got-want) > 1e-6 {
					t.Errorf("%v log bytes per row, the pages and their headers have %v", got, want)
				}
				if _, err := tr.file.conn.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
					t.Fatal(err)
				}
				f := readPageFile(t, filepath.Join(tr.file.dir, "tree.db"))
				if f.cells != rows {
					t.Fatalf("the file has %d entries, want %d", f.cells, rows)
				}
				if got := enginetest.Value(t, r, metric.LeafPages); got != float64(f.leaves) {
					t.Errorf("%v leaf pages, the file has %d", got, f.leaves)
				}
				fill := 100 * (1 - float64(f.leafUnused)/float64(f.leafBytes))
				if got := enginetest.Value(t, r, metric.LeafFill); math.Abs(got-fill) > 1e-9 {
					t.Errorf("leaf fill %v, the file's is %v", got, fill)
				}
				perRow := float64((f.leaves+f.interior)*4096) / rows
				if got := enginetest.Value(t, r, metric.BytesPerRow); got != perRow {
					t.Errorf("%v bytes per row, the file has %v", got, perRow)
				}
				apart := enginetest.Value(t, r, metric.Neighbours)
				if ordered := name == "in order"; ordered && apart > 6 || !ordered && apart < 7 {
					t.Errorf("neighbours are %v pages apart", apart)
				}
			})
		}
	}
}

// A tree of one page, whose fill follows from SQLite's record format.
func TestMeasureOnePage(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 84})
	defer tr.Close()
	insert(t, tr, seq(20))
	r := enginetest.Measure(t, tr)
	// The page header takes 8 bytes. A cell takes 1 for its length, 4 for the
	// record's header (the type of an 84-byte blob is a varint of two bytes), the
	// key and the payload, and 2 for the pointer to it.
	const used = 8 + 20*(1+4+16+84+2)
	want := metric.Readings{
		metric.LeafPages: metric.Value(1), metric.Neighbours: metric.Value(1), metric.RangePages: metric.Value(1), metric.RangeSkipped: metric.Value(0),
		metric.LeafFill: metric.Value(100 * float64(used) / 4096), metric.BytesPerRow: metric.Value(4096.0 / 20),
		metric.PagesRead: metric.Value(0), metric.PagesWritten: metric.Value(1.0 / 20), metric.LogBytes: metric.Value((4096 + 24) / 20.0),
	}
	for name, w := range want {
		if got := r.Get(name); got.Missing != "" || math.Abs(got.Value-w.Value) > 1e-9 {
			t.Errorf("%s is %+v, want %v", name, got, w.Value)
		}
	}
}

// The log bytes are those by which the log's file grows, as long as nothing is
// copied back.
func TestLogBytesAgainstTheFile(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 100})
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
	r := enginetest.Measure(t, tr)
	if got, want := enginetest.Value(t, r, metric.LogBytes), float64(size()-before)/rows; got != want {
		t.Errorf("%v log bytes per row, the file grew by %v", got, want)
	}
}

// A payload that does not fit a page goes to overflow pages, which are bytes of
// the tree and no leaves.
func TestOverflowPages(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 10_000})
	defer tr.Close()
	insert(t, tr, seq(50))
	r := enginetest.Measure(t, tr)
	if got := enginetest.Value(t, r, metric.BytesPerRow); got < 10_000 {
		t.Errorf("%v bytes per row of 10,016: overflow pages are not counted", got)
	}
	if got := enginetest.Value(t, r, metric.LeafPages); got > 50 {
		t.Errorf("%v leaf pages for 50 rows: overflow pages are counted as leaves", got)
	}
}

// Measure gives no figures when the tree lacks a row that was committed.
func TestMeasureChecksTheRows(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide})
	defer tr.Close()
	insert(t, tr, seq(10))
	if _, err := tr.file.conn.ExecContext(t.Context(), "DELETE FROM item WHERE id = (SELECT min(id) FROM item)"); err != nil {
		t.Fatal(err)
	}
	if r, err := tr.Measure(t.Context()); err == nil || r != nil {
		t.Errorf("Measure returned %v, %v", r, err)
	}
}

// Whatever dbstat lists, add does not panic, refuses what cannot be a page and keeps the
// sums within what the pages have.
func FuzzAddPage(f *testing.F) {
	f.Add(3, "leaf", 20, 100, 4096)
	f.Add(4, "internal", 20, 4096, 4096)
	f.Add(5, "overflow", 0, 0, 512)
	f.Add(-1, "", math.MinInt, math.MaxInt, 0)
	f.Fuzz(func(t *testing.T, number int, kind string, cells, unused, size int) {
		var p pages
		for i := range 3 {
			before := p
			if err := p.add(stat{number: number, kind: kind, cells: cells, unused: unused, size: size}); err != nil {
				if p.bytes != before.bytes || i > 0 {
					t.Errorf("a page was refused (%v) and counted: %+v", err, p)
				}
				return
			}
		}
		if p.bytes != 3*size || p.leafUnused < 0 || p.leafUnused > p.leafBytes || p.leafBytes > p.bytes || p.entries < 0 || len(p.leaves) > 3 {
			t.Errorf("three pages give %+v", p)
		}
		if r := (&tree{inserted: 1}).readings(p, counters{}); len(p.leaves) > 0 {
			if fill := r.Get(metric.LeafFill).Value; !(fill >= 0 && fill <= 100) {
				t.Errorf("the leaf fill is %v", fill)
			}
		}
	})
}
