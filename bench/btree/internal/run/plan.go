package run

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// planned is a trial to run.
type planned struct {
	trial.Coordinates
	// stage is an index of job.stages, and member one of that stage.
	stage, member int
	// block is the number of the trial's block in its stage. Trials of one block follow one another.
	block int
	// computed reports whether the trial is one of a simulator, which is never left out.
	computed bool
	kind     key.Kind
}

// spec describes the tree of the trial.
func (p planned) spec() engine.Spec {
	scenario := p.Scenario.Spec()
	s := engine.Spec{Layout: p.Layout, Key: p.kind.Form, Payload: p.Payload, Shape: scenario.Shape}
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
// trials of any key and not the repeats of one key. If the time decides, the blocks are others, as
// arranged says. The descriptions are those of the first stage's engines, and later stages use the
// same layouts. Engines that failed have no trials.
func (c *job) plan(engines []engine.Description, failed failures) plan {
	var p plan
	for i, stage := range c.stages {
		var all []planned
		for j, m := range stage {
			if failed.has(m.engine) {
				continue
			}
			at := slices.IndexFunc(engines, func(d engine.Description) bool { return d.Name == m.engine })
			from := planned{stage: i, member: j}
			from.Engine, from.BufferPool, from.Checkpoints = m.engine, m.pool, m.checkpoints
			for _, t := range c.combine(&p, engines[at], from) {
				all = append(all, c.arranged(t, engines[at])...)
			}
		}
		for n, block := range blocks(all) {
			rng := rand.New(rand.NewPCG(c.Seed, uint64(i)<<32|uint64(n)))
			rng.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
			slices.SortStableFunc(block, func(a, b planned) int { return a.computedOrder() - b.computedOrder() })
			p.trials = append(p.trials, block...)
		}
	}
	return p
}

// computedOrder puts computed trials after the others of their block, by their repeats.
func (p planned) computedOrder() int {
	if !p.computed {
		return -1
	}
	return p.Repeat
}

// arranged returns the repeats of a trial with their blocks. If the time decides, the first answer
// comes first: the simulator computes all that it needs in the first block. The first LeastTrials
// blocks, which give the first intervals, have one trial of ordered keys whose trees the simulator
// knows, if there are random keys. Layouts that only the page shows and keys of other widths come
// afterwards.
func (c *job) arranged(t planned, d engine.Description) []planned {
	var list []planned
	repeats := c.Repeats
	if t.computed = d.Simulated && c.TimeDecides(); t.computed {
		repeats = c.treesFor(t)
	}
	later := t.Layout != d.Layouts[0].Name || t.kind.Control != c.kinds[0].Control
	waits := modelled(t) && t.kind.Ordered() && !t.kind.IsControl() && c.comparesRandom(t.kind.Control)
	for t.Repeat = range repeats {
		switch t.block = t.Repeat; {
		case t.computed:
			t.block = 0
		case !c.TimeDecides():
		case later:
			t.block += trial.LeastTrials
		case waits && t.Repeat > 0 && t.Repeat < trial.LeastTrials:
			continue
		}
		list = append(list, t)
	}
	return list
}

// comparesRandom reports whether the plan compares random keys with a control.
func (c *job) comparesRandom(control string) bool {
	return slices.ContainsFunc(c.kinds, func(k key.Kind) bool { return k.Control == control && !k.Ordered() })
}

// blocks returns the trials of each block.
func blocks(all []planned) [][]planned {
	var list [][]planned
	for _, t := range all {
		for len(list) <= t.block {
			list = append(list, nil)
		}
		list[t.block] = append(list[t.block], t)
	}
	return list
}

// leaveOut takes those trials out of the plan whose trees the engines' Check refuses,
// before any trial runs, and adds a note for each layout and payload.
func (c *job) leaveOut(p *plan, open openStage) error {
	refused := make(map[trial.Coordinates]string) // by treeOf: the reason, "" if there can be a tree
	for _, t := range p.trials {
		tree := treeOf(t.Coordinates)
		if _, known := refused[tree]; known {
			continue
		}
		why, err := refusal(open.engine(t.Engine), t.spec())
		if err != nil {
			return err
		}
		refused[tree] = why
	}
	c.noteRefused(p, refused)
	p.trials = slices.DeleteFunc(p.trials, func(t planned) bool { return refused[treeOf(t.Coordinates)] != "" })
	return nil
}

// treeOf returns what a Check depends on: trials that agree in it have the same Spec.
func treeOf(c trial.Coordinates) trial.Coordinates {
	tree := trial.Coordinates{Engine: c.Engine, Layout: c.Layout, Payload: c.Payload, Key: c.Key}
	if c.Scenario.Spec().Shape != engine.Plain {
		tree.Scenario = c.Scenario
	}
	return tree
}

// refusal returns why an engine refuses a Spec, or "".
func refusal(e engine.Engine, s engine.Spec) (string, error) {
	err := e.Check(s)
	if why, missing := engine.MissingReason(err); missing {
		return why, nil
	}
	return "", err
}

// noteRefused adds a note for each layout and payload that was refused, with the keys
// that it was refused for if it was not refused for all.
func (c *job) noteRefused(p *plan, refused map[trial.Coordinates]string) {
	var tables []trial.Coordinates // treeOf without the key
	for tree := range refused {
		if tree.Key = ""; !slices.Contains(tables, tree) {
			tables = append(tables, tree)
		}
	}
	slices.SortFunc(tables, func(a, b trial.Coordinates) int {
		return cmp.Or(cmp.Compare(a.Engine, b.Engine), cmp.Compare(a.Layout, b.Layout), cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Payload, b.Payload))
	})
	for _, table := range tables {
		var reason string
		var out, in []string
		for _, k := range c.kinds {
			tree := table
			tree.Key = k.Name
			switch why, planned := refused[tree]; {
			case !planned:
			case why == "":
				in = append(in, k.Name)
			default:
				out = append(out, k.Name)
				reason = cmp.Or(reason, why)
			}
		}
		if out == nil {
			continue
		}
		keys := ""
		if in != nil {
			keys = " with " + strings.Join(out, ", ")
		}
		what := fmt.Sprintf("a payload of %d bytes", table.Payload)
		if table.Scenario != "" {
			what = "the scenario " + string(table.Scenario)
		}
		p.note("%s (%s): %s%s is impossible (%s), and was left out.", table.Engine, table.Layout, what, keys, reason)
	}
}

