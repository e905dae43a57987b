package english

import (
	"strings"
	"testing"
)

// A line is as wide as Width at most, and no line begins with a percent sign.
func TestWrap(t *testing.T) {
	for pad := range 20 {
		var b strings.Builder
		Wrap(&b, "Note: ", strings.Repeat("x", pad)+" "+strings.Repeat("it is 20 % larger, ", 20))
		for line := range strings.Lines(b.String()) {
			if len(line) > Width+1 || strings.HasPrefix(strings.TrimSpace(line), "%") {
				t.Errorf("got %q", line)
			}
		}
	}
}

// A word that ends in the last column stays on the line, columns are characters and not bytes, and the next line has
// the indent.
func TestWrapAtWidth(t *testing.T) {
	x := strings.Repeat
	for _, c := range []struct{ name, label, text, want string }{
		{"a label alone", "Note:", "", "Note:\n"},
		{"one word", "Note: ", "short", "Note: short\n"},
		{"the last column", "Note: ", x("x", 70) + " abc", "Note: " + x("x", 70) + " abc\n"},
		{"one more", "Note: ", x("x", 70) + " abcd", "Note: " + x("x", 70) + "\n  abcd\n"},
		{"letters of two bytes", "Größe: ", x("é", 69) + " für", "Größe: " + x("é", 69) + " für\n"},
		{"a first word that is too long", "Note: ", x("x", 90) + " a", "Note: " + x("x", 90) + "\n  a\n"},
		{"the second line", "", x("x", 80) + " " + x("y", 76) + " z " + x("w", 9), x("x", 80) + "\n  " + x("y", 76) + " z\n  " + x("w", 9) + "\n"},
		{"a percent sign", "", x("x", 76) + " 20 % more", x("x", 76) + "\n  20 % more\n"},
		{"a percent sign that fits", "", x("x", 75) + " 20 % more", x("x", 75) + " 20 %\n  more\n"},
		{"a percent sign alone", "", "% of all", "% of all\n"},
	} {
		var b strings.Builder
		if Wrap(&b, c.label, c.text); b.String() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, b.String(), c.want)
		}
	}
	var b strings.Builder
	if WrapIndented(&b, "- ", "    ", x("x", 77)+" a "+x("y", 74)+" b"); b.String() != "- "+x("x", 77)+"\n    a "+x("y", 74)+"\n    b\n" {
		t.Errorf("an indent of four columns: got %q", b.String())
	}
}
