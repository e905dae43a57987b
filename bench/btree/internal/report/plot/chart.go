package plot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Point is a point of a series. Low and High bound its Y where Interval is set.
type Point struct {
	X, Y      float64
	Low, High float64
	Interval  bool
}

// Mode says how a series is drawn.
type Mode int

const (
	// Lined joins the points and marks each.
	Lined Mode = iota
	// Marked only marks them.
	Marked
	// Plain only joins them.
	Plain
	// Dotted puts a dot at each point, for hundreds of them.
	Dotted
)

// Series is a row of points that belong together.
type Series struct {
	Name   string
	Style  Style
	Mode   Mode
	Points []Point
}

// Rule is a horizontal line across the chart, in the style Reference.
type Rule struct{ Y float64 }

// Chart is points on two axes.
type Chart struct {
	Title, Alt string
	Size       Size
	X, Y       Axis
	Series     []Series
	Rules      []Rule
}

// free is the share of an axis beyond the outermost points.
const free = .04

// Panel returns the chart as a panel. It leaves out points that have no place on the axes,
// such as 0 on a logarithmic one.
func (c Chart) Panel() Panel {
	p := newPlot(c.Title, c.Size == Small)
	var xs, ys []float64
	for _, r := range c.Rules {
		ys = append(ys, r.Y)
	}
	series := make([]Series, len(c.Series))
	for i, s := range c.Series {
		series[i] = c.usable(s)
		for _, pt := range series[i].Points {
			xs, ys = append(xs, pt.X), append(ys, pt.Y)
			if pt.Interval {
				ys = append(ys, pt.Low, pt.High)
			}
		}
	}
	c.X.apply(&p.X, xs, free)
	c.Y.apply(&p.Y, ys, free)
	g := plotter.NewGrid()
	g.Horizontal = draw.LineStyle{Color: grid.light, Width: .5}
	g.Vertical = g.Horizontal
	p.Add(g)
	for _, r := range c.Rules {
		if c.Y.usable(r.Y) {
			p.Add(rule{r})
		}
	}
	for _, s := range series {
		p.Add(s)
	}
	// Adding a plotter stretches the axes to its data; these are the range.
	c.X.apply(&p.X, xs, free)
	c.Y.apply(&p.Y, ys, free)
	return Panel{Title: c.Title, Alt: c.Alt, size: c.Size, plot: p}
}

func (c Chart) usable(s Series) Series {
	var list []Point
	for _, pt := range s.Points {
		if !c.X.usable(pt.X) || !c.Y.usable(pt.Y) {
			continue
		}
		pt.Interval = pt.Interval && c.Y.usable(pt.Low) && c.Y.usable(pt.High)
		list = append(list, pt)
	}
	s.Points = list
	return s
}

// Plot implements gonum's plot.Plotter.
func (s Series) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line, glyph := s.Style.line(), s.Style.glyph()
	var at []vg.Point
	for _, pt := range s.Points {
		at = append(at, vg.Point{X: x(pt.X), Y: y(pt.Y)})
		if pt.Interval {
			bar := draw.LineStyle{Color: s.Style.color(), Width: .8}
			c.StrokeLine2(bar, x(pt.X), y(pt.Low), x(pt.X), y(pt.High))
		}
	}
	if s.Mode == Dotted {
		dots(c, s.Style, at)
		return
	}
	if s.Mode != Marked && len(at) > 1 {
		c.StrokeLines(line, at)
	}
	if s.Mode != Plain || len(at) == 1 {
		for _, pt := range at {
			c.DrawGlyph(glyph, pt)
		}
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
	if s.Mode != Marked && s.Mode != Dotted {
		c.StrokeLine2(s.Style.line(), c.Min.X, middle.Y, c.Max.X, middle.Y)
	}
	if s.Mode != Plain {
		c.DrawGlyph(s.Style.glyph(), middle)
	}
}

// rule draws a Rule.
type rule struct{ Rule }

func (r rule) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	at := y(r.Y)
	if math.IsNaN(float64(at)) || !c.ContainsY(at) {
		return
	}
	c.StrokeLine2(Reference().line(), c.Min.X, at, c.Max.X, at)
}
