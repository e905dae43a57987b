package scale

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// off returns by how much a value differs from the measured one, as a share of that.
func off(computed, measured float64) float64 { return math.Abs(computed/measured - 1) }

// kind returns the kind of a name.
func kind(t *testing.T, name string) key.Kind {
	t.Helper()
	kinds, _, err := key.Select([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return kinds[slices.IndexFunc(kinds, func(k key.Kind) bool { return k.Name == name })]
}

// Tolerances, as a share of the measured value. The fill of a tree of random keys rises and
// falls around its mean with every doubling of the rows, and less from one to the next: by up
// to 12 % below 10^6 rows, and by less than 3 % from 10^8 on.
const (
	orderedTolerance = 0.015
	randomTolerance  = 0.15
	largeTolerance   = 0.03
	readsTolerance   = 0.06 // pages per row
	logTolerance     = 0.05
	fixedPages       = 2 // the root and PostgreSQL's meta page, which count in small trees
)

func (m Model) tolerance() float64 {
	if m.Random {
		return randomTolerance
	}
	return orderedTolerance
}

// shared has the constants that several tests use.
var shared = models{make(map[string]Model)}

func constants(t *testing.T, s server, k key.Kind) Model {
	t.Helper()
	m, err := shared.of(t.Context(), s, k)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The formulas give the tree, the leaf pages and the reads of simulated trees of three
// sizes: smaller than, between and larger than those that the constants are from.
func TestFormulasAgainstSimulator(t *testing.T) {
	for _, s := range servers[:2] {
		for _, name := range []string{"seq16", "uuidv4", "wiji"} {
			k := kind(t, name)
			m := constants(t, s, k)
			g, err := newGrowing(t.Context(), engine.Spec{Layout: s.layout, Key: k.Form, Payload: Payload}, k)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := g.close(); err != nil {
					t.Error(err)
				}
			}()
			for _, rows := range []int{100_000, 300_000, 1_000_000} {
				r, err := g.grow(t.Context(), rows)
				if err != nil {
					t.Fatal(err)
				}
				n := float64(rows)
				tree := n * r.Get(metric.BytesPerRow).Value
				t.Logf("%s, %s, %d rows: the tree is %s, computed %s (%+.1f %%)", s.name, name, rows, Bytes(tree), Bytes(m.Tree(n)), 100*(m.Tree(n)/tree-1))
				if off(m.Tree(n), tree) > m.tolerance() {
					t.Errorf("%s, %s, %d rows: the tree is %s, computed %s", s.name, name, rows, Bytes(tree), Bytes(m.Tree(n)))
				}
				if leaves := r.Get(metric.LeafPages).Value; off(n*m.LeafPages, leaves) > m.tolerance() {
					t.Errorf("%s, %s, %d rows: %.0f leaf pages, computed %.0f", s.name, name, rows, leaves, n*m.LeafPages)
				}
				pools, err := g.tree.PoolCurve(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				checkReads(t, s.name+", "+name, m, n, pools)
			}
		}
	}
}

// leastPool is the smallest buffer pool that the formula is compared with: in smaller ones
// the pages that a server keeps free for itself count.
const leastPool = 16 << 20

// checkReads compares the reads of all inserts with every buffer pool that the simulator
// knows. The formula has those of one insert: they are added up.
func checkReads(t *testing.T, what string, m Model, rows float64, pools []engine.PoolPoint) {
	t.Helper()
	for _, p := range pools {
		if p.Bytes < leastPool {
			continue
		}
		const steps = 1000
		sum := 0.0
		for i := range steps {
			sum += m.Reads(rows*(float64(i)+0.5)/steps, float64(p.Bytes)) / steps
		}
		if math.Abs(sum-p.Reads) > readsTolerance {
			t.Errorf("%s, %.0f rows, a pool of %s: %.3f reads per row, computed %.3f", what, rows, Bytes(float64(p.Bytes)), p.Reads, sum)
		}
	}
}

// The formula gives the leaf pages of large trees of random keys, which the simulator
// estimates from a part of the pages, at the crest and in the trough of the fill.
func TestFormulaOfLargeTrees(t *testing.T) {
	k := kind(t, "uuidv4")
	m := constants(t, servers[0], k)
	rules, err := btree.NBTree(btree.NBTreeOptions{Key: k.Form.Width})
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range []int{100_000_000, 141_000_000} {
		s, err := btree.PredictRandom(rules, rows, btree.Options{Keep: 1 << 18, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if d := off(float64(rows)*m.LeafPages, float64(s.Leaves)); d > largeTolerance {
			t.Errorf("%d rows: %d leaf pages, computed %.0f: %.1f %% off", rows, s.Leaves, float64(rows)*m.LeafPages, 100*d)
		}
	}
}

// The formulas give what servers measured at three sizes. The log of a row is that of the
// largest tree, and holds for the smaller ones.
func TestFormulasAgainstServers(t *testing.T) {
	for _, s := range servers {
		for _, name := range Keys() {
			m := constants(t, s, kind(t, name))
			sizes := 0
			for _, r := range recorded {
				if r.Server != s.name || r.Key != name {
					continue
				}
				sizes++
				n := float64(r.Rows)
				if math.Abs(m.TreeBytes-r.TreeBytes)*n > m.tolerance()*r.TreeBytes*n+fixedPages*s.page {
					t.Errorf("%s, %s, %d rows: %.1f bytes per row, computed %.1f", s.name, name, r.Rows, r.TreeBytes, m.TreeBytes)
				}
				if d := off(m.Log(n, math.Inf(1)), r.LogBytes); d > logTolerance {
					t.Errorf("%s, %s, %d rows: %.0f bytes of log per row, computed %.0f: %.1f %% off", s.name, name, r.Rows, r.LogBytes, m.Log(n, math.Inf(1)), 100*d)
				}
			}
			if sizes != 3 {
				t.Errorf("%s, %s: %d sizes were recorded: want 3", s.name, name, sizes)
			}
		}
	}
}

// A node with a third of the rows has the costs of a table of so many rows.
func TestNodes(t *testing.T) {
	o := Defaults()
	o.Servers, o.Keys, o.Rows, o.Nodes = []string{"postgres"}, []string{"uuidv4"}, []float64{1e9, 3e9}, []int{1, 3}
	r, err := Compute(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	one, third := r.Lines[0], r.Lines[3]
	if one.Rows != 1e9 || one.Nodes != 1 || third.Rows != 3e9 || third.Nodes != 3 {
		t.Fatalf("got lines %+v", r.Lines)
	}
	if off(third.Tree, one.Tree) > 1e-9 || off(third.Table, one.Table) > 1e-9 || off(third.Cache, one.Cache) > 1e-9 || third.Log <= one.Log {
		t.Errorf("got %+v and %+v: want the same space and cache, and more log, because fewer rows come between two checkpoints", one, third)
	}
}

// The least ordered and the greatest random cost are within bounds that hold for any table.
func TestBounds(t *testing.T) {
	m := Model{Random: true, Images: true, TreeBytes: 40, LeafPages: 1.0 / 200, LeafBytes: 6000, LogBytes: 200}
	for _, rows := range []float64{1e6, 1e9, 1e12} {
		if got := m.Reads(rows, 1e15); got != 0 {
			t.Errorf("%.0e rows in memory: got %v reads", rows, got)
		}
		if got := m.Log(rows, 1); off(got, 6200) > 0.001 {
			t.Errorf("%.0e rows, a checkpoint after each: got %.1f bytes of log: want one image per row", rows, got)
		}
		if got := m.Imaged(rows, 1e18) * 1e18; off(got, rows/200) > 0.001 {
			t.Errorf("%.0e rows, no checkpoint: got %.0f images: want one of each leaf page", rows, got)
		}
	}
	ordered := Model{HotBytes: 1e6, LogBytes: 200, Images: true}
	if got := ordered.Log(1e12, 1); got != 200 {
		t.Errorf("ordered keys: got %.0f bytes of log: want no image", got)
	}
}

func TestErrors(t *testing.T) {
	o := Defaults()
	for want, keys := range map[string][]string{`unknown key "serial"`: {"serial"}, `key "ksuid": its log was not measured`: {"ksuid"}} {
		o.Keys = keys
		if _, err := Compute(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v: want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.Keys = []string{"wiji"}
	if _, err := Compute(ctx, o); err == nil {
		t.Error("a context that has ended is no error")
	}
}

func TestPresent(t *testing.T) {
	o := Defaults()
	o.Keys = []string{"uuidv4", "wiji"}
	r, err := Compute(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var text, file bytes.Buffer
	if err := r.Terminal(&text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if len(line) > 81 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
	if n := strings.Count(text.String(), "uuidv4"); n != 12 || !strings.Contains(text.String(), "   1e11    30  wiji ") {
		t.Errorf("%d lines of uuidv4:\n%s", n, &text)
	}
	if err := r.JSON(&file); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(file.Bytes(), &back); err != nil || !slices.Equal(back.Lines, r.Lines) {
		t.Errorf("got %+v, %v", back, err)
	}
	for want, n := range map[string]float64{"0 B": 0, "999 B": 999, "1.0 kB": 1000, "64 GB": 64e9, "9.5 TB": 9.5e12, "1.0 MB": 999_600} {
		if got := Bytes(n); got != want {
			t.Errorf("%v bytes: got %s, want %s", n, got, want)
		}
	}
	for want, n := range map[string]float64{"1e9": 1e9, "1e11": 1e11, "2.5e10": 2.5e10} {
		if got := Rows(n); got != want {
			t.Errorf("%v rows: got %s, want %s", n, got, want)
		}
	}
}
