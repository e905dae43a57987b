package plot

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// drawn is a text of a picture with its place and the width that every typeface gives it.
type drawn struct {
	words       string
	left, width float64
}

var textElement = regexp.MustCompile(`<text x="([-0-9.e+]+)"[^>]*? textLength="([0-9.e+]+)" lengthAdjust="spacingAndGlyphs"[^>]*>([^<]*)</text>`)

// textsOf returns the texts of a picture. It fails the test if one has no width.
func textsOf(t *testing.T, svg string) []drawn {
	t.Helper()
	var list []drawn
	for _, m := range textElement.FindAllStringSubmatch(svg, -1) {
		list = append(list, drawn{m[3], number(t, m[1]), number(t, m[2])})
	}
	if n := strings.Count(svg, "<text"); n != len(list) || n == 0 {
		t.Errorf("%d of %d texts have a width", len(list), n)
	}
	return list
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// namedBars have names of every length.
var namedBars = Bars{Title: "leaf pages that 1,000 new rows change", X: Axis{Label: "leaf pages"}, Bars: []Bar{
	{Name: "uuidv4", Value: 990, Label: "990"}, {Name: "uuidv7 on uuidv4", Value: 8, Label: "8"}, {Name: strings.Repeat("W", 30), Value: 5, Label: "5"},
}}

// The names before bars end before the axis, and begin within the picture.
func TestNamesOfBarsHaveRoom(t *testing.T) {
	svg := inlined(t, namedBars.Panel())
	axis := number(t, regexp.MustCompile(`<path d="M([0-9.]+),[^"]*Z" style="fill:var\(--plot-ink\)"`).FindStringSubmatch(svg)[1])
	names := 0
	for _, d := range textsOf(t, svg) {
		if strings.HasPrefix(d.words, "uuidv") || strings.HasPrefix(d.words, "W") {
			if names++; d.left < 0 || d.left+d.width > axis-1 {
				t.Errorf("%q lies between %.1f and %.1f, the axis at %.1f", d.words, d.left, d.left+d.width, axis)
			}
		}
	}
	if names != len(namedBars.Bars) {
		t.Errorf("%d names", names)
	}
}

// Each text has the width that its letters have in the typeface for which there is room: bold ones more than others,
// and large ones more than small ones.
func TestTextsHaveTheirWidth(t *testing.T) {
	var b bytes.Buffer
	if err := (Figure{Title: "iiii", Panels: []Panel{namedBars.Panel()}, Caption: "iiii", Legend: []Series{{Name: `a<b & "c"`}}}).WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	got := make(map[string][]float64)
	for _, d := range textsOf(t, b.String()) {
		got[d.words] = append(got[d.words], d.width)
	}
	// An i of Liberation Sans is as wide as 0.2222 of its size, a bold one 0.2778, as Arial's.
	const title, caption = 4 * 12 * .2778, 4 * 8 * .2222
	if w := got["iiii"]; len(w) != 2 || math.Abs(w[0]-title) > .02 || math.Abs(w[1]-caption) > .02 {
		t.Errorf("the title and the caption are %v wide, want %v and %v", w, title, caption)
	}
	if w := got["a&lt;b &amp; &#34;c&#34;"]; len(w) != 1 || w[0] < 30 || w[0] > 50 {
		t.Errorf("a text of nine signs is %v wide", w)
	}
}

// The names of a legend are whole where there is room beside the next one, and cut otherwise.
func TestNamesOfALegendHaveRoom(t *testing.T) {
	const most = entryWide - entryText - gap
	f := Figure{Panels: []Panel{namedBars.Panel(), namedBars.Panel()}, Columns: 2}
	want := map[string]string{"UUIDv7, rebuilt at the switch": "", strings.Repeat("i", 60): "", strings.Repeat("M", 45): "MMMMMMMMMMMMMMMM…"}
	for name := range want {
		f.Legend = append(f.Legend, Series{Name: name})
	}
	f.Legend = append(f.Legend, Series{}, Series{Name: "a"})
	var b bytes.Buffer
	if err := f.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	widths := make(map[string]float64)
	for _, d := range textsOf(t, b.String()) {
		widths[d.words] = d.width
	}
	for name, short := range want {
		if short == "" {
			short = name
		}
		if w := widths[short]; w < .85*most || w > most {
			t.Errorf("%s is %.1f wide, and there is room for %d: %v", short, w, most, widths)
		}
	}
}
