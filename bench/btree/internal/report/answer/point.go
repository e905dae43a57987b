package answer

import (
	"cmp"
	"iter"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Point is what was measured under the same conditions: a group for each form of key. Its
// coordinates have no key.
type Point struct {
	trial.Coordinates
	Groups []Group
	// Title names the database and the conditions.
	Title string
	// Simulated reports whether the engine is a simulator, and BesideServer whether a server was
	// measured under the same conditions, too.
	Simulated, BesideServer bool
}

// points returns the points of the groups that have trials: simulated ones after the others, by
// engine.
func (a *Answer) points() []Point {
	var list []Point
	for _, g := range a.Groups {
		if !slices.ContainsFunc(g.Lines, func(l Line) bool { return l.Trials > 0 }) {
			continue
		}
		if n := len(list); n == 0 || list[n-1].Coordinates != g.Coordinates {
			list = append(list, Point{Coordinates: g.Coordinates, Title: a.title(g.Coordinates), Simulated: a.Engine(g.Engine).Simulated})
		}
		last := &list[len(list)-1]
		last.Groups = append(last.Groups, g)
	}
	index := func(p Point) int {
		return slices.IndexFunc(a.Engines, func(e engine.Description) bool { return e.Name == p.Engine })
	}
	slices.SortStableFunc(list, func(p, q Point) int {
		return cmp.Or(falseFirst(p.Simulated, q.Simulated), index(p)-index(q))
	})
	for i, p := range list {
		list[i].BesideServer = p.Simulated && slices.ContainsFunc(list, func(server Point) bool {
			at := server.Coordinates
			at.Engine, at.Layout, at.Checkpoints = p.Engine, databases[a.Engine(server.Engine).Kind()].simulated, p.Checkpoints
			return at == p.Coordinates
		})
	}
	return list
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

// In reports whether a point is in a list.
func (p Point) In(list []Point) bool {
	return slices.ContainsFunc(list, func(have Point) bool { return have.Coordinates == p.Coordinates })
}

// keys yields the lines that have trials, without the controls.
func (p Point) keys() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for _, g := range p.Groups {
			for _, l := range g.Lines {
				if l.Key != g.Control && l.Trials > 0 && !yield(l) {
					return
				}
			}
		}
	}
}

// Paced reports whether the order of a key may depend on the pace of a simulator's clock, which
// decides how many keys share a tick of their clock. A kind of key without a clock has the same order
// at any speed.
func (p Point) Paced(l Line) bool {
	return p.Simulated && !slices.ContainsFunc(key.All(), func(k key.Kind) bool { return k.Name == l.Key && !k.Clocked })
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

// Unread returns why no trial has a reading of its pages, "" if one has.
func (p Point) Unread() string {
	why := ""
	for _, g := range p.Groups {
		for _, l := range g.Lines {
			if l.Trials == 0 {
				continue
			}
			if why = l.Metrics[metric.LeafFill].Missing; why == "" {
				return ""
			}
		}
	}
	return why
}

// scenarios returns the points of each scenario, in the order of the list.
func scenarios(list []Point) [][]Point {
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

// mainPoints returns one point of each engine and layout, the plainest. It leaves out simulated
// points beside a server's.
func mainPoints(list []Point) []Point {
	var plainest []Point
	for _, p := range list {
		i := slices.IndexFunc(plainest, func(m Point) bool { return m.Engine == p.Engine && m.Layout == p.Layout })
		switch {
		case i < 0:
			plainest = append(plainest, p)
		case plainer(p, plainest[i]) < 0:
			plainest[i] = p
		}
	}
	return slices.DeleteFunc(plainest, func(p Point) bool { return p.BesideServer })
}

// ofDatabases returns the points whose layout is the first of their engine, and all simulated
// ones: the layouts of a simulator are different databases.
func ofDatabases(list []Point) []Point {
	first := make(map[string]string)
	for _, p := range list {
		if _, ok := first[p.Engine]; !ok {
			first[p.Engine] = p.Layout
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(p Point) bool { return first[p.Engine] != p.Layout && !p.Simulated })
}

// plainer compares points, the plainer first: with keys besides the controls, plain inserts,
// the default buffer pool, several checkpoints, few writers, enough trials for a comparison, many
// rows.
func plainer(a, b Point) int {
	return cmp.Or(
		falseFirst(a.onlyControls(), b.onlyControls()),
		falseFirst(a.Scenario != trial.Insert, b.Scenario != trial.Insert),
		falseFirst(a.BufferPool != "", b.BufferPool != ""),
		falseFirst(a.Checkpoints == engine.NoCheckpoints, b.Checkpoints == engine.NoCheckpoints),
		cmp.Compare(a.Writers, b.Writers), falseFirst(a.tooFew(), b.tooFew()), cmp.Compare(b.Rows, a.Rows),
	)
}

// onlyControls reports whether only controls were inserted, which a plan adds to show what
// is possible with one writer.
func (p Point) onlyControls() bool {
	for range p.keys() {
		return false
	}
	return true
}

// tooFew reports whether no two keys have enough trials for an interval.
func (p Point) tooFew() bool {
	return !slices.ContainsFunc(p.Groups, func(g Group) bool {
		enough := 0
		for _, l := range g.Lines {
			if l.Trials >= trial.LeastTrials {
				enough++
			}
		}
		return enough > 1
	})
}

// busiest returns the point with the most keys in flight of several writers, under the same
// conditions as a main point otherwise, if there is one. The number of rows may differ.
func busiest(list []Point, plainest Point) (Point, bool) {
	most := plainest
	for _, p := range list {
		at := p.Coordinates
		at.Writers, at.Batch, at.Rows = plainest.Writers, plainest.Batch, plainest.Rows
		flight := cmp.Compare(p.Writers*p.Batch, most.Writers*most.Batch)
		if at == plainest.Coordinates && p.Writers > 1 && (flight > 0 || flight == 0 && p.Rows > most.Rows) {
			most = p
		}
	}
	return most, most.Coordinates != plainest.Coordinates
}

// featured returns each main point of a list, and after it the busiest.
func featured(list []Point) []Point {
	var out []Point
	for _, m := range mainPoints(list) {
		out = append(out, m)
		if p, ok := busiest(list, m); ok {
			out = append(out, p)
		}
	}
	return out
}
