package btreebench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// stages returns the engines under one set of conditions after the other.
func (c Config) stages() ([]run.Stage, error) {
	chosen, err := c.chosen()
	if err != nil {
		return nil, err
	}
	var stages []run.Stage
	seen := make(map[run.Member]bool)
	for _, pool := range c.BufferPools {
		size, err := poolBytes(pool)
		if err != nil {
			return nil, &run.FieldError{Field: "pool", Value: pool, Rule: err.Error(), Remedy: "give sizes such as 16MB,64MB"}
		}
		for _, checkpoints := range c.Checkpoints {
			if !slices.Contains(Checkpoints(), checkpoints) {
				return nil, &run.FieldError{Field: "checkpoints", Value: checkpoints, Rule: "unknown name", Remedy: "choose from " + strings.Join(Checkpoints(), ", ")}
			}
			if s := c.stage(chosen, engine.Conditions{BufferPool: size, Checkpoints: checkpoints, Pace: c.Pace}, seen); len(s.Members) > 0 {
				stages = append(stages, s)
			}
		}
	}
	return stages, nil
}

// stage returns the engines under conditions. For an engine that does not support a
// condition the condition is cleared, and an engine that was in a stage under the same
// conditions is left out.
func (c Config) stage(chosen []opener, conditions engine.Conditions, seen map[run.Member]bool) run.Stage {
	type opening struct {
		opener
		conditions engine.Conditions
	}
	var openings []opening
	var s run.Stage
	for _, o := range chosen {
		own := conditions
		if !o.pool {
			own.BufferPool = 0
		}
		if !o.checkpoints {
			own.Checkpoints = engine.NoCheckpoints
		}
		m := run.Member{Engine: o.name, BufferPool: poolName(own.BufferPool), Checkpoints: own.Checkpoints}
		if seen[m] {
			continue
		}
		seen[m] = true
		openings, s.Members = append(openings, opening{o, own}), append(s.Members, m)
	}
	s.Open = func(ctx context.Context, member int) (engine.Engine, error) {
		o := openings[member]
		e, err := o.open(ctx, server.Options{
			DSN: c.DSNs[o.name], Nodes: c.Nodes[o.name], Image: c.Images[o.name], Writers: slices.Max(c.Writers), Log: c.Log, Conditions: o.conditions,
		})
		if err != nil {
			return nil, &openError{err}
		}
		return e, nil
	}
	return s
}

// chosen returns the openers of the engines that are named.
func (c Config) chosen() ([]opener, error) {
	for _, name := range c.Engines {
		if !slices.Contains(Engines(), name) {
			return nil, &run.FieldError{Field: "db", Value: name, Rule: "no engine has that name", Remedy: "choose from " + strings.Join(Engines(), ", ")}
		}
	}
	var list []opener
	for _, o := range openers {
		if !slices.Contains(c.Engines, o.name) {
			continue
		}
		if conditions := len(c.BufferPools) * len(c.Checkpoints); conditions > 1 && c.DSNs[o.name] != "" {
			return nil, fmt.Errorf("%s is a running server, whose buffer pool and checkpoints cannot be changed: give one -pool and one -checkpoints, or no -dsn for it", o.name)
		}
		list = append(list, o)
	}
	return list, nil
}
