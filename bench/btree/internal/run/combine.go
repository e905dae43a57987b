package run

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// combine returns a trial for every combination that an engine can run, and adds notes on
// those that it cannot run.
func (c *job) combine(p *plan, d engine.Description, from planned) []planned {
	var list []planned
	for _, s := range c.Scenarios {
		for _, l := range d.Layouts {
			for _, k := range c.kinds {
				if unfit(p, d, s, k) {
					continue
				}
				from.Layout, from.Scenario, from.Key, from.kind = l.Name, s, k.Name, k
				list = append(list, c.numbers(from, c.writersOf(p, d, k))...)
			}
		}
	}
	c.noteMeaningless(p)
	if slices.ContainsFunc(list, func(t planned) bool { return !slices.Contains(c.Writers, t.Writers) }) {
		p.note("one writer inserted the counters as well, to show what the keys of several writers in flight cost a counter.")
	}
	return list
}

// noteMeaningless adds notes on values of the plan that mean nothing for some trials.
func (c *job) noteMeaningless(p *plan) {
	if !slices.ContainsFunc(c.Make, trial.Make.InBlocks) {
		return
	}
	for _, k := range c.kinds {
		if !k.InBlocks() && !k.IsControl() {
			p.note("the generator of %s has no blocks, and it was left out there.", k.Name)
		}
	}
}

// unfit reports whether an engine cannot run a key in a scenario, and adds a note.
func unfit(p *plan, d engine.Description, s trial.Scenario, k key.Kind) bool {
	switch {
	case s.Spec().Reads && d.Simulated:
		p.note("%s was left out of the scenario %s: it reads no rows.", d.Name, s)
		return true
	case s == trial.Pages && d.Simulated:
		p.note("%s was left out of the scenario %s: it reads no rows in the order of time.", d.Name, s)
		return true
	case s == trial.Pages && !k.Clocked:
		p.note("%s keys do not follow time: in the scenario %s their table has the column created, with an index on it and the key.", k.Name, s)
	}
	return false
}

// numbers returns the combinations of the axes that are numbers, each once: several values
// of an axis may come to the same trial.
func (c *job) numbers(from planned, writers []int) []planned {
	var list []planned
	seen := make(map[trial.Coordinates]bool)
	for _, from.Rows = range c.Rows {
		for _, from.Payload = range c.Payload {
			for _, from.Writers = range writers {
				for _, from.Batch = range c.Batch {
					for _, m := range c.makes(from.kind) {
						t := from
						t.Make, t.Generators = m, t.kind.Generators(t.Writers)
						if !seen[t.Coordinates] {
							seen[t.Coordinates] = true
							list = append(list, t)
						}
					}
				}
			}
		}
	}
	return list
}

// writersOf returns the numbers of writers that insert a kind of key into an engine, and adds
// a note if the engine has one writer alone. One writer shows with a control what is possible
// without the keys of several in flight.
func (c *job) writersOf(p *plan, d engine.Description, k key.Kind) []int {
	if d.Simulated {
		if slices.ContainsFunc(c.Writers, func(n int) bool { return n > 1 }) {
			p.note("%s was left out where there are several writers: which of their rows meet depends on a server's machine, so measure a server.", d.Name)
		}
		return slices.DeleteFunc(slices.Clone(c.Writers), func(n int) bool { return n > 1 })
	}
	if !c.oneWriter || !k.IsControl() || slices.Contains(c.Writers, 1) {
		return c.Writers
	}
	return slices.Concat([]int{1}, c.Writers)
}

// makes returns when the keys of a kind can be made. The control has no blocks: beside keys
// in blocks its keys are made in advance.
func (c *job) makes(k key.Kind) []trial.Make {
	var list []trial.Make
	for _, m := range c.Make {
		switch {
		case !m.InBlocks() || k.InBlocks():
			list = append(list, m)
		case k.IsControl():
			list = append(list, trial.MakeBatch)
		}
	}
	return list
}
