package plot

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"
)

// Text is to be read and marks are to be seen on their background, light or dark: 4.5
// and 3 are the ratios that WCAG 2 asks for.
func TestContrast(t *testing.T) {
	for _, r := range roles() {
		least := 3.0
		switch r {
		case paper, grid:
			continue
		case ink, faint:
			least = 4.5
		}
		if c := contrast(r.light, paper.light); c < least {
			t.Errorf("%s on light: %.2f", r.name, c)
		}
		if c := contrast(r.dark, paper.dark); c < least {
			t.Errorf("%s on dark: %.2f", r.name, c)
		}
	}
}

// A page finds a role by its light colour.
func TestRolesAreToldApart(t *testing.T) {
	seen := make(map[string]string)
	for _, r := range roles() {
		if other, ok := seen[hex(r.light)]; ok {
			t.Errorf("%s and %s have the same colour", r.name, other)
		}
		seen[hex(r.light)] = r.name
		for _, css := range []string{Light(), Dark()} {
			if !strings.Contains(css, r.variable()+":#") {
				t.Errorf("%s is not declared in %s", r.variable(), css)
			}
		}
	}
}

// No colour is what two series are told apart by alone.
func TestStylesDifferWithoutColour(t *testing.T) {
	seen := make(map[string]int)
	for i := range 30 {
		s := StyleOf(i)
		shape := fmt.Sprintf("%T", s.glyph().Shape)
		if shape == fmt.Sprintf("%T", Style{}.glyph().Shape) {
			t.Errorf("series %d has the control's mark", i)
		}
		key := s.role().name + shape
		if other, ok := seen[key]; ok {
			t.Errorf("series %d and %d look the same: %s", i, other, key)
		}
		seen[key] = i
		if i > 0 && shape == fmt.Sprintf("%T", StyleOf(i-1).glyph().Shape) {
			t.Errorf("series %d and the one before have the same mark", i)
		}
	}
}

// The keys of an ordinary run, seven beside the controls, have a colour each, and a mark
// that is filled: an outline as thin as the line is lost on it.
func TestStylesOfAnOrdinaryRun(t *testing.T) {
	colors := make(map[string]bool)
	for i := range 8 {
		name := StyleOf(i).role().name
		if colors[name] {
			t.Errorf("series %d has the colour of another one, %s", i, name)
		}
		colors[name] = true
		c := Chart{Size: Wide, Series: []Series{{Style: StyleOf(i), Points: []Point{{X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 1}}}}}
		if n := strings.Count(inlined(t, c.Panel()), `Z" style="fill:var(--plot-`); n != 3 {
			t.Errorf("series %d has %d filled marks, want 3", i, n)
		}
	}
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
