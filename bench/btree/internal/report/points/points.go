// Package points arranges the groups of a result for a reader: by the conditions under
// which they were measured, and which of them a report is about.
package points

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Point is what was measured under the same conditions: a group for each form of key. Its
// coordinates have no key.
type Point struct {
	trial.Coordinates
	Groups []summary.Group
}

// Of returns the points of the groups that have trials: simulated ones after the others, by
// engine.
func Of(r trial.Result, groups []summary.Group) []Point {
	var list []Point
	for _, g := range groups {
		if !slices.ContainsFunc(g.Lines, func(l summary.Line) bool { return l.Trials > 0 }) {
			continue
		}
		if n := len(list); n == 0 || list[n-1].Coordinates != g.Coordinates {
			list = append(list, Point{Coordinates: g.Coordinates})
		}
		last := &list[len(list)-1]
		last.Groups = append(last.Groups, g)
	}
	slices.SortStableFunc(list, func(a, b Point) int {
		return cmp.Or(
			falseFirst(simulated(r, a), simulated(r, b)), engineIndex(r, a)-engineIndex(r, b),
		)
	})
	return list
}

func simulated(r trial.Result, p Point) bool { return r.Engine(p.Engine).Simulated }

func engineIndex(r trial.Result, p Point) int {
	return slices.IndexFunc(r.Engines, func(e engine.Description) bool { return e.Name == p.Engine })
}

// falseFirst compares booleans: false comes before true.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Line returns the line of a label.
func (p Point) Line(label string) (summary.Line, bool) {
	for _, g := range p.Groups {
		for _, l := range g.Lines {
			if l.Label == label && l.Trials > 0 {
				return l, true
			}
		}
	}
	return summary.Line{}, false
}

// Widest returns the point with one group, that of the form of key with the most lines.
func (p Point) Widest() Point {
	most := 0
	for i, g := range p.Groups {
		if len(g.Lines) > len(p.Groups[most].Lines) {
			most = i
		}
	}
	p.Groups = p.Groups[most:min(most+1, len(p.Groups))]
	return p
}

// Scenarios returns the points of each scenario, in the order of the list.
func Scenarios(list []Point) [][]Point {
	var out [][]Point
	for _, p := range list {
		i := slices.IndexFunc(out, func(have []Point) bool { return have[0].Scenario == p.Scenario })
		if i < 0 {
			i = len(out)
			out = append(out, nil)
		}
		out[i] = append(out[i], p)
	}
	return out
}

// Main returns one point of each engine and layout, the plainest. It leaves out simulated
// points beside a server's.
func Main(r trial.Result, list []Point) []Point {
	var main []Point
	for _, p := range list {
		i := slices.IndexFunc(main, func(m Point) bool { return m.Engine == p.Engine && m.Layout == p.Layout })
		switch {
		case i < 0:
			main = append(main, p)
		case plainer(p, main[i]) < 0:
			main[i] = p
		}
	}
	return slices.DeleteFunc(main, func(p Point) bool { return BesideServer(r, list, p) })
}

// Databases returns the points whose layout is the first of their engine, and all simulated
// ones: the layouts of a simulator are different databases.
func Databases(r trial.Result, list []Point) []Point {
	first := make(map[string]string)
	for _, p := range list {
		if _, ok := first[p.Engine]; !ok {
			first[p.Engine] = p.Layout
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(p Point) bool { return first[p.Engine] != p.Layout && !simulated(r, p) })
}

// plainer compares points, the plainer first: with keys besides the controls, plain inserts,
// the default buffer pool, several checkpoints, few writers, enough trials for a comparison, many
// rows.
func plainer(a, b Point) int {
	return cmp.Or(
		falseFirst(a.OnlyControls(), b.OnlyControls()),
		falseFirst(a.Scenario != trial.Insert, b.Scenario != trial.Insert),
		falseFirst(a.BufferPool != "", b.BufferPool != ""),
		falseFirst(a.Checkpoints == engine.NoCheckpoints, b.Checkpoints == engine.NoCheckpoints),
		cmp.Compare(a.Writers, b.Writers), falseFirst(a.tooFew(), b.tooFew()), cmp.Compare(b.Rows, a.Rows),
	)
}

// OnlyControls reports whether only controls were inserted, which a plan adds to show what
// is possible with one writer.
func (p Point) OnlyControls() bool {
	return !slices.ContainsFunc(p.Groups, func(g summary.Group) bool {
		return slices.ContainsFunc(g.Lines, func(l summary.Line) bool { return l.Key != g.Control && l.Trials > 0 })
	})
}

// tooFew reports whether no two keys have enough trials for an interval.
func (p Point) tooFew() bool {
	return !slices.ContainsFunc(p.Groups, func(g summary.Group) bool {
		enough := 0
		for _, l := range g.Lines {
			if l.Trials >= trial.LeastTrials {
				enough++
			}
		}
		return enough > 1
	})
}

// Busiest returns the point with the most keys in flight of several writers, under the same
// conditions as a main point otherwise, if there is one. The number of rows may differ.
func Busiest(list []Point, main Point) (Point, bool) {
	most := main
	for _, p := range list {
		at := p.Coordinates
		at.Writers, at.Batch, at.Rows = main.Writers, main.Batch, main.Rows
		flight := cmp.Compare(p.Writers*p.Batch, most.Writers*most.Batch)
		if at == main.Coordinates && p.Writers > 1 && (flight > 0 || flight == 0 && p.Rows > most.Rows) {
			most = p
		}
	}
	return most, most.Coordinates != main.Coordinates
}

// simulations holds the simulator's layouts by the server whose tree they simulate.
var simulations = map[string]string{engine.Postgres: "nbtree", engine.MySQL: "innodb", engine.MariaDB: "innodb"}

// BesideServer reports whether a point is simulated and a server was measured under the
// same conditions.
func BesideServer(r trial.Result, list []Point, p Point) bool {
	return simulated(r, p) && slices.ContainsFunc(list, func(server Point) bool {
		name, _, _ := strings.Cut(server.Engine, "-") // a merged result may have postgres-2
		at := server.Coordinates
		at.Engine, at.Layout, at.Checkpoints = p.Engine, simulations[name], p.Checkpoints
		return at == p.Coordinates
	})
}

// Featured returns each main point of a list, and after it the busiest.
func Featured(r trial.Result, list []Point) []Point {
	var out []Point
	for _, m := range Main(r, list) {
		out = append(out, m)
		if busiest, ok := Busiest(list, m); ok {
			out = append(out, busiest)
		}
	}
	return out
}
