package btreebench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/postgres"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// Run opens the databases, makes every run of the plan, closes the databases and
// returns what was measured.
//
// An error means that there are no figures: the Config breaks a rule, or a database
// cannot be opened. Once the runs have begun, a failure or the end of ctx stops the
// plan, and the Result, which is not complete then, holds the runs finished by then
// and the reason.
func Run(ctx context.Context, c Config) (*Result, error) {
	if ctx == nil {
		return nil, errors.New("there is no context: give context.Background() for a run that nothing ends")
	}
	b, err := c.bench()
	if err != nil {
		return nil, err
	}
	r, err := bench.Run(ctx, b)
	if err != nil {
		return nil, err
	}
	return &Result{r}, nil
}

// Validate returns the error that Run would return before it opens a database.
func (c Config) Validate() error {
	b, err := c.bench()
	if err != nil {
		return err
	}
	return b.Validate()
}

// bench returns the Config of package bench.
func (c Config) bench() (bench.Config, error) {
	if err := c.jumpFits(); err != nil {
		return bench.Config{}, err
	}
	c = c.WithDefaults()
	if err := c.checkNames(); err != nil {
		return bench.Config{}, err
	}
	kinds, added, err := key.Select(c.Keys)
	if err != nil {
		return bench.Config{}, &bench.FieldError{Field: "keys", Value: strings.Join(c.Keys, ","), Rule: "the list is not understood", Remedy: err.Error()}
	}
	stages, err := c.stages()
	if err != nil {
		return bench.Config{}, err
	}
	b := bench.Config{
		Stages: stages, Keys: kinds, Added: added,
		Scenarios: typed[bench.Scenario](c.Scenarios), Rows: c.Rows, Writers: c.Writers,
		Generators: typed[bench.Generators](c.Generators), Batch: c.Batch, Make: typed[bench.Mode](c.Make), Payload: c.Payload,
		Repeats: c.Repeats, Rate: c.Rate, Curve: c.Curve, Jump: c.Jump, Skew: c.Skew, BlockSize: c.BlockSize,
		Pgbench: c.Pgbench, Seed: c.Seed, Log: c.Log,
	}
	if c.Observer != nil {
		b.Observer = adapter{c.Observer}
	}
	return b, nil
}

// jumpFits names the rows as too few for the scenario jump where the number of its keys
// is the usual one, which nobody gave.
func (c Config) jumpFits() error {
	given := c.Jump != 0
	c = c.WithDefaults()
	if given || !slices.Contains(c.Scenarios, string(bench.Jump)) || len(c.Rows) == 0 || slices.Min(c.Rows) < 1 || slices.Min(c.Rows) > c.Jump {
		return nil
	}
	return &bench.FieldError{
		Field: "rows", Value: slices.Min(c.Rows), Rule: fmt.Sprintf("the scenario jump begins with %d keys of a clock that is ahead, and needs a row after them", c.Jump),
		Remedy: "choose more rows, or fewer such keys with jump",
	}
}

// checkNames checks that the lists that name something have a name in them, and what is
// said of servers.
func (c Config) checkNames() error {
	for _, list := range []struct {
		field string
		names []string
	}{{"db", c.Databases}, {"keys", c.Keys}, {"pool", c.Pools}, {"checkpoints", c.Checkpoints}} {
		if len(list.names) == 0 {
			return &bench.FieldError{Field: list.field, Value: "empty", Rule: "the axis needs a value", Remedy: "give at least one"}
		}
	}
	// The values are not shown: a DSN may hold a password.
	for _, each := range []struct {
		field string
		names map[string]string
	}{{"dsn", c.DSNs}, {"image", c.Images}} {
		for _, name := range slices.Sorted(maps.Keys(each.names)) {
			if !slices.Contains(Servers(), name) {
				return &bench.FieldError{Field: each.field, Value: name, Rule: "there is no server of that name", Remedy: "choose from " + strings.Join(Servers(), ", ")}
			}
		}
	}
	for _, name := range Servers() {
		if c.DSNs[name] != "" && c.Images[name] != "" {
			return fmt.Errorf("dsn and image both say where %s comes from: give one of them", name)
		}
	}
	if c.Pgbench && !slices.Contains(c.Databases, postgres.Name) {
		return bench.PgbenchError("add " + postgres.Name + " to the databases")
	}
	return nil
}

func typed[T ~string](names []string) []T {
	out := make([]T, len(names))
	for i, n := range names {
		out[i] = T(n)
	}
	return out
}

// stages returns the databases under one set of conditions after the other.
func (c Config) stages() ([]bench.Stage, error) {
	chosen, err := c.chosen()
	if err != nil {
		return nil, err
	}
	var stages []bench.Stage
	seen := make(map[bench.Member]bool)
	for _, pool := range c.Pools {
		size, err := poolSize(pool)
		if err != nil {
			return nil, &bench.FieldError{Field: "pool", Value: pool, Rule: err.Error(), Remedy: "give sizes such as 16MB,64MB"}
		}
		for _, name := range c.Checkpoints {
			if !slices.Contains(CheckpointRegimes(), name) {
				return nil, &bench.FieldError{Field: "checkpoints", Value: name, Rule: "there is no such regime", Remedy: "choose from " + strings.Join(CheckpointRegimes(), ", ")}
			}
			conditions := engine.Conditions{BufferPool: size}
			if name != CheckpointRegimes()[0] {
				conditions.Regime = engine.Checkpoints
			}
			if s := c.stage(chosen, conditions, seen); len(s.Members) > 0 {
				stages = append(stages, s)
			}
		}
	}
	return stages, nil
}

// stage returns the databases under conditions. What makes no difference to a database
// is left out for it, and it with it if it was in a stage before.
func (c Config) stage(chosen []database, conditions engine.Conditions, seen map[bench.Member]bool) bench.Stage {
	type opening struct {
		database
		conditions engine.Conditions
	}
	var in []opening
	var s bench.Stage
	for _, d := range chosen {
		own := conditions
		if !d.pool {
			own.BufferPool = 0
		}
		if !d.regime {
			own.Regime = engine.NoCheckpoints
		}
		m := bench.Member{Name: d.name, Pool: poolName(own.BufferPool), Regime: own.Regime}
		if seen[m] {
			continue
		}
		seen[m] = true
		in, s.Members = append(in, opening{d, own}), append(s.Members, m)
	}
	s.Open = func(ctx context.Context) ([]engine.Engine, error) {
		var list []engine.Engine
		for _, d := range in {
			e, err := d.opening(ctx, server.Options{
				DSN: c.DSNs[d.name], Image: c.Images[d.name], Writers: slices.Max(c.Writers), Log: c.Log, Conditions: d.conditions,
			})
			if err != nil {
				return list, err
			}
			list = append(list, e)
		}
		return list, nil
	}
	return s
}

// chosen returns the databases that are named.
func (c Config) chosen() ([]database, error) {
	for _, name := range c.Databases {
		if !slices.Contains(Databases(), name) {
			return nil, &bench.FieldError{Field: "db", Value: name, Rule: "there is no such database", Remedy: "choose from " + strings.Join(Databases(), ", ")}
		}
	}
	var list []database
	for _, d := range databases {
		if !slices.Contains(c.Databases, d.name) {
			continue
		}
		if conditions := len(c.Pools) * len(c.Checkpoints); conditions > 1 && c.DSNs[d.name] != "" {
			return nil, fmt.Errorf("%s is a server that runs already, and its pool and checkpoints are as they are: give one -pool and one -checkpoints, or no -dsn for it", d.name)
		}
		list = append(list, d)
	}
	return list, nil
}
