package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
)

// data is an answer, arranged for the page.
type data struct {
	*answer.Answer
	// styles holds how a line looks in every picture, by its label.
	styles map[string]plot.Style
}

type point = answer.Point

func newData(a *answer.Answer) *data {
	d := &data{Answer: a, styles: make(map[string]plot.Style)}
	others := 0
	for _, l := range d.lines(d.Points...) {
		if d.Key(l.Key).Control != l.Label {
			d.styles[l.Label] = plot.StyleOf(others)
			others++
		}
	}
	return d
}

// lines returns the lines of points that have trials, each label once, in the order of the
// keys.
func (d *data) lines(points ...point) []answer.Line {
	var list []answer.Line
	for _, k := range d.Keys {
		for _, p := range points {
			for _, g := range p.Groups {
				for _, l := range g.Lines {
					if l.Key == k.Name && l.Trials > 0 && !slices.ContainsFunc(list, func(have answer.Line) bool { return have.Label == l.Label }) {
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
		f := d.Key(l.Key).Form
		if count[f]++; count[f] > count[form] {
			form = f
		}
	}
	return form
}

// median returns the median of a metric.
func median(l answer.Line, metric string) (float64, bool) {
	if m := l.Metrics[metric].Median; m != nil {
		return *m, true
	}
	return 0, false
}
