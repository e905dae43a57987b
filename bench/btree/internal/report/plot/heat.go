package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table whose cells show their values as colours and as text.
type Heat struct {
	Title, Alt     string
	XLabel, YLabel string
	// Columns and Rows are the names along the axes, from the left and from below.
	Columns, Rows []string
	// Values are the cells by row and column; NaN is a blank.
	Values [][]float64
	// Low and High are the values of the first and the last colour.
	Low, High float64
	// Print writes a value into its cell.
	Print func(float64) string
}

// ramp goes from dark to light and does not contrast red with green, so that its order is
// visible to everybody and in print. It is the same in light and dark.
var ramp = []color.RGBA{
	rgb(0x00224E), rgb(0x1F3B6E), rgb(0x46506C), rgb(0x65656F), rgb(0x837B78),
	rgb(0xA39476), rgb(0xC4AE6B), rgb(0xE6CA58), rgb(0xFDE737),
}

type heatPalette struct{}

func (heatPalette) Colors() []color.Color {
	list := make([]color.Color, 0, 4*len(ramp))
	for i := range 4*(len(ramp)-1) + 1 {
		list = append(list, step(i))
	}
	return list
}

func between(a, b color.RGBA, part float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + part*(float64(b)-float64(a)))) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

var _ palette.Palette = heatPalette{}

// Panel returns the table as a panel.
func (h Heat) Panel() Panel {
	p := newPlot(h.Title, false)
	if !(Axis{}).usable(h.Low) || !(Axis{}).usable(h.High) {
		h.Low, h.High = 0, 1
	}
	p.X.Label.Text, p.Y.Label.Text = fit(h.XLabel, longName), fit(h.YLabel, longName)
	if len(h.Columns) > 0 && len(h.Rows) > 0 {
		// HeatMap draws cells around whole numbers, and needs two of them to know the size
		// of a cell. A second row or column outside the axes does no harm.
		m := plotter.NewHeatMap(cells{h}, heatPalette{})
		m.Min, m.Max = h.Low, h.high()
		m.Underflow, m.Overflow = h.color(math.Inf(-1)), h.color(math.Inf(1))
		p.Add(m, labels{h})
	}
	name(&p.X, h.Columns)
	name(&p.Y, h.Rows)
	return Panel{
		Title: h.Title, Alt: h.Alt, plot: p,
		size: Size{math.Max(Small.Width, math.Min(Wide.Width, 50+42*float64(len(h.Columns)))), 55 + 24*math.Max(1, float64(len(h.Rows)))},
	}
}

func name(a *plot.Axis, names []string) {
	var ticks []plot.Tick
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: fit(n, longName/2)})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
	a.Min, a.Max = -.5, math.Max(.5, float64(len(names))-.5)
	a.LineStyle.Width, a.Tick.LineStyle.Width, a.Tick.Length = 0, 0, 2
}

// cells is the heat table as gonum's grid.
type cells struct{ Heat }

func (c cells) Dims() (int, int)   { return max(2, len(c.Columns)), max(2, len(c.Rows)) }
func (c cells) X(i int) float64    { return float64(i) }
func (c cells) Y(i int) float64    { return float64(i) }
func (c cells) Z(x, y int) float64 { return c.at(x, y) }

// at returns a cell, NaN where there is none.
func (h Heat) at(x, y int) float64 {
	if y >= len(h.Values) || x >= len(h.Values[y]) || y >= len(h.Rows) || x >= len(h.Columns) || math.IsInf(h.Values[y][x], 0) {
		return math.NaN()
	}
	return h.Values[y][x]
}

// high is the value of the last colour, above that of the first in any case.
func (h Heat) high() float64 { return math.Max(h.High, h.Low+1e-9) }

// color is the colour of a value.
func (h Heat) color(v float64) color.RGBA {
	n := 4 * (len(ramp) - 1)
	i := int(math.Max(0, math.Min(float64(n), math.Round((v-h.Low)/(h.high()-h.Low)*float64(n)))))
	return step(i)
}

// step is the i-th of the palette's colours: the ramp in quarter steps.
func step(i int) color.RGBA {
	return between(ramp[i/4], ramp[min(i/4+1, len(ramp)-1)], float64(i%4)/4)
}

// onTop returns white or black, whichever has more contrast with a colour. They differ
// slightly from the colours of the roles, which a page replaces.
func onTop(c color.RGBA) color.RGBA {
	white, black := rgb(0xFFFFFE), rgb(0x000001)
	if contrast(white, c) > contrast(black, c) {
		return white
	}
	return black
}

// contrast is the ratio of two colours' luminances as WCAG 2 defines it, 1 to 21.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a)+.05, luminance(b)+.05
	return math.Max(x, y) / math.Min(x, y)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}

// labels prints the values into the cells, dark on light and light on dark.
type labels struct{ Heat }

func (l labels) Plot(c draw.Canvas, p *plot.Plot) {
	for y := range l.Rows {
		for x := range l.Columns {
			v := l.at(x, y)
			style := text.Style{Font: face(textSize), XAlign: draw.XCenter, YAlign: draw.YCenter, Handler: p.TextHandler}
			label := "–"
			style.Color = faint.light
			if !math.IsNaN(v) {
				style.Color, label = onTop(l.color(v)), l.Print(v)
			}
			tx, ty := p.Transforms(&c)
			c.FillText(style, vg.Point{X: tx(float64(x)), Y: ty(float64(y))}, fit(label, longName/3))
		}
	}
}
