package bench

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Cell is one run that is to be made: a point of the axes.
type Cell struct {
	// Stage is the place in Config.Stages, and Engine that among its members.
	Stage, Engine int
	// EngineName is the engine's name.
	EngineName string
	// Pool and Regime are the conditions, as they were asked for.
	Pool, Regime string
	// Layout is the name of the layout.
	Layout string
	// Scenario is what happens to the table.
	Scenario Scenario
	// Key is the kind of key.
	Key key.Kind
	// Writers is how many insert, and Generators how many generators they have
	// together: 0 where the database makes the keys.
	Writers, Generators int
	// Batch is how many rows there are in a transaction.
	Batch int
	// Make says when keys are made.
	Make Mode
	// Rows is how many rows the tree has in the end.
	Rows int
	// Payload is the size of the other column in bytes.
	Payload int
	// Block counts the repeats, from 0: a block holds every combination once.
	Block int
}

// trial returns a Trial with the axes of the cell.
func (c Cell) trial() Trial {
	return Trial{
		Engine: c.EngineName, Layout: c.Layout, Scenario: string(c.Scenario), Key: c.Key.Name,
		Writers: c.Writers, Generators: c.Generators, Batch: c.Batch, Make: string(c.Make), Rows: c.Rows, Payload: c.Payload,
		Pool: c.Pool, Regime: c.Regime, Block: c.Block,
	}
}

// spec says which tree the cell is of.
func (c Cell) spec() engine.Spec {
	return engine.Spec{Layout: c.Layout, Key: c.Key.Form, Payload: c.Payload, Generate: c.Key.Server}
}

// Plan is every run in the order in which they are made.
type Plan struct {
	Cells []Cell
	// Rows is how many rows all runs insert together.
	Rows int
	// Blocks is how many blocks there are in a stage.
	Blocks int
	// Notes say what was left out and why, a sentence each.
	Notes []string
}

// plan puts every combination of a stage into each of its blocks once, in an order of
// its own per block. What slows the machine down for a while then meets any key,
// instead of the one whose repeats are made just then. The engines are those of the
// first stage, and the layouts of a later stage's members are theirs.
func (c Config) plan(engines []engine.Description) Plan {
	p := Plan{Blocks: c.Repeats}
	for i, stage := range c.Stages {
		var cells []Cell
		for j, m := range stage.Members {
			at := slices.IndexFunc(engines, func(d engine.Description) bool { return d.Name == m.Name })
			if at < 0 {
				p.note("%s is no database of the first stage, and was left out.", m.Name)
				continue
			}
			more, notes := c.combine(engines[at], Cell{Stage: i, Engine: j, EngineName: m.Name, Pool: m.Pool, Regime: m.Regime})
			cells = append(cells, more...)
			for _, n := range notes {
				p.note("%s", n)
			}
		}
		for b := range c.Repeats {
			rng := rand.New(rand.NewPCG(c.Seed, uint64(i)<<32|uint64(b)))
			rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
			for _, cell := range cells {
				cell.Block = b
				p.Cells = append(p.Cells, cell)
				p.Rows += cell.Rows
			}
		}
	}
	return p
}

// note adds a note that is not there yet.
func (p *Plan) note(format string, args ...any) {
	p.Notes = with(p.Notes, fmt.Sprintf(format, args...))
}

// leaveOut takes the runs out of the plan that an engine of the first stage knows that it
// has no tree for, before any is made, with a note for each layout and payload.
func (c Config) leaveOut(p *Plan, engines []engine.Engine, about []engine.Description) error {
	type place struct {
		engine, layout string
		payload        int
	}
	type spec struct {
		place
		key string
	}
	why := make(map[spec]string) // "" where there can be a tree
	var places []place
	for _, cell := range p.Cells {
		s := spec{place{cell.EngineName, cell.Layout, cell.Payload}, cell.Key.Name}
		if _, known := why[s]; known {
			continue
		}
		if !slices.Contains(places, s.place) {
			places = append(places, s.place)
		}
		at := slices.IndexFunc(about, func(d engine.Description) bool { return d.Name == cell.EngineName })
		reason, err := refused(engines[at], cell.spec())
		if err != nil {
			return err
		}
		why[s] = reason
	}
	// The cells are shuffled, and what is said of them need not be.
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.engine, b.engine), cmp.Compare(a.layout, b.layout), cmp.Compare(a.payload, b.payload))
	})
	for _, at := range places {
		var reason string
		var out, in []string
		for _, k := range c.Keys {
			switch r, planned := why[spec{at, k.Name}]; {
			case !planned:
			case r == "":
				in = append(in, k.Name)
			default:
				out = append(out, k.Name)
				reason = cmp.Or(reason, r)
			}
		}
		if out == nil {
			continue
		}
		keys := ""
		if in != nil {
			keys = " with " + strings.Join(out, ", ")
		}
		p.note("%s (%s): a payload of %d bytes%s is impossible (%s), and was left out.", at.engine, at.layout, at.payload, keys, reason)
	}
	p.Rows = 0
	p.Cells = slices.DeleteFunc(p.Cells, func(cell Cell) bool {
		return why[spec{place{cell.EngineName, cell.Layout, cell.Payload}, cell.Key.Name}] != ""
	})
	for _, cell := range p.Cells {
		p.Rows += cell.Rows
	}
	return nil
}

