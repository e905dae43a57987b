package plot

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Point is a point of a series.
type Point struct{ X, Y float64 }

// Series is a row of points that belong together. A line joins them, with a mark at each.
type Series struct {
	Name  string
	Style Style
	// Dotted puts a dot at each point instead, for hundreds of them.
	Dotted bool
	Points []Point
}

// Chart is points on two axes.
type Chart struct {
	Title, Alt string
	Size       Size
	X, Y       Axis
	Series     []Series
}

// free is the share of an axis beyond the outermost points.
const free = .04

// Panel returns the chart as a panel. It leaves out points that have no place on the axes.
func (c Chart) Panel() Panel {
	p := newPlot(c.Title, c.Size == Small)
	var xs, ys []float64
	series := make([]Series, len(c.Series))
	for i, s := range c.Series {
		series[i] = s
		series[i].Points = slices.DeleteFunc(slices.Clone(s.Points), func(pt Point) bool { return !usable(pt.X) || !usable(pt.Y) })
		for _, pt := range series[i].Points {
			xs, ys = append(xs, pt.X), append(ys, pt.Y)
		}
	}
	c.X.apply(&p.X, xs, free)
	c.Y.apply(&p.Y, ys, free)
	g := plotter.NewGrid()
	g.Horizontal = draw.LineStyle{Color: grid.light, Width: .5}
	g.Vertical = g.Horizontal
	p.Add(g)
	for _, s := range series {
		p.Add(s)
	}
	// Adding a plotter stretches the axes to its data; these are the range.
	c.X.apply(&p.X, xs, free)
	c.Y.apply(&p.Y, ys, free)
	return Panel{Title: c.Title, Alt: c.Alt, size: c.Size, plot: p}
}

// Plot implements gonum's plot.Plotter.
func (s Series) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var at []vg.Point
	for _, pt := range s.Points {
		at = append(at, vg.Point{X: x(pt.X), Y: y(pt.Y)})
	}
	if s.Dotted {
		dots(c, s.Style, at)
		return
	}
	if len(at) > 1 {
		c.StrokeLines(s.Style.line(), at)
	}
	for _, pt := range at {
		c.DrawGlyph(s.Style.glyph(), pt)
	}
}

// dots draws all points as one path of short strokes: with a glyph for each, the page would
// be ten times as large.
func dots(c draw.Canvas, s Style, at []vg.Point) {
	const size = vg.Length(1.5)
	var path vg.Path
	for _, pt := range at {
		path.Move(vg.Point{X: pt.X - size/2, Y: pt.Y})
		path.Line(vg.Point{X: pt.X + size/2, Y: pt.Y})
	}
	if len(path) == 0 {
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: s.color(), Width: size})
	c.Stroke(path)
}

// Thumbnail implements gonum's plot.Thumbnailer, for legends.
func (s Series) Thumbnail(c *draw.Canvas) {
	middle := c.Center()
	if !s.Dotted {
		c.StrokeLine2(s.Style.line(), c.Min.X, middle.Y, c.Max.X, middle.Y)
	}
	c.DrawGlyph(s.Style.glyph(), middle)
}
