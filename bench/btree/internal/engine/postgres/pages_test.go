package postgres

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
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

// Several checkpoints fall into a run if they are asked for.
func TestCheckpoints(t *testing.T) {
	const rows = 20_000 // of 1 kB each
	e := open(t)
	var counts []float64
	checkpoints := func() float64 {
		query := "SELECT (num_timed + num_requested)::float8 FROM pg_stat_checkpointer"
		if e.number < 170000 {
			query = "SELECT (checkpoints_timed + checkpoints_req)::float8 FROM pg_stat_bgwriter"
		}
		n, err := e.Number(t.Context(), "the checkpoints", query)
		if err != nil || n.Missing != "" {
			t.Fatal(n.Missing, err)
		}
		return n.Value
	}
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
		before := checkpoints()
		enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, rows)), 100)
		enginetest.Measure(t, tr)
		counts = append(counts, checkpoints()-before)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// Others may ask a shared server for checkpoints as well, and it counts one a little late.
	if counts[1] < 2 {
		t.Errorf("%v checkpoints in the run", counts[1])
	}
}
