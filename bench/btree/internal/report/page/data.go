package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// data is a result, arranged for the page.
type data struct {
	r trial.Result
	// groups holds all groups, of a stopped plan also those without trials.
	groups   []summary.Group
	points   []point
	verdicts []verdict.Verdict
	trials   map[trial.Coordinates][]trial.Trial // without the repeat
	styles   map[string]plot.Style               // by label
}

// point is what was measured under the same conditions.
type point = points.Point

func newData(r trial.Result) *data {
	d := &data{r: r, groups: summary.Of(r), trials: make(map[trial.Coordinates][]trial.Trial), styles: make(map[string]plot.Style)}
	for _, t := range r.Trials {
		at := t.WithoutRepeat()
		d.trials[at] = append(d.trials[at], t)
	}
	d.points, d.verdicts = points.Of(r, d.groups), verdict.Of(r, d.groups)
	others := 0
	for _, l := range d.lines(d.points...) {
		if d.r.Key(l.Key).Control != l.Label {
			d.styles[l.Label] = plot.StyleOf(others)
			others++
		}
	}
	return d
}

// simulated reports whether the engine of a point is a simulator.
func (d *data) simulated(p point) bool { return d.r.Engine(p.Engine).Simulated }

// style returns how a line looks in every picture of the page.
func (d *data) style(label string) plot.Style { return d.styles[label] }

// lines returns the lines of points that have trials, each label once, in the order of the
// keys.
func (d *data) lines(points ...point) []summary.Line {
	var list []summary.Line
	for _, k := range d.r.Keys {
		for _, p := range points {
			for _, g := range p.Groups {
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

// widest returns the form of the most keys of points.
func (d *data) widest(points ...point) string {
	count := make(map[string]int)
	form := ""
	for _, l := range d.lines(points...) {
		f := d.r.Key(l.Key).Form
		if count[f]++; count[f] > count[form] {
			form = f
		}
	}
	return form
}

// median returns the median of a metric under a label.
func median(p point, label, metric string) (float64, bool) {
	l, ok := p.Line(label)
	if !ok {
		return 0, false
	}
	return medianOf(l, metric)
}

func medianOf(l summary.Line, metric string) (float64, bool) {
	if m := l.Metrics[metric].Median; m != nil {
		return *m, true
	}
	return 0, false
}

// detail returns the detail of the first trial of a line at a point whose detail is
// wanted, or nil.
func (d *data) detail(p point, l summary.Line, wanted func(*trial.Detail) bool) *trial.Detail {
	at := p.Coordinates
	at.Key, at.Generators, at.Make = l.Key, l.Generators, l.Make
	for _, t := range d.trials[at] {
		if t.Detail != nil && wanted(t.Detail) {
			return t.Detail
		}
	}
	return nil
}
