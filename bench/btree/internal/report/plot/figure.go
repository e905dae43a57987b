package plot

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is panels of one size with a title and a legend, for a file.
type Figure struct {
	Title  string
	Panels []Panel
	// Columns is the number of panels side by side, at least 1.
	Columns int
	// Legend names series; it is drawn below the panels.
	Legend []Series
	// Caption is a line below all.
	Caption string
}

// Distances of a figure in points.
const (
	margin    = 10
	gap       = 8
	titleLine = 18
	entryLine = 13
	entryWide = 150
	entryText = swatchWide + 5 // where the name begins
	longLine  = 160            // characters
)

// WriteSVG writes the figure as an SVG document on white.
func (f Figure) WriteSVG(w io.Writer) error {
	width, height := f.size()
	c := vgsvg.New(width, height)
	if err := f.draw(draw.New(c)); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	// Arial and Helvetica are as wide as Liberation Sans, which not every system has.
	_, err := io.WriteString(w, strings.ReplaceAll(withWidths(b.String()), "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return err
}

// grid returns the numbers of columns and rows, and the size of the largest panel.
func (f Figure) grid() (columns, rows int, tile Size) {
	columns = max(1, min(f.Columns, len(f.Panels)))
	rows = (len(f.Panels) + columns - 1) / columns
	for _, p := range f.Panels {
		tile.Width, tile.Height = max(tile.Width, p.size.Width), max(tile.Height, p.size.Height)
	}
	return columns, rows, tile
}

// entries returns how many legend entries are side by side, and in how many lines.
func (f Figure) entries(width vg.Length) (columns, lines int) {
	columns = max(1, int((width-2*margin)/entryWide))
	return columns, (len(f.Legend) + columns - 1) / columns
}

func (f Figure) size() (width, height vg.Length) {
	columns, rows, tile := f.grid()
	width = max(2*margin+vg.Length(columns)*(vg.Length(tile.Width)+gap)-gap, f.widest()+2*margin)
	_, lines := f.entries(width)
	height = 2*margin + titleLine + vg.Length(rows)*(vg.Length(tile.Height)+gap) + vg.Length(lines)*entryLine
	if f.Caption != "" {
		height += entryLine
	}
	return width, height
}

// widest returns the width of the longer of title and caption.
func (f Figure) widest() vg.Length {
	return max(titleStyle().Width(fit(f.Title, longLine)), captionStyle().Width(fit(f.Caption, longLine)))
}

func titleStyle() text.Style {
	s := text.Style{Color: ink.light, Font: face(12), XAlign: draw.XLeft, YAlign: draw.YTop, Handler: plot.DefaultTextHandler}
	s.Font.Weight = xfont.WeightBold
	return s
}

func captionStyle() text.Style {
	return text.Style{Color: faint.light, Font: face(textSize), XAlign: draw.XLeft, YAlign: draw.YBottom, Handler: plot.DefaultTextHandler}
}

func (f Figure) draw(c draw.Canvas) error {
	c.SetColor(paper.light)
	c.Fill(c.Rectangle.Path())
	c.FillText(titleStyle(), vg.Point{X: c.Min.X + margin, Y: c.Max.Y - margin}, fit(f.Title, longLine))
	columns, _, tile := f.grid()
	left, top := c.Min.X+margin, c.Max.Y-margin-titleLine
	for i, p := range f.Panels {
		x := left + vg.Length(i%columns)*(vg.Length(tile.Width)+gap)
		y := top - vg.Length(i/columns)*(vg.Length(tile.Height)+gap)
		at := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x, Y: y - vg.Length(p.size.Height)}, Max: vg.Point{X: x + vg.Length(p.size.Width), Y: y},
		}}
		if err := p.drawOn(at); err != nil {
			return fmt.Errorf("%w (figure %q)", err, f.Title)
		}
	}
	f.legend(c)
	c.FillText(captionStyle(), vg.Point{X: left, Y: c.Min.Y + margin/2}, fit(f.Caption, longLine))
	return nil
}

func (f Figure) legend(c draw.Canvas) {
	columns, lines := f.entries(c.Max.X - c.Min.X)
	bottom := c.Min.Y + margin
	if f.Caption != "" {
		bottom += entryLine
	}
	style := text.Style{Color: ink.light, Font: face(textSize), XAlign: draw.XLeft, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
	for i, s := range f.Legend {
		x := c.Min.X + margin + vg.Length(i%columns)*entryWide
		y := bottom + vg.Length(lines-1-i/columns)*entryLine
		thumb := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + swatchWide, Y: y + entryLine}}}
		s.Thumbnail(&thumb)
		c.FillText(style, vg.Point{X: x + entryText, Y: y + entryLine/2}, cut(style, s.Name, entryWide-entryText-gap))
	}
}

// Size of a legend's sample.
const (
	swatchWide = 22
	swatchHigh = 9
)

// WriteSwatch writes the sample of a series for the legend on a page, as an svg element of
// the class "plot" that is hidden from screen readers: the name is beside it.
func WriteSwatch(w io.Writer, s Series) error {
	c := vgsvg.New(swatchWide, swatchHigh)
	dc := draw.New(c)
	s.Thumbnail(&dc)
	body, err := element(c)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `<svg class="plot swatch" aria-hidden="true" viewBox="0 0 %d %d">%s`, swatchWide, swatchHigh, body)
	return err
}
