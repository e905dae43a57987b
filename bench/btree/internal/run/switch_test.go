package run

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/leafpage"
)

var binary16 = key.Form{Width: 16}

func switchOfLayout(layout string) switchOf { return switchOf{layout, "uuidv7", binary16, 100} }

// What is computed of a table is what the simulator makes of one: of the size that both have, and of
// twice that. After a rebuild, new rows among old ones take as much again.
func TestComputedSwitchIsTheSimulatedOne(t *testing.T) {
	for _, layout := range []string{sim.NBTree, sim.InnoDB} {
		g, err := newGrowing(t.Context(), switchOfLayout(layout).spec())
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.measure()
		if err != nil {
			t.Fatal(err)
		}
		const twice = 2 * simulatedSwitch
		expected, err := g.expected([]int{simulatedSwitch, twice})
		if err != nil {
			t.Fatal(err)
		}
		simulated := slices.Concat(m.trees(), largerTrees(t, g, m, twice))
		computed := slices.Concat(m.computed(simulatedSwitch, expected), m.computed(twice, expected))
		for i, have := range simulated {
			want := computed[i]
			const first = 0.002 // of the first pages, and of those above the leaf pages
			if have.Bytes < want.Low*(1-first) || have.Bytes > want.High*(1+first) || want.High-want.Low > 0.08*want.Bytes {
				t.Errorf("%s, %s, %d rows: simulated %.0f bytes, computed %.0f (%.0f to %.0f)", layout, have.History, have.Rows, have.Bytes, want.Bytes, want.Low, want.High)
			}
		}
		again := rebuilt(t, g)
		if off := again/m.among.leaves - 1; off < -0.01 || off > 0.01 {
			t.Errorf("%s: a new row takes %.5f leaf pages, and %.5f after a rebuild", layout, m.among.leaves, again)
		}
	}
}

// largerTrees simulates the trees of so many rows.
func largerTrees(t *testing.T, g *growing, m measuredSwitch, rows int) []trial.Switched {
	t.Helper()
	for i, s := range []*leafpage.Stats{&m.oldOnOld, &m.newOnOld, &m.newAlone} {
		tree, err := g.random(100, []int{rows, rows / 2, 0}[i])
		if err == nil {
			err = g.insert(tree, rows-tree.Rows(), g.next)
		}
		if err != nil {
			t.Fatal(err)
		}
		*s = tree.Stats()
	}
	return m.trees()
}

// rebuilt returns how many leaf pages a new row takes among old ones of a tree that was just rebuilt:
// as if its keys had been inserted in order.
func rebuilt(t *testing.T, g *growing) float64 {
	t.Helper()
	const rows = 100_000
	rng := rand.New(rand.NewPCG(5, 6))
	keys := make([]uint64, rows)
	for i := range keys {
		keys[i] = rng.Uint64()
	}
	slices.Sort(keys)
	tree, err := leafpage.New(g.rules, leafpage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	if err := g.insert(tree, rows, func() uint64 { at++; return keys[at-1] }); err != nil {
		t.Fatal(err)
	}
	before := tree.Stats()
	if err := g.insert(tree, rows, g.next); err != nil {
		t.Fatal(err)
	}
	return between(before, tree.Stats()).leaves
}

// beginSwitch returns a switch without its trees, which take a second.
func beginSwitch(ctx context.Context, of switchOf) (trial.Switch, error) {
	_, err := newGrowing(ctx, of.spec())
	return trial.Switch{Layout: of.layout, Old: old, New: of.next}, err
}

// A switch is computed where the plan compares UUIDv4 with an ordered key of its form, and the layout takes the rows.
func TestSwitchOfAPlan(t *testing.T) {
	for name, c := range map[string]struct {
		plan trial.Plan
		want []string // layouts
		key  string
	}{
		"the default":     {trial.Plan{}, []string{sim.NBTree, sim.InnoDB}, "uuidv7"},
		"another key":     {trial.Plan{Keys: []string{"uuidv4", "ulid"}}, []string{sim.NBTree, sim.InnoDB}, "ulid"},
		"no random key":   {trial.Plan{Keys: []string{"uuidv7"}}, nil, ""},
		"no ordered key":  {trial.Plan{Keys: []string{"uuidv4", "xid"}}, nil, ""},
		"a server":        {trial.Plan{Engines: []string{engine.SQLite, engine.MariaDB}}, []string{sim.InnoDB}, "uuidv7"},
		"no server":       {trial.Plan{Engines: []string{engine.SQLite}}, nil, ""},
		"several writers": {trial.Plan{Writers: []int{4}}, nil, ""},
		"long rows":       {trial.Plan{Payload: []int{9000}}, []string{sim.NBTree}, "uuidv7"},
	} {
		if c.plan.Engines == nil {
			c.plan.Engines = engine.Local()
		}
		j, err := newJob(c.plan.WithDefaults(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		compute, trees := beginSwitch, 0
		if name == "a server" {
			compute, trees = knownSwitch, 9
		}
		list, err := j.switches(t.Context(), compute)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range list {
			got = append(got, s.Layout)
			if s.New != c.key || s.Old != "uuidv4" || len(s.Trees) != trees {
				t.Errorf("%s: %s to %s, %d trees", name, s.Old, s.New, len(s.Trees))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
