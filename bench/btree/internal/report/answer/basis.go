package answer

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

// basis says what of a verdict rests on simulated trees, and where these contradict the measured
// ones.
func basis(p Point) []string {
	var out []string
	var on []Comparison
	trees := 0
	for _, g := range p.Groups {
		for _, l := range g.Lines {
			if s := l.Simulated; s != nil && !s.Agrees() {
				out = append(out, fmt.Sprintf("The measured trees of %s have %s leaf pages and the simulated ones %s: this contradicts the simulator, and trials decide.",
					l.Name, pages(s.Measured), between(pages(s.Low), pages(s.High))))
			}
			for _, c := range l.Judgement.Comparisons {
				if c.Simulated {
					on, trees = append(on, c), max(trees, l.Simulated.Trees)
				}
			}
		}
	}
	if len(on) > 0 {
		out = append(out, fmt.Sprintf("%s by simulated trees, up to %d of a key, with which the measured ones agree.", decided(nouns(on)), trees))
	}
	return out
}

// decided begins the sentence of costs that something decides.
func decided(costs []string) string {
	verb := " is"
	if len(costs) > 1 {
		verb = " are"
	}
	s := english.And(costs)
	return strings.ToUpper(s[:1]) + s[1:] + verb + " decided"
}

// pages writes a number of pages, which is a mean.
func pages(n float64) string { return english.Integer(int(n + .5)) }
