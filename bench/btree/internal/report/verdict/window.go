package verdict

import (
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/internal/english"
)

// window says what a window of several writers' keys costs a counter, compared with one
// writer; "" if the point has one writer or nothing to compare with.
func window(p points.Point) string {
	for _, g := range p.Groups {
		for _, l := range g.Lines {
			v := summary.JudgeWindow(l)
			if l.Key != g.Control || l.Trials == 0 || v.Finding == summary.NotCompared {
				continue
			}
			s := "The keys are compared with a counter of " + english.Count(p.Writers, "writer") + ", which beside a counter of one writer "
			switch open := v.With(summary.NotEnoughRuns); {
			case len(v.With(summary.Worse))+len(v.With(summary.Better)) > 0:
				return s + differences(v) + "."
			case len(open) > 0:
				return s + "may cost more: " + undecided(open) + "."
			default:
				return s + "costs the same in " + Costs(v.Comparisons) + "."
			}
		}
	}
	return ""
}
