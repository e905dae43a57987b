package answer

import (
	"github.com/sortid/sortid/internal/english"
)

// window says what a window of several writers' keys costs a counter, compared with one
// writer; "" if the point has one writer or nothing to compare with.
func window(p Point) string {
	for _, g := range p.Groups {
		for _, l := range g.Lines {
			v := judgedWindow(l)
			if l.Key != g.Control || l.Trials == 0 || v.Finding == NotCompared {
				continue
			}
			s := "The keys are compared with a counter of " + english.Count(p.Writers, "writer") + ", which beside a counter of one writer "
			switch open := v.With(NotEnoughRuns); {
			case len(v.With(Worse))+len(v.With(Better)) > 0:
				return s + differences(v) + "."
			case len(open) > 0:
				return s + "may cost more: " + undecided(open) + "."
			default:
				return s + "costs the same in " + CostNames(v.Comparisons) + "."
			}
		}
	}
	return ""
}
