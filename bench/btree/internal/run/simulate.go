package run

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/mysql"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// twins holds the simulator's layout of each layout of a database that it simulates.
var twins = map[place]string{
	{engine.Postgres, postgres.Primary}: sim.NBTree,
	{engine.MySQL, mysql.Clustered}:     sim.InnoDB,
	{engine.MariaDB, mysql.Clustered}:   sim.InnoDB,
	{engine.SQLite, sqlite.Clustered}:   sim.SQLiteClustered,
	{engine.SQLite, sqlite.Index}:       sim.SQLiteIndex,
}

// place is a layout of an engine.
type place struct{ engine, layout string }

// Numbers of simulated trees of a trial: many, while they take a few seconds, and at least as many
// as give an interval; fewer of keys whose trees are equal.
const (
	mostTrees     = 40
	fewTrees      = 12        // of a plan that has no server to wait for, and of a simulator that it measures
	treeRows      = 2_000_000 // of all trees of a trial, where that is more than the least
	leastTrees    = trial.LeastTrials
	alikeTrees    = 2
	simulatedRows = 1_000_000 // of a tree; more would take longer than a server's start
)

// modelled reports whether the simulator models a planned trial: one writer inserts keys whose
// order does not depend on the server's speed, into an empty tree or into one of random keys.
func modelled(t planned) bool {
	return t.Writers == 1 && slices.Contains(modelledScenarios, t.Scenario) && !t.kind.Scattered && t.Rows <= simulatedRows
}

var modelledScenarios = []trial.Scenario{trial.Insert, trial.Migration}

// simulation holds simulated trees by the coordinates of a trial of the simulator.
type simulation map[trial.Coordinates][]trial.Trial

// precomputed is all that is computed before the first trial.
type precomputed struct {
	trees    simulation
	switches []trial.Switch
}

// simulating grows the trees of the simulator while servers start. What fails is left out.
func (c *job) simulating(ctx context.Context) <-chan precomputed {
	out := make(chan precomputed, 1)
	go func() {
		var s precomputed
		var wg sync.WaitGroup
		wg.Go(func() {
			var err error
			if s.switches, err = c.switches(ctx, knownSwitch); err != nil && ctx.Err() == nil {
				c.Log("no switch of keys is simulated: " + err.Error())
			}
		})
		var err error
		if s.trees, err = c.simulate(ctx); err != nil && ctx.Err() == nil {
			c.Log("nothing is simulated, so trials decide all: " + err.Error())
		}
		wg.Wait()
		out <- s
	}()
	return out
}

// simulate grows the trees of the plan's databases in the simulator. What cannot be simulated is left
// out: trials decide then.
func (c *job) simulate(ctx context.Context) (simulation, error) {
	layouts := c.simulatedLayouts()
	scenarios := slices.DeleteFunc(slices.Clone(c.Scenarios), func(s trial.Scenario) bool { return !slices.Contains(modelledScenarios, s) })
	if layouts == nil || !slices.Contains(c.Writers, 1) {
		return nil, nil
	}
	e, err := sim.Open(engine.Conditions{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = e.Close() }() // it does nothing
	d, err := e.Describe(ctx)
	if err != nil {
		return nil, err
	}
	d.Layouts = slices.DeleteFunc(sim.Layouts(), func(l engine.Layout) bool { return !slices.Contains(layouts, l.Name) })
	twin := *c
	twin.Observer, twin.Scenarios = silent{}, scenarios
	from := planned{}
	from.Engine, from.Checkpoints = engine.Simulator, engine.NoCheckpoints
	trees := make(simulation)
	for _, t := range twin.combine(new(plan), d, from) {
		if why, err := refusal(e, t.spec()); err != nil {
			return nil, err
		} else if why != "" || !modelled(t) {
			continue
		}
		if len(trees) == 0 {
			c.Log("simulating the trees of one writer, which decide sizes; trials decide times")
		}
		if trees[t.Coordinates], err = twin.treesOf(ctx, t, e, d); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", t.Layout, t.Key, err)
		}
	}
	return trees, nil
}

// simulatedLayouts returns the simulator's layouts that are twins of those of the plan's databases.
func (c *job) simulatedLayouts() []string {
	var list []string
	for p, twin := range twins {
		if slices.Contains(c.Engines, p.engine) {
			list = trial.With(list, twin)
		}
	}
	return list
}

// treesOf grows the simulated trees of a trial.
func (c *job) treesOf(ctx context.Context, t planned, e engine.Engine, d engine.Description) ([]trial.Trial, error) {
	var trees []trial.Trial
	for t.Repeat = range c.treesFor(t) {
		done, err := c.trial(ctx, t, e, d)
		if err != nil {
			return nil, err
		}
		done.Detail, done.Seconds = nil, 0
		trees = append(trees, done)
	}
	return trees, nil
}

// treesFor returns how many simulated trees of a trial say enough. All trees of ordered keys alone
// are equal.
func (c *job) treesFor(t planned) int {
	if t.kind.Ordered() && !t.Scenario.Spec().Migrates {
		return alikeTrees
	}
	most := mostTrees
	if t.computed || !slices.ContainsFunc(c.Engines, engine.IsServer) {
		most = fewTrees
	}
	return max(leastTrees, min(most, treeRows/max(1, t.Rows)))
}

// of returns the simulated trees of a plan's trials, with the coordinates of the trials.
func (s simulation) of(p plan) []trial.Trial {
	var list []trial.Trial
	seen := make(map[trial.Coordinates]bool)
	for _, t := range p.trials {
		at := t.WithoutRepeat()
		twin, ok := twins[place{t.Engine, t.Layout}]
		if !ok || seen[at] || !modelled(t) {
			continue
		}
		seen[at] = true
		of := at
		of.Engine, of.Layout, of.BufferPool, of.Checkpoints = engine.Simulator, twin, "", engine.NoCheckpoints
		for _, tree := range s[of] {
			at.Repeat = tree.Repeat
			tree.Coordinates = at
			list = append(list, tree)
		}
	}
	return list
}
