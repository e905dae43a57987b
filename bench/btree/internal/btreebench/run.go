package btreebench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Run opens the engines, runs every trial of the plan, closes the engines and returns what
// was measured.
//
// It returns an error if the Config is invalid or no engine can be opened: then nothing was
// measured. If an engine fails, the others go on; if ctx ends, Run stops. In both cases it
// returns a Result that is not complete: it holds the finished trials and the reason.
func Run(ctx context.Context, c Config) (*Result, error) {
	if ctx == nil {
		return nil, errors.New("btreebench: Run: the context is nil: pass context.Background() or another one")
	}
	plan, err := c.plan()
	if err != nil {
		return nil, err
	}
	r, err := run.Run(ctx, plan)
	if err != nil {
		return nil, err
	}
	return &Result{r}, nil
}

// Validate returns the error that Run would return before it opens an engine.
func (c Config) Validate() error {
	plan, err := c.plan()
	if err != nil {
		return err
	}
	return plan.Validate()
}

// plan returns the Config of package run.
func (c Config) plan() (run.Config, error) {
	c = c.WithDefaults()
	if c.Pace < 0 {
		return run.Config{}, &run.FieldError{Field: "pace", Value: c.Pace, Rule: "it must be 0 or more", Remedy: "give the time for a row, or leave it out"}
	}
	if err := errors.Join(c.checkNames(), c.checkServers()); err != nil {
		return run.Config{}, err
	}
	kinds, added, err := key.Select(c.Keys)
	if err != nil {
		return run.Config{}, &run.FieldError{Field: "keys", Value: strings.Join(c.Keys, ","), Rule: "not a list of keys", Remedy: err.Error()}
	}
	stages, err := c.stages()
	if err != nil {
		return run.Config{}, err
	}
	return run.Config{
		Stages: stages, Keys: kinds, Added: added,
		Scenarios: typed[trial.Scenario](c.Scenarios), Rows: c.Rows, Writers: c.Writers, OneWriter: true,
		Generators: typed[trial.Generators](c.Generators), Batch: c.Batch, Make: typed[trial.Make](c.Make), Payload: c.Payload,
		Repeats: c.Repeats, Rate: c.Rate, Curve: c.Curve,
		Seed: c.Seed, Observer: c.Observer, Log: c.Log,
	}, nil
}

// checkNames checks that the lists of names are not empty.
func (c Config) checkNames() error {
	for _, list := range []struct {
		field string
		names []string
	}{{"db", c.Engines}, {"keys", c.Keys}, {"pool", c.BufferPools}, {"checkpoints", c.Checkpoints}} {
		if len(list.names) == 0 {
			return run.EmptyError(list.field)
		}
	}
	return nil
}

// checkServers checks DSNs and Images. Its errors do not show values: a DSN may hold a
// password.
func (c Config) checkServers() error {
	for _, each := range []struct {
		field string
		names map[string]string
	}{{"dsn", c.DSNs}, {"image", c.Images}} {
		for _, name := range slices.Sorted(maps.Keys(each.names)) {
			if !slices.Contains(Servers(), name) {
				return &run.FieldError{Field: each.field, Value: name, Rule: "no server has that name", Remedy: "choose from " + strings.Join(Servers(), ", ")}
			}
		}
	}
	for _, name := range Servers() {
		if c.DSNs[name] != "" && c.Images[name] != "" {
			return fmt.Errorf("dsn and image both name a server for %s: give one of them", name)
		}
	}
	return nil
}
