package postgres

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// The leaf pages in key order agree with the figures that are made of them.
func TestLeaves(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	if leaves, err := tr.Leaves(t.Context()); err != nil || len(leaves) != 0 {
		t.Errorf("an empty index has %d leaf pages, %v", len(leaves), err)
	}
	enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 20_000)), 1000)
	r := enginetest.Measure(t, tr)
	leaves, err := tr.Leaves(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	enginetest.LeavesAgree(t, leaves, r)
}

// Both ways to read the pages give the same.
func TestPagesOneByOne(t *testing.T) {
	e := open(t)
	if e.number < multiPage {
		t.Skip("this version has one way")
	}
	tr := prepare(t, e, enginetest.Wide)
	enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 5_000)), 1000)
	all, err := tr.pages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e.number = multiPage - 1
	single, err := tr.pages(t.Context())
	if err != nil || !slices.Equal(all, single) || len(all) < 20 {
		t.Fatalf("%d pages and %d; %v", len(all), len(single), err)
	}
}

// Links that do not connect all pages are an error, and so is what cannot be a page.
func TestDamagedLinks(t *testing.T) {
	for name, pages := range map[string][]page{
		"a ring":             {{1, 0, 2}, {2, 1, 1}, {3, 2, 0}},
		"a page that is out": {{1, 0, 2}, {2, 1, 0}, {3, 2, 0}},
		"a missing page":     {{1, 0, 2}},
		"no first page":      {{1, 2, 2}, {2, 1, 1}},
		"a page twice":       {{1, 0, 0}, {1, 0, 0}},
		"a negative number":  {{-1, 0, 0}},
	} {
		if leaves, err := inKeyOrder(pages); err == nil || leaves != nil {
			t.Errorf("%s: %v, %v", name, leaves, err)
		}
	}
	if leaves, err := inKeyOrder([]page{{5, 2, 0}, {2, 0, 5}}); err != nil || !slices.Equal(leaves, []uint32{2, 5}) {
		t.Errorf("%v, %v, want pages 2 and 5", leaves, err)
	}
}

// Whatever the server lists, inKeyOrder does not panic, and returns either an error or
// every page once.
func FuzzInKeyOrder(f *testing.F) {
	f.Add([]byte{1, 0, 2, 2, 1, 3, 3, 2, 0})
	f.Add([]byte{1, 0, 2, 2, 1, 1})
	f.Add([]byte{255, 0, 0})
	f.Fuzz(func(t *testing.T, rows []byte) {
		var pages []page
		for row := range slices.Chunk(rows, 3) {
			if len(row) == 3 { // numbers from -128 to 127
				pages = append(pages, page{int(int8(row[0])), int(int8(row[1])), int(int8(row[2]))})
			}
		}
		leaves, err := inKeyOrder(pages)
		if err != nil {
			return
		}
		seen := make(map[uint32]bool)
		for _, l := range leaves {
			if seen[l] {
				t.Errorf("page %d is there twice", l)
			}
			seen[l] = true
		}
		if len(leaves) != len(pages) {
			t.Errorf("%d leaf pages of %d", len(leaves), len(pages))
		}
	})
}

// Conditions that were asked for and are not there are noted.
func TestConditionsUnmet(t *testing.T) {
	e := open(t)
	e.Conditions = engine.Conditions{BufferPool: 3 << 20}
	d, err := e.Describe(t.Context())
	if notes := strings.Join(d.Notes, "\n"); err != nil || !strings.Contains(notes, "3 MB") {
		t.Errorf("the notes are %q, %v", notes, err)
	}
}

// openWhole returns the engine of a server that writes whole pages to its log. The servers that tests share write none.
func openWhole(t *testing.T) *Engine {
	t.Helper()
	dbtest.Server(t, dbserver.Postgres) // or the test is skipped
	e, err := Open(t.Context(), server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Close(t, e)
	if e.number < blockInfo {
		t.Skip("the server does not show the records of its log")
	}
	return e
}

// After a checkpoint the first change of each page goes to the log whole: the server's counter and the log's
// records agree.
func TestWholePages(t *testing.T) {
	const rows = 20_000
	e := openWhole(t)
	tr := prepare(t, e, enginetest.Wide)
	keys := enginetest.Shuffled(seq(1, rows))
	enginetest.Insert(t, tr, keys[:rows/2], 1000)
	before, err := tr.Sample(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := enginetest.Value(t, before, metric.WholePages) * rows / 2; got > 20 {
		t.Errorf("%v whole pages of a table that is new since the checkpoint", got)
	}
	if err := tr.Checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	counted, err := tr.count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	from, err := e.flushedLog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Insert(t, tr, keys[rows/2:], 1000)
	to, err := e.flushedLog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	now, err := tr.count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := enginetest.Measure(t, tr)
	var images, bytes float64
	if err := e.QueryRowContext(t.Context(), "SELECT count(*), sum(block_fpi_length) FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) WHERE block_fpi_length > 0", from, to).Scan(&images, &bytes); err != nil {
		t.Fatal(err)
	}
	whole := enginetest.Value(t, r, metric.WholePages)*rows - enginetest.Value(t, before, metric.WholePages)*rows/2
	if leaves := enginetest.Value(t, before, metric.LeafPages); whole < leaves || whole > images || whole < images-20 {
		t.Errorf("%v whole pages, the log has %v images and %v leaf pages were there", whole, images, leaves)
	}
	// The counter of the whole server has what its catalogs add.
	if got := engine.Delta(counted.images, now.images); got.Missing != "" || got.Value < whole || got.Value > whole+100 {
		t.Errorf("the server counts %+v images, the log has %v of the table", got, whole)
	}
	grew := enginetest.Value(t, r, metric.LogBytes)*rows - enginetest.Value(t, before, metric.LogBytes)*rows/2
	if plain := enginetest.Value(t, before, metric.LogBytes) * rows / 2; grew < plain/2+bytes || grew > 1.5*plain+bytes+20*8192 {
		t.Errorf("the log grew by %v bytes, %v of them images, and by %v without", grew, bytes, plain)
	}
	// The checkpoint has removed no log that was not counted.
	if got, want := enginetest.Value(t, r, metric.PageSplits)*rows/1000, enginetest.Value(t, r, metric.LeafPages)-1; got < want-.01 || got > want+.01 {
		t.Errorf("%v page splits, want %v", got, want)
	}
}
