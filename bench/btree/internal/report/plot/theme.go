// Package plot draws the pictures of the benchmark's report with gonum.org/v1/plot.
//
// A Panel is one chart, small enough to be read on a phone. A page takes panels
// one by one, as SVG whose colours follow the reader's choice of light or dark; a
// Figure puts several with a title and a legend into one SVG file. A mark, the dashes
// of a line or a printed number always repeat what a colour says.
package plot

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// role is a colour by its purpose. Files use the light value; a page has both.
type role struct {
	name        string
	light, dark color.RGBA
}

// Each role has a different light value, so that a drawn colour identifies its role.
var (
	paper = role{"paper", rgb(0xFFFFFF), rgb(0x16181D)}
	ink   = role{"ink", rgb(0x1D2129), rgb(0xE8EAEE)}
	faint = role{"faint", rgb(0x5B6472), rgb(0xA3ABB8)}
	grid  = role{"grid", rgb(0xDFE3E8), rgb(0x343A44)}
)

// hues holds the colours of Okabe and Ito, which people with colour-blindness tell
// apart, made darker on white and lighter on black until each stands out from it
// three to one; with two more, so that the keys of an ordinary run have one each.
var hues = []role{
	{"blue", rgb(0x0072B2), rgb(0x56B4E9)},
	{"vermilion", rgb(0xD55E00), rgb(0xFF8A4C)},
	{"green", rgb(0x00875F), rgb(0x35C99A)},
	{"purple", rgb(0xB0558A), rgb(0xE59CC6)},
	{"amber", rgb(0xA87400), rgb(0xF0BE4A)},
	{"slate", rgb(0x4F5BD5), rgb(0xA7AFFF)},
	{"brown", rgb(0x7A4322), rgb(0xC99A72)},
	{"olive", rgb(0x6A7A00), rgb(0xB4C43C)},
}

func roles() []role { return append([]role{paper, ink, faint, grid}, hues...) }

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// variable is the CSS custom property that a role's colour is in.
func (r role) variable() string { return "--plot-" + r.name }

// Light and Dark return the declarations of the CSS custom properties that panels
// on a page are coloured with, for the body of a rule.
func Light() string { return declarations(func(r role) color.RGBA { return r.light }) }

// Dark returns those for a dark page.
func Dark() string { return declarations(func(r role) color.RGBA { return r.dark }) }

func declarations(pick func(role) color.RGBA) string {
	var b strings.Builder
	for _, r := range roles() {
		fmt.Fprintf(&b, "%s:%s;", r.variable(), hex(pick(r)))
	}
	return b.String()
}

// Style is how a series looks: its colour, the mark at its points and the dashes
// of its line. The zero value is that of the control, to which others are compared.
type Style struct{ n int }

// StyleOf returns the style of the i-th series (from 0) beside the control. The
// first thirty differ from one another in more than the colour alone wherever
// they share it.
func StyleOf(i int) Style { return Style{i + 1} }

func (s Style) role() role {
	if s.n == 0 {
		return ink
	}
	return hues[(s.n-1)%len(hues)]
}

func (s Style) color() color.Color { return s.role().light }

// shapes holds marks that a line of their colour does not hide.
var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, ring{}, diamond{},
}

// ring is a circle that is open, and drawn over the line.
type ring struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (ring) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetColor(paper.light)
	c.Fill(around(at, s.Radius))
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.1})
	c.Stroke(around(at, s.Radius))
}

func around(at vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// diamond is a filled square on its corner.
type diamond struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius * 1.35
	c.FillPolygon(s.Color, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}})
}

var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 2}, {6, 2, 1.5, 2}}

func (s Style) glyph() draw.GlyphStyle {
	if s.n == 0 {
		return draw.GlyphStyle{Color: s.color(), Shape: draw.SquareGlyph{}, Radius: 2.4}
	}
	return draw.GlyphStyle{Color: s.color(), Shape: shapes[(s.n-1)%len(shapes)], Radius: 2.4}
}

func (s Style) line() draw.LineStyle {
	if s.n == 0 {
		return draw.LineStyle{Color: s.color(), Width: 1.4, Dashes: []vg.Length{8, 3}}
	}
	return draw.LineStyle{Color: s.color(), Width: 1.4, Dashes: dashes[(s.n-1)%len(dashes)]}
}