// first returns how many trials the first block has.
func (p *plan) first() int {
	return count(p.trials, func(t planned) bool { return t.block == 0 })
}

// each returns how many trials are the first of their combination.
func (p *plan) each() int {
	return count(p.trials, func(t planned) bool { return t.Repeat == 0 })
}

func count(trials []planned, of func(planned) bool) int {
	n := 0
	for _, t := range trials {
		if of(t) {
			n++
		}
	}
	return n
}

// ending decides when a plan with a time is over. Each stage has the same part of the time, from
// the start of the program.
type ending struct {
	*job
	stage, block int
	over         bool
	// known holds the combinations of which more trials would tell nothing new.
	known map[trial.Coordinates]bool
}

// looks holds the numbers of finished blocks after which the comparisons are looked at. They are few
// and far between because each look is one more chance to be wrong.
var looks = []int{trial.LeastTrials, 18, 36, 72, 144}

// reached reports whether a trial is left out because the time is over or what it compares is known.
// The first trial of each combination is not left out.
func (e *ending) reached(t planned, res trial.Result) bool {
	switch {
	case e.For == 0 || t.computed:
		return false
	case t.stage != e.stage:
		*e = ending{job: e.job, stage: t.stage}
	}
	if t.block != e.block {
		e.block = t.block
		e.look(res)
	}
	e.over = e.over || t.block > 0 && !e.now().Before(e.end())
	return t.Repeat > 0 && (e.over || e.known[t.WithoutRepeat()])
}

// look looks at the comparisons if it is time to.
func (e *ending) look(res trial.Result) {
	if e.Undecided == nil || !slices.Contains(looks, e.block) {
		return
	}
	e.known = make(map[trial.Coordinates]bool)
	for _, t := range res.Trials {
		e.known[t.WithoutRepeat()] = true
	}
	for _, c := range e.Undecided(res) {
		delete(e.known, c)
	}
}

// end returns when the time of the stage is over.
func (e *ending) end() time.Time {
	return e.began.Add(e.For * time.Duration(e.stage+1) / time.Duration(len(e.stages)))
}
