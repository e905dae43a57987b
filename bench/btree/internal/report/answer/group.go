package answer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Group holds the keys of one form that were measured under the same conditions, so that
// they may be compared.
type Group struct {
	// Coordinates are those that all lines share: they have no key.
	trial.Coordinates `json:"-"`
	Width             int    `json:"width_bytes"`
	Form              string `json:"form"`
	Control           string `json:"control"`
	// Lines holds the keys, the control first.
	Lines []Line `json:"keys"`

	computed bool // by a simulator
}

// Line summarizes the repeats of a trial: one key of a group, made in one way.
type Line struct {
	trial.Coordinates
	// Label is the key's name, with what distinguishes its lines in the group.
	Label string `json:"label"`
	// Name is the label with the name of the key that people use.
	Name string `json:"-"`
	// Trials is the number of repeats, 0 if the plan was stopped before the first one.
	Trials int `json:"trials"`
	// Metrics holds the statistics by metric name, of the metrics that the trials report.
	Metrics map[string]Stat `json:"metrics,omitempty"`
	// Simulated is what the simulator says of the line, nil if it does not model it.
	Simulated *Simulation `json:"simulated,omitempty"`
	// Judgement compares the line with the counter of as many writers.
	Judgement Judgement `json:"-"`
}

// groupsOf summarizes the trials of a result. Groups come in the order of the engines, their
// layouts, the axes and the keys.
func groupsOf(r trial.Result) []Group {
	places := make(map[trial.Coordinates][]trial.Trial)
	for _, t := range r.Trials {
		at := t.WithoutKey()
		places[at] = append(places[at], t)
	}
	trees := make(map[trial.Coordinates][]trial.Trial)
	for _, t := range r.Simulated {
		at := t.WithoutRepeat()
		trees[at] = append(trees[at], t)
	}
	var groups []Group
	for _, at := range sorted(r, places) {
		for _, control := range r.Keys {
			if !control.IsControl() {
				continue
			}
			if g := group(r, at, places[at], control); len(g.Lines) > 0 {
				g.simulate(trees)
				g.compare()
				groups = append(groups, g)
			}
		}
	}
	for _, g := range groups {
		g.comparePossible(groups)
	}
	return groups
}

// sorted returns the coordinates in the order of a result's axes.
func sorted(r trial.Result, places map[trial.Coordinates][]trial.Trial) []trial.Coordinates {
	var engines, layouts []string
	for _, e := range r.Engines {
		engines = append(engines, e.Name)
		for _, l := range e.Layouts {
			layouts = append(layouts, l.Name)
		}
	}
	axes := trial.Axes()
	return slices.SortedFunc(maps.Keys(places), func(a, b trial.Coordinates) int {
		order := cmp.Or(byIndex(engines, a.Engine, b.Engine), byIndex(layouts, a.Layout, b.Layout))
		for _, axis := range axes {
			order = cmp.Or(order, axis.Compare(r.Settings, a, b))
		}
		return order
	})
}

// byIndex compares values by their index in a list. A value that is not in it comes first.
func byIndex[T comparable](list []T, a, b T) int {
	return cmp.Compare(slices.Index(list, a), slices.Index(list, b))
}

// group returns the lines of a control and of the keys that are compared with it. If the
// plan was stopped, keys without a trial have a line as well.
func group(r trial.Result, at trial.Coordinates, trials []trial.Trial, control trial.Key) Group {
	g := Group{Coordinates: at, Width: control.Width, Form: control.Form, Control: control.Name, computed: r.Engine(at.Engine).Simulated}
	measured := false
	for _, k := range append([]trial.Key{control}, r.Keys...) {
		if k.Control != control.Name || k.Name == control.Name && len(g.Lines) > 0 {
			continue
		}
		lines := keyLines(k.Name, trials)
		measured = measured || len(lines) > 0
		if len(lines) == 0 && !r.Complete {
			none := Line{Coordinates: at, Label: k.Name}
			none.Key = k.Name
			lines = []Line{none}
		}
		g.Lines = append(g.Lines, lines...)
	}
	if !measured && r.Complete {
		return Group{}
	}
	g.label()
	return g
}

// keyLines returns the lines of a key.
func keyLines(key string, trials []trial.Trial) []Line {
	repeats := make(map[trial.Coordinates][]trial.Trial)
	for _, t := range trials {
		if t.Key == key {
			at := t.WithoutRepeat()
			repeats[at] = append(repeats[at], t)
		}
	}
	var lines []Line
	for at, list := range repeats {
		lines = append(lines, line(at, list))
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Make, b.Make), cmp.Compare(a.Generators, b.Generators))
	})
	return lines
}

// line summarizes trials with equal coordinates.
func line(at trial.Coordinates, trials []trial.Trial) Line {
	l := Line{Coordinates: at, Trials: len(trials), Metrics: make(map[string]Stat)}
	for _, m := range metric.All() {
		if s, ok := statOf(m, trials); ok {
			l.Metrics[m.Name] = s
		}
	}
	return l
}

// label sets the labels: the key; when its keys are made, if that is not the same in the
// whole group; and the number of generators, if the key has lines with other numbers.
func (g *Group) label() {
	makes := make(map[trial.Make]bool)
	for _, l := range g.Lines {
		if l.Trials > 0 && l.Make != trial.MakeServer {
			makes[l.Make] = true
		}
	}
	for i := range g.Lines {
		l := &g.Lines[i]
		more := ""
		if len(makes) > 1 && l.Trials > 0 && l.Make != trial.MakeServer {
			more = " " + string(l.Make)
		}
		if slices.ContainsFunc(g.Lines, func(o Line) bool { return o.Key == l.Key && o.Trials > 0 && o.Generators != l.Generators }) {
			more += fmt.Sprintf(" g%d", l.Generators)
		}
		l.Label, l.Name = l.Key+more, KeyName(l.Key)+more
	}
}

// compare adds to each line how it compares with the control, by its trials or by simulated trees.
func (g *Group) compare() {
	for i, l := range g.Lines {
		base, ok := g.baseFor(l)
		if !ok || l.Key == g.Control {
			continue
		}
		for name, s := range l.Metrics {
			m := metric.Named(name)
			values, control := s.blocks, base.Metrics[name].blocks
			if g.computed {
				values, control = level(values, control)
			}
			s.Relation = settle(m, relate(m, values, control), l, base)
			l.Metrics[name] = s
		}
		g.Lines[i].Judgement = judged(l)
	}
}

// comparePossible adds to each line of several writers how it compares with the control of
// one writer.
func (g *Group) comparePossible(groups []Group) {
	at := g.Coordinates
	at.Writers = 1
	i := slices.IndexFunc(groups, func(o Group) bool { return o.Coordinates == at && o.Control == g.Control })
	if g.Writers < 2 || i < 0 {
		return
	}
	for _, l := range g.Lines {
		base, ok := groups[i].baseFor(l)
		if !ok {
			continue
		}
		for name, s := range l.Metrics {
			if m := metric.Named(name); m.Extent != metric.Span {
				r := relate(m, s.blocks, base.Metrics[name].blocks)
				s.Possible = &r
				l.Metrics[name] = s
			}
		}
	}
}

// baseFor returns the control's line that a line is compared with: the one whose keys are
// made at the same time, else the one whose keys are made in advance, else the first.
func (g *Group) baseFor(l Line) (Line, bool) {
	for _, wanted := range []trial.Make{l.Make, trial.MakeBatch, ""} {
		for _, c := range g.Lines {
			if c.Key == g.Control && c.Trials > 0 && (c.Make == wanted || wanted == "") {
				return c, true
			}
		}
	}
	return Line{}, false
}
