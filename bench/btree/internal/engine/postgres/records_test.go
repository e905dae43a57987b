package postgres

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Rows that get longer split pages that VACUUM has not emptied: the log tells them, and the number of
// leaf pages does not.
func TestSplitsOfUpdates(t *testing.T) {
	const rows = 20_000
	e := open(t)
	tr := enginetest.Prepare(t, e, engine.Spec{Layout: Primary, Key: enginetest.Wide, Payload: 100, Shape: engine.Updated}).(*tree)
	enginetest.Insert(t, tr, seq(1, rows), 1000)
	before, err := tr.Settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := enginetest.Writer(t, tr).(engine.Updater)
	if err := w.Update(t.Context(), enginetest.Shuffled(seq(1, rows))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	after := enginetest.Measure(t, tr)
	if e.number < blockInfo {
		if after.Get(metric.PageSplits).Missing == "" {
			t.Errorf("page splits of updates: %+v", after.Get(metric.PageSplits))
		}
		return
	}
	grown := enginetest.Value(t, after, metric.LeafPages) - enginetest.Value(t, before, metric.LeafPages)
	split := (enginetest.Value(t, after, metric.PageSplits) - enginetest.Value(t, before, metric.PageSplits)) * rows / 1000
	if grown == 0 || split < grown-.01 || split > grown+.01 {
		t.Errorf("%v page splits, and %v more leaf pages", split, grown)
	}
}

// Where the log cannot be read, page splits are those of leaf pages, and it is said.
func TestSplitsWithoutTheLog(t *testing.T) {
	const rows = 5000
	e := open(t)
	e.extensions[walinspect] = "it is not installed"
	tr := prepare(t, e, enginetest.Wide)
	enginetest.Insert(t, tr, seq(1, rows), 1000)
	r := enginetest.Measure(t, tr)
	if got, want := enginetest.Value(t, r, metric.PageSplits)*rows/1000, enginetest.Value(t, r, metric.LeafPages)-1; got < want-.01 || got > want+.01 {
		t.Errorf("%v page splits, want %v", got, want)
	}
	if from := e.splitsFrom(); !strings.Contains(from, "leaf pages") || e.number >= blockInfo && !strings.Contains(from, "not installed") {
		t.Errorf("page splits are %s", from)
	}
}

// If the server has removed its log, splits and whole pages are missing, and the rest is there.
func TestRemovedLog(t *testing.T) {
	e := open(t)
	if e.number < blockInfo {
		t.Skip("the server does not show the records of its log")
	}
	tr := prepare(t, e, enginetest.Wide)
	enginetest.Insert(t, tr, seq(1, 1000), 100)
	for range 3 {
		if _, err := e.ExecContext(t.Context(), "SELECT pg_logical_emit_message(false, 'test', ''), pg_switch_wal()"); err != nil {
			t.Fatal(err)
		}
		if err := e.checkpoint(t.Context(), e.DB); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		r := enginetest.Measure(t, tr)
		for _, name := range []string{metric.PageSplits, metric.WholePages} {
			if got := r.Get(name); !strings.Contains(got.Missing, "log") {
				t.Errorf("%s: %+v", name, got)
			}
		}
		enginetest.Value(t, r, metric.LogBytes)
		enginetest.Insert(t, tr, seq(10_000+tr.Rows(), 100), 100)
	}
}
