package plot

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
)

// hostile has markup, control characters, broken UTF-8, a style with a role's colour
// and no end.
var hostile = `<script>"&'</script>` + "\x00\x1b\u0085\xff\uFFFE" + `" style="fill:#1D2129"` + strings.Repeat("word", 100)

// inlined returns a panel as the element of a page, after looking whether it is
// well-formed and has a text for those who do not see it.
func inlined(t *testing.T, p Panel) string {
	t.Helper()
	var b strings.Builder
	if err := p.WriteInline(&b); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
	if !strings.Contains(b.String(), `role="img"`) || !strings.Contains(b.String(), ` aria-label="`) || !strings.Contains(b.String(), "<title>") {
		t.Errorf("there is no text for the picture: %.200s", b.String())
	}
	return b.String()
}

func wellFormed(t *testing.T, document string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(document))
	for {
		switch tok, err := d.Token(); {
		case err == io.EOF:
			return
		case err != nil:
			t.Fatalf("not well-formed: %v: %.300s", err, document)
		default:
			if e, ok := tok.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "image") {
				t.Errorf("there is a %s element", e.Name.Local)
			}
		}
	}
}

// charts are charts of every shape that data may have.
func charts() map[string]Chart {
	nan, inf := math.NaN(), math.Inf(1)
	points := []Point{{X: 1, Y: 10}, {X: 10, Y: 20}, {X: 1000, Y: 5}}
	return map[string]Chart{
		"plain":      {Series: []Series{{Name: "a", Points: points}}},
		"nothing":    {},
		"empty":      {Series: []Series{{Name: "a"}}},
		"one":        {Series: []Series{{Points: points[:1]}}},
		"zeros":      {Series: []Series{{Points: []Point{{X: 0, Y: 0}, {X: -1, Y: 3}}}}},
		"flat":       {Series: []Series{{Points: []Point{{X: 1, Y: 0}, {X: 2, Y: 0}}}}},
		"not finite": {Series: []Series{{Points: []Point{{X: nan, Y: 1}, {X: 1, Y: inf}, {X: -inf, Y: nan}}}}},
		"huge":       {Series: []Series{{Points: []Point{{X: 1e300, Y: -1e300}, {X: -1e300, Y: 1e300}}}}},
		"tiny":       {Series: []Series{{Points: []Point{{X: 1e-300, Y: 2e-300}, {X: 3e-300, Y: 4e-300}}}}},
		"near":       {Series: []Series{{Points: []Point{{X: 1, Y: 1}, {X: 1 + 1e-15, Y: 1 + 1e-15}}}}},
		"words":      {Title: hostile, Alt: hostile, X: Axis{Label: hostile, Ticks: []Tick{{Value: 1, Label: hostile}, {Value: nan}}}, Series: []Series{{Name: hostile, Points: points}}},
	}
}

func TestChartsOfEveryShape(t *testing.T) {
	for name, c := range charts() {
		for _, size := range []Size{Wide, Small} {
			for _, dotted := range []bool{false, true} {
				c.Size = size
				for i := range c.Series {
					c.Series[i].Dotted = dotted
				}
				if s := inlined(t, c.Panel()); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
					t.Errorf("%s, dotted %v: a place is not a number", name, dotted)
				}
			}
		}
	}
}

