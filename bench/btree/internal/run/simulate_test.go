package run

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// ruled is a server that grows its trees by the rules of PostgreSQL, one at a time.
type ruled struct{ *sim.Engine }

func (r ruled) Describe(context.Context) (engine.Description, error) {
	return engine.Description{Name: engine.Postgres, Layouts: []engine.Layout{{Name: postgres.Primary}}}, nil
}

func (r ruled) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	s.Layout = sim.NBTree
	return r.Engine.Prepare(ctx, s)
}

func (r ruled) Check(s engine.Spec) error {
	s.Layout = sim.NBTree
	return r.Engine.Check(s)
}

// Trials that the simulator models have its trees beside them, and the others have none.
func TestTrialsHaveSimulatedTrees(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*trial.Plan)
		want   map[string]int // simulated trees by key
	}{
		"one writer":    {func(*trial.Plan) {}, map[string]int{"counter": alikeTrees, "uuidv4": mostTrees, "wiji": alikeTrees, "counter-bigint": alikeTrees}},
		"large rows":    {func(p *trial.Plan) { p.Payload = []int{100, 4000} }, map[string]int{"counter": 2 * alikeTrees, "uuidv4": 2 * mostTrees, "wiji": 2 * alikeTrees, "counter-bigint": 2 * alikeTrees}},
		"many writers":  {func(p *trial.Plan) { p.Writers = []int{3} }, nil},
		"other sorts":   {func(p *trial.Plan) { p.Scenarios = []trial.Scenario{trial.Update} }, nil},
		"a change":      {func(p *trial.Plan) { p.Scenarios = []trial.Scenario{trial.Migration} }, map[string]int{"counter": mostTrees, "uuidv4": mostTrees, "wiji": mostTrees, "counter-bigint": mostTrees}},
		"another key":   {func(p *trial.Plan) { p.Keys = []string{"xid"} }, map[string]int{"counter-bigint": alikeTrees}},
		"a large table": {func(p *trial.Plan) { p.Rows = []int{simulatedRows + 1} }, nil},
		"no database":   {func(p *trial.Plan) { p.Engines = []string{engine.Simulator} }, nil},
		"SQLite": {func(p *trial.Plan) { p.Engines = []string{engine.SQLite} },
			map[string]int{"counter": 2 * alikeTrees, "uuidv4": 2 * fewTrees, "wiji": 2 * alikeTrees, "counter-bigint": 2 * alikeTrees}},
	} {
		p := trial.Plan{Engines: []string{engine.Postgres}, Keys: []string{"uuidv4", "wiji", "xid"}, Rows: []int{2000}, Repeats: 1}
		c.change(&p)
		j, err := newJob(p.WithDefaults(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		j.oneWriter = false
		e, err := sim.Open(engine.Conditions{})
		if err != nil {
			t.Fatal(err)
		}
		if c.want != nil { // a simulated server has one writer and no other scenarios
			if slices.Contains(p.Engines, engine.Postgres) {
				j.open = opening(ruled{e})
			}
			r := complete(t, j)
			compareTrees(t, name, r, c.want)
			continue
		}
		if trees, err := j.simulate(t.Context()); len(trees) > 0 || err != nil {
			t.Errorf("%s: %d trees, %v", name, len(trees), err)
		}
	}
}

func compareTrees(t *testing.T, name string, r trial.Result, want map[string]int) {
	t.Helper()
	got, measured := make(map[string]int), make(map[trial.Coordinates]metric.Readings)
	for _, done := range r.Trials {
		measured[done.WithoutRepeat()] = done.Readings
	}
	for _, tree := range r.Simulated {
		got[tree.Key]++
		pages, ok := measured[tree.WithoutRepeat()]
		if !ok || tree.Detail != nil {
			t.Errorf("%s: %+v: measured %v, detail %v", name, tree.Coordinates, ok, tree.Detail)
		}
		for _, figure := range []string{metric.LeafPages, metric.LeafFill, metric.Neighbours} {
			a, b := tree.Readings.Get(figure), pages.Get(figure)
			if a.Missing != "" || tree.Key != "uuidv4" && tree.Scenario == trial.Insert && math.Abs(a.Value-b.Value) > 1e-9*b.Value {
				t.Errorf("%s: %+v: %s is %v, measured %v", name, tree.Coordinates, figure, a, b)
			}
		}
	}
	for k := range got {
		if got[k] != want[k] {
			t.Errorf("%s: %d trees of %s, want %d", name, got[k], k, want[k])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: trees of %v, want %v", name, got, want)
	}
}
