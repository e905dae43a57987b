package mysql

import (
	"database/sql/driver"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/leafpage"
)

// The server's counter against the leaf pages of the file, and against the simulator's splits of all
// pages. The payload is so large that the tree has three levels.
func TestPageSplits(t *testing.T) {
	const rows, payload = 12_000, 2500
	each(t, func(t *testing.T, e *Engine) {
		for name, keys := range map[string][]driver.Valuer{"in order": seq(1, rows), "shuffled": enginetest.Shuffled(seq(1, rows))} {
			t.Run(name, func(t *testing.T) {
				tr := prepare(t, e, enginetest.Wide, payload)
				defer tr.Close()
				enginetest.Insert(t, tr, keys, 1000)
				r := enginetest.Measure(t, tr)
				got := enginetest.Value(t, r, metric.PageSplits) * rows / 1000
				leaves := enginetest.Value(t, r, metric.LeafPages)
				inner := enginetest.Value(t, r, metric.BytesPerRow)*rows/float64(e.pageSize) - leaves
				if inner < 3 {
					t.Fatalf("%v pages above the leaf pages: the tree has two levels", inner)
				}
				want := leaves - 1
				if e.noSplits == "" {
					want += inner - 2 // the root and the first page below it came from no split
				}
				if !near(got, want) {
					t.Errorf("%v page splits, the pages say %v", got, want)
				}
				if simulated := simulatedSplits(t, keys, payload); e.noSplits == "" && !near(got, simulated) {
					t.Errorf("%v page splits, the simulator has %v", got, simulated)
				}
			})
		}
	})
}

// near reports whether two counts agree: the server counts a few splits twice.
func near(a, b float64) bool { return math.Abs(a-b) <= .005*b }

// simulatedSplits returns how many pages are split by the simulator's rules.
func simulatedSplits(t *testing.T, keys []driver.Valuer, payload int) float64 {
	t.Helper()
	rules, err := leafpage.InnoDB(leafpage.InnoDBOptions{Key: 16, Payload: payload})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := leafpage.New(rules, leafpage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		b, err := key.Append(nil, k)
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Insert(b); err != nil {
			t.Fatal(err)
		}
	}
	return float64(tree.Stats().Splits)
}

// Where the server does not count them, page splits are those of leaf pages, unless rows are updated.
func TestPageSplitsUncounted(t *testing.T) {
	const rows = 5000
	each(t, func(t *testing.T, e *Engine) {
		e.noSplits = "the account may not"
		tr := prepare(t, e, enginetest.Wide, 100)
		enginetest.Insert(t, tr, seq(1, rows), 1000)
		r := enginetest.Measure(t, tr)
		if got, want := enginetest.Value(t, r, metric.PageSplits)*rows/1000, enginetest.Value(t, r, metric.LeafPages)-1; !near(got, want) {
			t.Errorf("%v page splits, want %v", got, want)
		}
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		changing := enginetest.Prepare(t, e, engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 100, Shape: engine.Updated})
		enginetest.Insert(t, changing, seq(1, 10), 10)
		if got := enginetest.Measure(t, changing).Get(metric.PageSplits); got.Missing != e.noSplits {
			t.Errorf("page splits of rows that are updated: %+v", got)
		}
	})
}

// A server counts page splits while the engine is open, and is left as it was.
func TestMonitoring(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		if e.Server.Kind == dbserver.MariaDB {
			if e.monitored || !strings.Contains(e.splitsFrom(), "leaf pages") {
				t.Errorf("MariaDB: %s", e.splitsFrom())
			}
			return
		}
		status := func() (s string) {
			if err := e.QueryRowContext(t.Context(), "SELECT status FROM information_schema.innodb_metrics WHERE name = '"+splitCounter+"'").Scan(&s); err != nil {
				t.Fatal(err)
			}
			return s
		}
		if got := status(); got != "enabled" || !strings.Contains(e.splitsFrom(), splitCounter) {
			t.Errorf("%s, %s", got, e.splitsFrom())
		}
		e.monitored = true // the first engine on the server asked for it
		if err := e.endMonitoring(); err != nil || status() != "disabled" {
			t.Errorf("%s, %v", status(), err)
		}
	})
}