func TestChartDrawsWhatItIsGiven(t *testing.T) {
	c := charts()["plain"]
	c.Title, c.Size, c.Series[0].Style = "the title", Wide, StyleOf(0)
	s := inlined(t, c.Panel())
	for _, want := range []string{">the title</text>", "var(--plot-blue)"} {
		if !strings.Contains(s, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if n := strings.Count(s, "fill:var(--plot-blue)"); n != 3 {
		t.Errorf("%d marks, want 3", n)
	}
	c.Series[0].Dotted = true
	if path := regexp.MustCompile(`<path d="((?:M[^L]*L[^M"]*)+)" style="[^"]*--plot-blue`).FindStringSubmatch(inlined(t, c.Panel())); path == nil || strings.Count(path[1], "M") != 3 {
		t.Errorf("the dots are %q, want three strokes in a path", path)
	}
}

// On a page every colour follows light and dark, and a text that
// looks like a style is left alone.
func TestInlineColours(t *testing.T) {
	c := charts()["plain"]
	c.Size = Wide
	s := inlined(t, c.Panel())
	if m := regexp.MustCompile(`#[0-9A-Fa-f]{6}`).FindString(s); m != "" {
		t.Errorf("the colour %s does not follow", m)
	}
	if strings.Contains(s, "font-family") {
		t.Error("the typeface is not left to the page")
	}
	c.Title = `style="fill:#1D2129"`
	if s := inlined(t, c.Panel()); !strings.Contains(s, "#1D2129") {
		t.Error("a colour in a text was replaced")
	}
}

func TestBars(t *testing.T) {
	b := Bars{Title: "b", Bars: []Bar{{Name: "first", Value: 3, Label: "three"}, {Name: "second", Value: 1.5, Label: "1.5"}, {Name: "third", Value: math.NaN(), Label: "none"}, {Name: "fourth", Value: -1, Label: "below"}}}
	s := inlined(t, b.Panel())
	for want, there := range map[string]bool{"first": true, "three": true, "second": true, "1.5": true, "none": false, "below": false} {
		if strings.Contains(s, ">"+want+"<") != there {
			t.Errorf("%s is there: %v", want, !there)
		}
	}
	for _, list := range [][]Bar{nil, {{}}, {{Name: hostile, Label: hostile, Value: 1}}} {
		b.Bars = list
		if s := inlined(t, b.Panel()); strings.Contains(s, "NaN") {
			t.Errorf("%v: a place is not a number", list)
		}
	}
}

func TestFigureFiles(t *testing.T) {
	var panels []Panel
	for _, name := range []string{"plain", "flat", "words"} {
		c := charts()[name]
		c.Size = Small
		panels = append(panels, c.Panel())
	}
	for name, f := range map[string]Figure{
		"full":    {Title: "the figure", Caption: "the caption", Panels: panels, Columns: 2, Legend: []Series{{Name: "a"}, {Name: hostile, Style: StyleOf(0)}}},
		"empty":   {},
		"hostile": {Title: hostile, Caption: hostile, Panels: panels[:1], Columns: -3},
	} {
		var svg bytes.Buffer
		if err := f.WriteSVG(&svg); err != nil {
			t.Fatal(name, err)
		}
		wellFormed(t, svg.String())
		if name == "full" && (!strings.Contains(svg.String(), ">the figure<") || !strings.Contains(svg.String(), ">the caption<")) {
			t.Error("the title or the caption is not there")
		}
		if n := strings.Count(svg.String(), "font-family:"); n != strings.Count(svg.String(), "Arial,Helvetica,sans-serif;") {
			t.Errorf("%s: a text of %d has no typeface for who lacks the first", name, n)
		}
		if strings.Contains(svg.String(), "var(") {
			t.Errorf("%s: a file has colours of a page", name)
		}
	}
}

func TestSwatch(t *testing.T) {
	for _, dotted := range []bool{false, true} {
		var b strings.Builder
		if err := WriteSwatch(&b, Series{Name: "a", Dotted: dotted, Style: StyleOf(2)}); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.String())
		if !strings.Contains(b.String(), "--plot-green") || !strings.Contains(b.String(), `aria-hidden="true"`) {
			t.Errorf("dotted %v: %s", dotted, b.String())
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1: "1", .25: "0.25", 12.345: "12.3", 999: "999", 1000: "1k", 1500: "1.5k", -2e6: "-2M", 1e9: "1G", 2.5e12: "2.5T", .0001: "0.0001"} {
		if got := Short(v); got != want {
			t.Errorf("Short(%v) = %s, want %s", v, got, want)
		}
	}
}

// The outermost points lie within the axes, and not on their ends, unless the end is one
// that the axis was to reach.
func TestPointsLieWithinTheAxes(t *testing.T) {
	points := []Point{{X: 1, Y: 2}, {X: 10, Y: 50}, {X: 1000, Y: 7}}
	c := Chart{Size: Wide, X: Axis{Include: []float64{1}}, Series: []Series{{Points: points}}}
	p := c.Panel().plot
	if p.X.Min != 1 || p.X.Max < 1005 || p.Y.Max < 51 || p.Y.Min >= 2 {
		t.Errorf("the axes go from %g to %g and from %g to %g", p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
	}
}
