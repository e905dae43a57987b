package page

import (
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// growth shows how trees change while they grow.
func (d *data) growth() (section, string) {
	s := section{ID: "growth", Title: "What happens while the tree grows?"}
	s.Lead = []string{
		fmt.Sprintf("The fill of random keys never settles: all pages split at about the same time, so that it swings around ln 2, %.1f %%, with each doubling of the rows. Compare such keys only at the same number of rows.", 100*math.Ln2),
	}
	featured := d.pictured()
	for _, set := range partition(d.points, func(c *trial.Coordinates) { c.Rows = 0 }) {
		if !slices.ContainsFunc(set, func(p point) bool { return has(featured, p) }) {
			continue
		}
		if b := d.growthBlock(set); len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("growth", set[len(set)-1].Coordinates, "While the tree grows", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "How the fill changes while the tree grows: the trees were read at the end only. Use -curve 20 to read them while they grow, or give -rows a list. " + d.why("curve", "")
	}
	return s, ""
}

// growthBlock shows points that differ in the number of rows, by ascending rows.
func (d *data) growthBlock(set []point) block {
	longest := set[len(set)-1]
	b := block{Heading: words.Title(d.r, longest.Coordinates)}
	var all []plot.Series
	for _, g := range longest.Widest().Groups {
		c := plot.Chart{
			Title: "leaf fill, " + g.Form, Size: plot.Wide, Rules: []plot.Rule{{Y: 100 * math.Ln2}},
			X: plot.Axis{Label: "rows in the tree", Log: true}, Y: plot.Axis{Label: "leaf fill, %", Include: []float64{50, 100}},
		}
		for _, l := range g.Lines {
			if pts := d.growthPoints(set, l, metric.LeafFill); len(pts) > 1 {
				c.Series = append(c.Series, plot.Series{Name: l.Label, Style: d.style(l.Label), Points: pts})
			}
		}
		if len(c.Series) == 0 {
			continue
		}
		c.Alt = growthAlt(c, "leaf fill")
		b.panels = append(b.panels, c.Panel())
		all = append(all, c.Series...)
	}
	b.Legend = legendOf(all)
	if len(all) > 0 {
		b.Legend = append(b.Legend, legend{plot.Series{Name: fmt.Sprintf("ln 2 = %.1f %%", 100*math.Ln2), Style: plot.Reference(), Mode: plot.Plain}})
	}
	return b
}

// growthPoints returns a metric of a line by the number of rows: of the largest tree that
// was read while it grew, or the medians of trees of several sizes.
func (d *data) growthPoints(set []point, l summary.Line, name string) []plot.Point {
	for _, p := range slices.Backward(set) {
		detail := d.detail(p, l, func(d *trial.Detail) bool { return len(curvePoints(d.Curve, name)) > 1 })
		if detail != nil {
			return curvePoints(detail.Curve, name)
		}
	}
	var pts []plot.Point
	for _, p := range set {
		if l, ok := p.Line(l.Label); ok {
			if at, ok := statPoint(float64(p.Rows), l, name); ok {
				pts = append(pts, at)
			}
		}
	}
	return pts
}

func curvePoints(curve []trial.CurvePoint, name string) []plot.Point {
	var pts []plot.Point
	for _, c := range curve {
		if v := c.Readings.Get(name); v.Missing == "" {
			pts = append(pts, plot.Point{X: float64(c.Rows), Y: v.Value})
		}
	}
	return pts
}

// statPoint is a median with its interval as a point.
func statPoint(x float64, l summary.Line, name string) (plot.Point, bool) {
	s := l.Metrics[name]
	if s.Median == nil {
		return plot.Point{}, false
	}
	p := plot.Point{X: x, Y: *s.Median}
	if s.Low != nil && s.High != nil {
		p.Low, p.High, p.Interval = *s.Low, *s.High, true
	}
	return p, true
}

func growthAlt(c plot.Chart, what string) string {
	var lines []string
	for _, s := range c.Series {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range s.Points {
			low, high = math.Min(low, p.Y), math.Max(high, p.Y)
		}
		last := s.Points[len(s.Points)-1]
		lines = append(lines, fmt.Sprintf("%s from %s to %s, at %s rows %s", s.Name, plot.Short(low), plot.Short(high), plot.Short(last.X), plot.Short(last.Y)))
	}
	return "Lines of " + what + " against rows: " + english.And(lines) + "."
}
