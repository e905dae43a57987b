package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// plainInsert is the scenario that the others are compared with.
const plainInsert = trial.Insert

// pageData is a result, sorted for the page.
type pageData struct {
	r      trial.Result
	groups []summary.Group // all, those of a stopped plan without runs too
	scenes []scene
	runs   map[trial.Coordinates][]trial.Trial
	styles map[string]plot.Style
}

// scene is what was measured at one point of the axes: the keys of every width, each
// width a group of its own.
type scene struct {
	trial.Coordinates
	groups []summary.Group
}

func newPageData(r trial.Result) *pageData {
	d := &pageData{r: r, groups: summary.Of(r), runs: make(map[trial.Coordinates][]trial.Trial), styles: make(map[string]plot.Style)}
	for _, t := range r.Trials {
		p := t.WithoutKey()
		d.runs[p] = append(d.runs[p], t)
	}
	for _, g := range d.groups {
		if !slices.ContainsFunc(g.Lines, func(l summary.Line) bool { return l.Trials > 0 }) {
			continue
		}
		if n := len(d.scenes); n == 0 || d.scenes[n-1].Coordinates != g.Coordinates {
			d.scenes = append(d.scenes, scene{Coordinates: g.Coordinates})
		}
		last := &d.scenes[len(d.scenes)-1]
		last.groups = append(last.groups, g)
	}
	slices.SortStableFunc(d.scenes, func(a, b scene) int {
		return cmp.Or(
			rank(d.engine(a.Engine).Simulated)-rank(d.engine(b.Engine).Simulated), d.engineIndex(a)-d.engineIndex(b),
			rank(d.secondary(a))-rank(d.secondary(b)),
		)
	})
	others := 0
	for _, l := range d.lines(d.scenes...) {
		if d.key(l.Key).Control != l.Label {
			d.styles[l.Label] = plot.StyleOf(others)
			others++
		}
	}
	return d
}

// rank puts what is special behind what is not.
func rank(special bool) int {
	if special {
		return 1
	}
	return 0
}

func (d *pageData) engineIndex(s scene) int {
	return slices.IndexFunc(d.r.Engines, func(e engine.Description) bool { return e.Name == s.Engine })
}

// secondary is whether a scene is of a secondary index.
func (d *pageData) secondary(s scene) bool {
	return slices.ContainsFunc(d.engine(s.Engine).Layouts, func(l engine.Layout) bool { return l.Name == s.Layout && l.Secondary })
}

// style returns how a line looks in every picture of the page: the zero Style for a
// control.
func (d *pageData) style(label string) plot.Style { return d.styles[label] }

// lines returns the lines that have runs in any of the scenes, each label once, in the
// order of the keys.
func (d *pageData) lines(scenes ...scene) []summary.Line {
	var list []summary.Line
	for _, k := range d.r.Keys {
		for _, s := range scenes {
			for _, g := range s.groups {
				for _, l := range g.Lines {
					if l.Key == k.Name && l.Trials > 0 && !slices.ContainsFunc(list, func(have summary.Line) bool { return have.Label == l.Label }) {
						list = append(list, l)
					}
				}
			}
		}
	}
	return list
}

// line returns the statistics under a label in a scene, and the group that they are in.
func (s scene) line(label string) (summary.Group, summary.Line, bool) {
	for _, g := range s.groups {
		for _, l := range g.Lines {
			if l.Label == label && l.Trials > 0 {
				return g, l, true
			}
		}
	}
	return summary.Group{}, summary.Line{}, false
}

// median returns the median of a metric under a label in a scene.
func (s scene) median(label, name string) (float64, bool) {
	_, l, ok := s.line(label)
	if !ok {
		return 0, false
	}
	return medianOf(l, name)
}

func medianOf(l summary.Line, name string) (float64, bool) {
	if m := l.Metrics[name].Median; m != nil {
		return *m, true
	}
	return 0, false
}

// detail returns the detail of the first run of a line in a scene that has what is
// wanted of it.
func (d *pageData) detail(s scene, l summary.Line, wanted func(*trial.Detail) bool) *trial.Detail {
	t, ok := d.run(s, l, func(t trial.Trial) bool { return t.Detail != nil && wanted(t.Detail) })
	if !ok {
		return nil
	}
	return t.Detail
}

// run returns the first run of a line in a scene that is wanted.
func (d *pageData) run(s scene, l summary.Line, wanted func(trial.Trial) bool) (trial.Trial, bool) {
	for _, t := range d.runs[s.Coordinates] {
		if t.Key == l.Key && t.Generators == l.Generators && t.Make == l.Make && wanted(t) {
			return t, true
		}
	}
	return trial.Trial{}, false
}

func (d *pageData) key(name string) trial.Key {
	for _, k := range d.r.Keys {
		if k.Name == name {
			return k
		}
	}
	return trial.Key{Name: name}
}

func (d *pageData) engine(name string) engine.Description {
	for _, e := range d.r.Engines {
		if e.Name == name {
			return e
		}
	}
	return engine.Description{Name: name}
}

