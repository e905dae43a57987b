package postgres

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
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
	enginetest.LeavesAgree(t, leaves, r, 0.05)
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
		"a ring":             {{1, 0, 2, 8}, {2, 1, 1, 8}, {3, 2, 0, 8}},
		"a page that is out": {{1, 0, 2, 8}, {2, 1, 0, 8}, {3, 2, 0, 8}},
		"a missing page":     {{1, 0, 2, 8}},
		"no first page":      {{1, 2, 2, 8}, {2, 1, 1, 8}},
		"a page twice":       {{1, 0, 0, 8}, {1, 0, 0, 8}},
		"too much room":      {{1, 0, 0, 8192}},
		"a negative number":  {{-1, 0, 0, 8}},
	} {
		if leaves, err := inKeyOrder(pages, 8192); err == nil || leaves != nil {
			t.Errorf("%s: %v, %v", name, leaves, err)
		}
	}
	leaves, err := inKeyOrder([]page{{5, 2, 0, 8112 - 4}, {2, 0, 5, 0}}, 8192)
	if want := []engine.Leaf{{Page: 2, Fill: 100}, {Page: 5, Fill: 100 * (1 - 8112.0/8152)}}; err != nil || !slices.Equal(leaves, want) {
		t.Errorf("%v, %v, want %v", leaves, err, want)
	}
}

// Whatever the server lists, inKeyOrder does not panic, and returns either an error or
// every page once with a fill from 0 to 100 %.
func FuzzInKeyOrder(f *testing.F) {
	f.Add([]byte{1, 0, 2, 8, 2, 1, 3, 0, 3, 2, 0, 40}, uint16(8192))
	f.Add([]byte{1, 0, 2, 8, 2, 1, 1, 0}, uint16(8192))
	f.Add([]byte{255, 0, 0, 255}, uint16(32))
	f.Fuzz(func(t *testing.T, rows []byte, blockSize uint16) {
		var pages []page
		for row := range slices.Chunk(rows, 4) {
			if len(row) == 4 { // numbers from -128 to 127
				pages = append(pages, page{int(int8(row[0])), int(int8(row[1])), int(int8(row[2])), int(int8(row[3]))})
			}
		}
		leaves, err := inKeyOrder(pages, int(blockSize))
		if err != nil {
			return
		}
		seen := make(map[uint32]bool)
		for _, l := range leaves {
			if seen[l.Page] || !(l.Fill >= 0 && l.Fill <= 100) {
				t.Errorf("page %d with a fill of %v", l.Page, l.Fill)
			}
			seen[l.Page] = true
		}
		if len(leaves) != len(pages) {
			t.Errorf("%d leaf pages of %d", len(leaves), len(pages))
		}
	})
}

// Every page of index and table is written at least once, as the server counts it.
func TestPagesWritten(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 20_000)), 1000)
	r := enginetest.Measure(t, tr)
	for _, name := range []string{metric.FullPages, metric.CheckpointsDone, metric.FileBytes} {
		enginetest.Value(t, r, name)
	}
	size := enginetest.Value(t, r, metric.FileBytes) / 8192
	if got := enginetest.Value(t, r, metric.FilePagesWritten); got < 0.95*size {
		t.Errorf("%v pages written per row, there are %v", got, size)
	}
	if got, want := enginetest.Value(t, r, metric.BytesWritten), enginetest.Value(t, r, metric.FilePagesWritten)*8192+enginetest.Value(t, r, metric.LogBytes); got < want {
		t.Errorf("%v bytes written per row, pages and log are %v", got, want)
	}
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

// Several checkpoints fall into a run if they are asked for, and write pages to the log
// once more after each.
func TestCheckpoints(t *testing.T) {
	const rows = 20_000 // of 1 kB each
	e := open(t)
	counts := make(map[string]float64)
	for _, regime := range []string{engine.NoCheckpoints, engine.SeveralCheckpoints} {
		e.Conditions.Checkpoints = regime
		d, err := e.Describe(t.Context())
		if notes := strings.Join(d.Notes, "\n"); err != nil || strings.Contains(notes, "checkpoint") != (regime == engine.SeveralCheckpoints) {
			t.Errorf("the notes are %q, %v", notes, err)
		}
		tr, err := e.Prepare(t.Context(), engine.Spec{Layout: Primary, Key: enginetest.Wide, Payload: 1000})
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, rows)), 100)
		counts[regime] = enginetest.Value(t, enginetest.Measure(t, tr), metric.CheckpointsDone)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// Others may ask a shared server for checkpoints as well.
	if counts[engine.SeveralCheckpoints] < 2 {
		t.Errorf("%v checkpoints in the run", counts[engine.SeveralCheckpoints])
	}
}
