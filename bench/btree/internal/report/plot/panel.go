package plot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Size is how large a panel is, in points of 1/72 inch.
type Size struct{ Width, Height float64 }

// Sizes of panels: a Wide one fills the width of a phone, and so do two Small ones side by
// side.
var (
	Wide  = Size{300, 215}
	Small = Size{150, 150}
)

// Panel is one chart, ready to be drawn.
type Panel struct {
	// Title is the words above it.
	Title string
	// Alt describes it in a sentence, for readers who do not see it.
	Alt  string
	size Size
	plot *plot.Plot
}

const (
	textSize  = 8
	smallText = 7
	titleSize = 9
)

// Limits of texts in characters.
const (
	longTitle = 52
	longLabel = 56
	longName  = 24
)

// newPlot returns an empty plot in the style of the report.
func newPlot(title string, small bool) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	size := font.Length(textSize)
	if small {
		size = smallText
	}
	p.Title.Text = fit(title, longTitle)
	if small {
		p.Title.Text = fit(title, longName)
	}
	p.Title.Padding = 3
	p.Title.TextStyle.Font = face(titleSize)
	p.Title.TextStyle.Font.Weight = xfont.WeightBold
	p.Title.TextStyle.Color = ink.light
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = face(size), faint.light
		a.Tick.Label.Font, a.Tick.Label.Color = face(size), faint.light
		a.LineStyle.Color, a.Tick.LineStyle.Color = faint.light, faint.light
		a.Tick.Length = 3
		a.Padding = 2
		a.Label.Padding = 2
	}
	return p
}

func face(size font.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// drawOn draws the panel on a whole canvas. It turns a panic of gonum into an error.
func (p Panel) drawOn(c draw.Canvas) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("plot: cannot draw panel %q: %v: check that its values are within the axes", p.Title, r)
		}
	}()
	p.plot.Draw(draw.Crop(c, 2, -4, 2, -2))
	return nil
}

// mostScale is how many pixels of a wide page a point of a panel takes at most.
const mostScale = 2.2

// WriteInline writes the panel as an svg element for an HTML page, whose colours are
// the custom properties of Light and Dark. The element has the class "plot".
func (p Panel) WriteInline(w io.Writer) error {
	c := vgsvg.New(vg.Length(p.size.Width), vg.Length(p.size.Height))
	if err := p.drawOn(draw.New(c)); err != nil {
		return err
	}
	body, err := element(c)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `<svg class="plot" role="img" viewBox="0 0 %g %g" style="max-width:%gpx" aria-label="%s"><title>%s</title>%s`,
		p.size.Width, p.size.Height, p.size.Width*mostScale, html.EscapeString(clean(p.Alt)), html.EscapeString(clean(p.Title)), body)
	return err
}

// element returns what was drawn as the inside and the end of an svg element.
func element(c *vgsvg.Canvas) (string, error) {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return "", err
	}
	_, document, _ := strings.Cut(b.String(), "<svg")
	_, body, ok := strings.Cut(document, ">")
	if !ok {
		return "", errors.New("plot: gonum's SVG has no svg element: adapt this package to its new form")
	}
	return joined(themed(withWidths(body))), nil
}

// line matches a line, and not an area, with its path and its style.
var line = regexp.MustCompile(`^<path d="([^"]*)" style="(fill:none;[^"]*)" />$`)

// joined draws lines of the same style that follow one another as one path.
func joined(svg string) string {
	var out []string
	path, style := "", ""
	end := func() {
		if path != "" {
			out = append(out, `<path d="`+path+`" style="`+style+`" />`)
		}
		path = ""
	}
	for s := range strings.SplitSeq(svg, "\n") {
		m := line.FindStringSubmatch(s)
		switch {
		case m == nil:
			end()
			out = append(out, s)
			continue
		case m[2] != style:
			end()
		}
		path, style = path+m[1], m[2]
	}
	end()
	return strings.Join(out, "\n")
}

var (
	styles = regexp.MustCompile(`style="[^"]*"`)
	colors = regexp.MustCompile(`#[0-9A-F]{6}`)
	plain  = strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;", "",
		"font-weight:normal;", "", "font-style:normal;", "",
	)
)

// themed replaces the colours of the roles by custom properties, and leaves the typeface to
// the page. Text cannot look like a style, because its quotes are escaped.
func themed(svg string) string {
	variables := make(map[string]string)
	for _, r := range roles() {
		variables[hex(r.light)] = "var(" + r.variable() + ")"
	}
	return styles.ReplaceAllStringFunc(svg, func(style string) string {
		return colors.ReplaceAllStringFunc(plain.Replace(style), func(c string) string {
			if v, ok := variables[c]; ok {
				return v
			}
			return c
		})
	})
}

// Width returns the panel's width in points.
func (p Panel) Width() float64 { return p.size.Width }
