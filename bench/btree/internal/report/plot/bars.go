package plot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one bar with its name before it and a label behind it.
type Bar struct {
	Name  string
	Value float64
	Label string
	Style Style
	// Empty draws the outline of the bar alone.
	Empty bool
	// Low and High are the ends of the value's interval, both 0 if it has none.
	Low, High float64
}

// Bars are horizontal bars from 0, the first on top.
type Bars struct {
	Title, Alt string
	X          Axis
	Bars       []Bar
}

// Panel returns the bars as a panel. It leaves out bars whose value is not finite or is
// negative.
func (b Bars) Panel() Panel {
	const thick = 11
	p := newPlot(b.Title, false)
	values, list := []float64{0}, []Bar{}
	for _, v := range b.Bars {
		if usable(v.Value) && v.Value >= 0 {
			list = append(list, v)
			values = append(values, max(v.Value, v.High))
		}
	}
	b.X.apply(&p.X, values, 0)
	p.X.Max *= 1.28 // for the label behind the longest bar
	p.Y.Min, p.Y.Max = -.5, math.Max(.5, float64(len(list))-.5)
	p.Y.LineStyle.Width, p.Y.Tick.LineStyle.Width, p.Y.Tick.Length = 0, 0, 0
	var names []plot.Tick
	for i, v := range list {
		at := float64(len(list) - 1 - i)
		names = append(names, plot.Tick{Value: at, Label: fit(v.Name, longName)})
		p.Add(bar{v, at, thick * .7})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(names)
	p.Y.Tick.Label.Color = ink.light
	return Panel{Title: b.Title, Alt: b.Alt, size: Size{Wide.Width, 48 + thick*1.4*math.Max(1, float64(len(list)))}, plot: p}
}

// bar draws one Bar at a place of the Y axis.
type bar struct {
	Bar
	at    float64
	thick vg.Length
}

func (b bar) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	low, high := y(b.at)-b.thick/2, y(b.at)+b.thick/2
	outline := []vg.Point{{X: x(0), Y: low}, {X: x(b.Value), Y: low}, {X: x(b.Value), Y: high}, {X: x(0), Y: high}}
	if b.Empty {
		c.StrokeLines(draw.LineStyle{Color: b.Style.color(), Width: 1, Dashes: []vg.Length{2, 2}}, append(outline, outline[0]))
	} else {
		c.FillPolygon(b.Style.color(), outline)
	}
	end := b.Value
	if b.High > b.Low {
		end = max(end, b.High)
		line := draw.LineStyle{Color: ink.light, Width: 1}
		c.StrokeLines(line, []vg.Point{{X: x(b.Low), Y: y(b.at)}, {X: x(b.High), Y: y(b.at)}})
		for _, v := range []float64{b.Low, b.High} {
			c.StrokeLines(line, []vg.Point{{X: x(v), Y: low}, {X: x(v), Y: high}})
		}
	}
	style := text.Style{Color: ink.light, Font: face(textSize), XAlign: draw.XLeft, YAlign: draw.YCenter, Handler: p.TextHandler}
	c.FillText(style, vg.Point{X: x(end) + 3, Y: y(b.at)}, fit(b.Label, longName))
}
