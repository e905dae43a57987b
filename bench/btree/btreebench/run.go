package btreebench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/engine"
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
	c = c.WithDefaults()
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
			conditions := engine.Conditions{Pool: size}
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
			own.Pool = 0
		}
		if !d.regime {
			own.Regime = engine.NoCheckpoints
		}
		m := bench.Member{Name: d.name, Pool: poolName(own.Pool), Regime: own.Regime}
		if seen[m] {
			continue
		}
		seen[m] = true
		in, s.Members = append(in, opening{d, own}), append(s.Members, m)
	}
	s.Open = func(ctx context.Context) ([]engine.Engine, error) {
		var list []engine.Engine
		for _, d := range in {
			e, err := d.open(ctx, server.Options{
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