// main returns one scene of each engine and layout: that of the plain insert with the
// usual page cache and no checkpoints, the fewest writers and, of those, enough runs to
// tell anything and the most rows; or what comes nearest to it. A simulation of what was measured is left out.
func (d *pageData) main() []scene {
	var list []scene
	for _, s := range d.scenes {
		i := slices.IndexFunc(list, func(m scene) bool { return m.Engine == s.Engine && m.Layout == s.Layout })
		switch {
		case i < 0:
			list = append(list, s)
		case plainer(s, list[i]) < 0:
			list[i] = s
		}
	}
	return slices.DeleteFunc(list, d.besideServer)
}

// plainer compares scenes by how plain they are, the plainer first.
func plainer(a, b scene) int {
	return cmp.Or(
		rank(a.Scenario != plainInsert)-rank(b.Scenario != plainInsert),
		rank(a.BufferPool != "")-rank(b.BufferPool != ""),
		rank(checkpointed(a.Checkpoints))-rank(checkpointed(b.Checkpoints)),
		cmp.Compare(a.Writers, b.Writers), rank(a.tooFew())-rank(b.tooFew()), cmp.Compare(b.Rows, a.Rows),
	)
}

// tooFew reports whether no two of its keys have enough runs to be compared.
func (sc scene) tooFew() bool {
	return !slices.ContainsFunc(sc.groups, func(g summary.Group) bool {
		enough := 0
		for _, l := range g.Lines {
			enough += rank(l.Trials >= leastRuns)
		}
		return enough > 1
	})
}

// busiest returns, for each engine and layout, the scene with the most keys in flight of
// several writers under the main one's circumstances, if there is one. It may have
// another number of rows.
func (d *pageData) busiest() []scene {
	var list []scene
	for _, m := range d.main() {
		most := m
		for _, s := range d.scenes {
			p := s.Coordinates
			p.Writers, p.Batch, p.Rows = m.Writers, m.Batch, m.Rows
			flight := cmp.Compare(s.Writers*s.Batch, most.Writers*most.Batch)
			if p == m.Coordinates && s.Writers > 1 && (flight > 0 || flight == 0 && s.Rows > most.Rows) {
				most = s
			}
		}
		if most.Coordinates != m.Coordinates {
			list = append(list, most)
		}
	}
	return list
}

// featured are the scenes that pictures show: each main one, and the busiest after it.
func (d *pageData) featured() []scene {
	var list []scene
	busiest := d.busiest()
	for _, m := range d.main() {
		list = append(list, m)
		for _, b := range busiest {
			if b.Engine == m.Engine && b.Layout == m.Layout {
				list = append(list, b)
			}
		}
	}
	return list
}

func holds(scenes []scene, s scene) bool {
	return slices.ContainsFunc(scenes, func(have scene) bool { return have.Coordinates == s.Coordinates })
}

// alike groups scenes that differ only in the axes that clear sets to zero, in their
// order.
func alike(scenes []scene, clear func(*trial.Coordinates)) [][]scene {
	var list [][]scene
	at := make(map[trial.Coordinates]int)
	for _, s := range scenes {
		p := s.Coordinates
		clear(&p)
		i, ok := at[p]
		if !ok {
			i = len(list)
			at[p] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], s)
	}
	return list
}

// where names a scene's engine and layout for a heading.
func (d *pageData) where(s scene) string {
	for _, l := range d.engine(s.Engine).Layouts {
		if l.Name == s.Layout && l.Title != "" {
			return s.Engine + ", " + s.Layout + ": " + l.Title
		}
	}
	return s.Engine + ", " + s.Layout
}

// conditions names the circumstances at a point. Axes at zero are left out.
func conditions(p trial.Coordinates) string {
	var parts []string
	if p.Rows > 0 {
		parts = append(parts, count(p.Rows, "row"))
	}
	if p.Writers > 0 {
		parts = append(parts, count(p.Writers, "writer"))
	}
	switch {
	case p.Batch == 1:
		parts = append(parts, "each row by itself")
	case p.Batch > 1:
		parts = append(parts, fmt.Sprintf("batches of %s rows", commas(p.Batch)))
	}
	parts = append(parts, "payload of "+count(p.Payload, "byte"))
	if p.Scenario != "" && p.Scenario != plainInsert {
		parts = append(parts, "scenario "+string(p.Scenario))
	}
	s := strings.Join(parts, ", ")
	if a := asked(p.BufferPool, p.Checkpoints); a != "" {
		s += "; " + a
	}
	return s
}

// asked names what an engine was asked for. Whether it was in force, the engine's
// settings and notes say: a server that runs already keeps its own.
func asked(pool, checkpoints string) string {
	var parts []string
	if pool != "" {
		parts = append(parts, "buffer pool of "+pool)
	}
	if checkpointed(checkpoints) {
		parts = append(parts, "several checkpoints")
	}
	if len(parts) == 0 {
		return ""
	}
	return joined(parts) + " asked for"
}

// checkpointed reports whether checkpoints happen during trials.
func checkpointed(checkpoints string) bool { return checkpoints == engine.SeveralCheckpoints }

// commas writes a whole number with commas.
func commas(n int) string { return metricNamed(metric.LeafPages).Print(float64(n)) }
