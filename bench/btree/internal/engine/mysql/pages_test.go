package mysql

import (
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// blind makes as if the tables' files could not be read.
func blind(e *Engine) { e.noFiles = "nobody may read the files" }

// The statistics give what the file gives, where it cannot be read, and say why the
// rest is blank.
func TestWithoutTheFile(t *testing.T) {
	const rows = smallTable + 2000
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 40)
		enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, rows)), 1000)
		file := enginetest.Measure(t, tr)
		blind(e)
		r := enginetest.Measure(t, tr)
		for _, name := range []string{metric.LeafPages, metric.LeafFill} {
			if got, want := enginetest.Value(t, r, name), enginetest.Value(t, file, name); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s is %v by the statistics, %v by the file", name, got, want)
			}
		}
		// The pages above the leaves are few.
		if got, all := enginetest.Value(t, r, metric.BytesPerRow), enginetest.Value(t, file, metric.BytesPerRow); got > all || got < .98*all {
			t.Errorf("%v bytes per row, the pages have %v", got, all)
		}
		if got := r.Get(metric.Neighbours); got.Missing != e.noFiles {
			t.Errorf("the order is %+v", got)
		}
	})
}

// MariaDB's statistics are wrong for a small table, and then the buffer pool is read.
func TestSmallTableWithoutTheFile(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		blind(e)
		tr := prepare(t, e, enginetest.Wide, 100)
		enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 5000)), 100)
		r := enginetest.Measure(t, tr)
		p := inspectPool(t, e)
		if got := enginetest.Value(t, r, metric.LeafPages); int(got) != p.pages-1 {
			t.Errorf("%v leaf pages, there are %d", got, p.pages-1)
		}
		if _, err := tr.Leaves(t.Context()); err == nil || !strings.Contains(err.Error(), e.noFiles) {
			t.Errorf("leaf pages in order: %v", err)
		}
	})
}

// A table of one page.
func TestFewRows(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 100)
		r := enginetest.Measure(t, tr)
		if enginetest.Value(t, r, metric.LeafPages) != 1 || enginetest.Value(t, r, metric.LeafFill) != 0 || r.Get(metric.LogBytes).Missing == "" {
			t.Errorf("readings of an empty table: %+v", r)
		}
		enginetest.Insert(t, tr, seq(1, 3), 1)
		r = enginetest.Measure(t, tr)
		want := 100 * 3 * float64(recordSize(16, 100)) / float64(e.pageSize)
		if enginetest.Value(t, r, metric.LeafPages) != 1 || math.Abs(enginetest.Value(t, r, metric.LeafFill)-want) > 1e-9 {
			t.Errorf("readings of one page: %+v", r)
		}
	})
}

// A row that does not fit half a page is not wholly in the tree's leaf pages: the file
// shows what is, and without the file nobody knows.
func TestLargePayloads(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		for _, payload := range []int{9_000, maxVarbinary, maxVarbinary + 1, 1 << 20} {
			tr := prepare(t, e, enginetest.Wide, payload)
			enginetest.Insert(t, tr, seq(1, 3), 3)
			if got := enginetest.Value(t, enginetest.Measure(t, tr), metric.LeafFill); got <= 0 || got > 5 {
				t.Errorf("payload of %d: leaf fill is %v", payload, got)
			}
			files := e.noFiles
			blind(e)
			if got := enginetest.Measure(t, tr).Get(metric.LeafFill); got.Missing == "" {
				t.Errorf("payload of %d: leaf fill is %v without the file", payload, got.Value)
			}
			e.noFiles = files
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The leaf pages in key order agree with the figures that are made of them.
func TestLeaves(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 100)
		enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 20_000)), 1000)
		leaves, err := tr.Leaves(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := enginetest.Measure(t, tr)
		enginetest.LeavesAgree(t, leaves, r)
	})
}

// Where the readings come from is said.
func TestDescribe(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		source := func() string {
			d, err := e.Describe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range d.Settings {
				if s.Name == "leaf pages" {
					return s.Value
				}
			}
			return ""
		}
		if got := source(); e.Server.Source != dbserver.SourceDSN && !strings.Contains(got, "the table's file") {
			t.Errorf("leaf pages: %q", got)
		}
		blind(e)
		if got := source(); !strings.Contains(got, "statistics") || !strings.Contains(got, e.noFiles) {
			t.Errorf("leaf pages: %q", got)
		}
		// A pool that was asked for and is not there is noted.
		e.Conditions = engine.Conditions{BufferPool: 3 << 20}
		d, err := e.Describe(t.Context())
		if notes := strings.Join(d.Notes, "\n"); err != nil || !strings.Contains(notes, "3 MB") {
			t.Errorf("the notes are %q, %v", notes, err)
		}
	})
}
