package run

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// planned is a trial to run.
type planned struct {
	trial.Coordinates
	// stage is an index of job.stages, and member one of that stage.
	stage, member int
	kind          key.Kind
}

// spec describes the tree of the trial.
func (p planned) spec() engine.Spec {
	scenario := p.Scenario.Spec()
	s := engine.Spec{Layout: p.Layout, Key: p.kind.Form, Payload: p.Payload, Shape: scenario.Shape, Generate: p.kind.Server}
	if scenario.Pages && !p.kind.Clocked {
		s.Shape = engine.Dated
	}
	return s
}

// plan is every trial, in the order in which they run.
type plan struct {
	trials []planned
	// notes say what was left out and why, a sentence each.
	notes []string
}

// note adds a note, once.
func (p *plan) note(format string, args ...any) {
	p.notes = trial.With(p.notes, fmt.Sprintf(format, args...))
}

// rows returns how many rows all trials insert together.
func (p *plan) rows() int {
	n := 0
	for _, t := range p.trials {
		n += t.Rows
	}
	return n
}

// has reports whether a trial inserts the kind of key.
func (p *plan) has(k key.Kind) bool {
	return slices.ContainsFunc(p.trials, func(t planned) bool { return t.Key == k.Name })
}

// plan returns the trials of all stages. A stage has c.Repeats blocks: each holds every
// combination once, in its own random order, so that a disturbance of the machine affects
// trials of any key and not the repeats of one key. The descriptions are those of the
// first stage's engines, and later stages use the same layouts. Engines that failed have no
// trials.
func (c *job) plan(engines []engine.Description, failed failures) plan {
	var p plan
	for i, stage := range c.stages {
		var block []planned
		for j, m := range stage {
			at := slices.IndexFunc(engines, func(d engine.Description) bool { return d.Name == m.engine })
			if failed.has(m.engine) {
				continue
			}
			if at < 0 {
				p.note("%s is not an engine of the first stage, and was left out.", m.engine)
				continue
			}
			from := planned{stage: i, member: j}
			from.Engine, from.BufferPool, from.Checkpoints = m.engine, m.pool, m.checkpoints
			block = append(block, c.combine(&p, engines[at], from)...)
		}
		for repeat := range c.Repeats {
			rng := rand.New(rand.NewPCG(c.Seed, uint64(i)<<32|uint64(repeat)))
			rng.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
			for _, t := range block {
				t.Repeat = repeat
				p.trials = append(p.trials, t)
			}
		}
	}
	return p
}
