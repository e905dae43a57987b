package verdict

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// window says what a window of several writers' keys costs a counter, compared with one
// writer; "" if the point has one writer or nothing to compare with.
func window(p points.Point) string {
	for _, g := range p.Groups {
		i := slices.IndexFunc(g.Lines, func(l summary.Line) bool { return l.Key == g.Control && l.Trials > 0 })
		if i < 0 {
			continue
		}
		switch v := summary.Judge(g.Lines[i]); v.Finding {
		case summary.NotCompared:
			continue
		case summary.NotEnoughRuns:
			return "Compared with a counter of one writer, not enough runs to tell what the window costs."
		case summary.NoDifference:
			return "Compared with a counter of one writer: the window costs a counter nothing."
		default:
			return "Compared with a counter of one writer: in this window even a counter " + differences(v) + "."
		}
	}
	return ""
}

// compareInWindow tells the keys that cost as much as a counter in the same window from the
// others, which it compares with what is possible.
func compareInWindow(p points.Point) comparison {
	c := comparison{equal: "like the counter in this window"}
	for l := range keys(p) {
		inside := summary.Judge(withoutPossible(l))
		switch v := summary.Judge(l); {
		case inside.Finding == summary.NoDifference && len(inside.With(summary.Better)) == 0:
			c.same = append(c.same, words.KeyName(l.Label))
		case inside.Finding == summary.NotEnoughRuns && !ofTree(inside.With(summary.NotEnoughRuns)):
			c.undecided(l, inside)
		case len(v.With(summary.Worse))+len(v.With(summary.Better)) > 0:
			c.differs = append(c.differs, words.KeyName(l.Label)+" "+differences(v)+".")
		case v.Finding == summary.NotEnoughRuns:
			c.undecided(l, v)
		case v.Finding == summary.NoDifference:
			c.differs = append(c.differs, words.KeyName(l.Label)+" is as good as that counter of one writer.")
		}
	}
	return c
}

// withoutPossible returns a line that is compared with the control of the same window.
func withoutPossible(l summary.Line) summary.Line {
	metrics := make(map[string]summary.Stat)
	for name, s := range l.Metrics {
		s.Possible = nil
		metrics[name] = s
	}
	l.Metrics = metrics
	return l
}