// refused returns why an engine can prepare no tree of the Spec, as far as it knows
// beforehand, or nothing.
func refused(e engine.Engine, s engine.Spec) (string, error) {
	err := e.Check(s)
	if why, blank := engine.MissingReason(err); blank {
		return why, nil
	}
	return "", err
}

// combine returns a cell for every combination that an engine can run, and notes on
// those that it cannot.
func (c Config) combine(d engine.Description, from Cell) (cells []Cell, notes []string) {
	for _, s := range c.Scenarios {
		layouts := layoutsFor(d, s)
		if len(layouts) == 0 {
			notes = append(notes, fmt.Sprintf("%s has no layout for the scenario %s, and was left out there.", d.Name, s))
		}
		for _, l := range layouts {
			for _, k := range c.Keys {
				if why := unfit(d, s, k); why != "" {
					notes = append(notes, why)
					continue
				}
				from.Layout, from.Scenario, from.Key = l.Name, s, k
				cells = append(cells, c.points(from)...)
			}
		}
	}
	if slices.Contains(c.Scenarios, Skew) && (slices.Max(c.Writers) == 1 || !slices.Contains(c.Generators, GeneratorsWriter)) {
		notes = append(notes, "the scenario skew is as insert here: there is one generator, and so one clock.")
	}
	if slices.ContainsFunc(c.Make, Mode.inBlocks) {
		for _, k := range c.Keys {
			if k.Server == "" && !k.InBlocks() && !k.IsControl() {
				notes = append(notes, fmt.Sprintf("%s cannot be had in blocks, and was left out there.", k.Name))
			}
		}
	}
	return cells, notes
}

// layoutsFor returns the layouts of a scenario: secondary indexes are for one alone.
func layoutsFor(d engine.Description, s Scenario) []engine.Layout {
	return slices.DeleteFunc(slices.Clone(d.Layouts), func(l engine.Layout) bool { return l.Secondary != (s == Secondary) })
}

// unfit says why an engine cannot run a key in a scenario, or nothing.
func unfit(d engine.Description, s Scenario, k key.Kind) string {
	switch {
	case k.Server == "":
		return ""
	case !slices.Contains(d.Generates, k.Server):
		return fmt.Sprintf("%s does not make keys of the kind %s, which was left out there.", d.Name, k.Name)
	case s == Secondary && k.Server == key.MadeIdentity:
		return fmt.Sprintf("%s was left out of the scenario %s: the primary key beside it is one already.", k.Name, s)
	case s != Insert && s != Secondary:
		return fmt.Sprintf("%s was left out of the scenario %s: the database's clock is its own, and its keys are not known to this program.", k.Name, s)
	}
	return ""
}

// points returns the combinations of the numbers, each once: several values of an
// axis may come to the same thing.
func (c Config) points(from Cell) []Cell {
	var cells []Cell
	type numbers struct {
		rows, payload, writers, batch, generators int
		mode                                      Mode
	}
	seen := make(map[numbers]bool)
	for _, from.Rows = range c.Rows {
		for _, from.Payload = range c.Payload {
			for _, from.Writers = range c.Writers {
				for _, from.Batch = range c.Batch {
					for _, g := range c.Generators {
						for _, m := range c.modes(from) {
							cell := from
							cell.Make, cell.Generators = m, from.Key.Generators(asked(g, from.Writers))
							n := numbers{cell.Rows, cell.Payload, cell.Writers, cell.Batch, cell.Generators, cell.Make}
							if !seen[n] {
								seen[n] = true
								cells = append(cells, cell)
							}
						}
					}
				}
			}
		}
	}
	return cells
}

func asked(g Generators, writers int) int {
	if g == GeneratorsOne {
		return 1
	}
	return writers
}

// modes returns when the keys of a cell can be made. Beside keys in blocks stands
// their control with keys made in advance.
func (c Config) modes(cell Cell) []Mode {
	if cell.Key.Server != "" {
		return []Mode{MakeServer}
	}
	var list []Mode
	for _, m := range c.Make {
		switch {
		case m.inBlocks() && cell.Key.InBlocks():
			list = append(list, m)
		case m.inBlocks() && cell.Key.IsControl():
			list = append(list, MakeBatch)
		case !m.inBlocks() && (cell.Batch > 1 || !slices.ContainsFunc(list, atInsert)):
			list = append(list, m)
		}
	}
	return list
}

// atInsert reports whether a mode makes the key of a single row at its INSERT.
func atInsert(m Mode) bool { return !m.inBlocks() }

// before is how many of the rows are in the table before the writers begin.
func (c Config) before(s Scenario, rows int) int {
	switch s {
	case Migration:
		return rows / 2
	case Jump:
		return c.Jump
	}
	return 0
}
