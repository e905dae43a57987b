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
