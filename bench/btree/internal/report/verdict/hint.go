package verdict

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Hint says which command may decide what the verdicts leave open, "" if all is decided or if no
// number of trials would suffice.
func Hint(r trial.Result, list []Verdict) string {
	lines := linesOf(list)
	n := summary.Repeats(lines)
	if n == 0 {
		return ""
	}
	trials := 1
	for _, l := range lines {
		trials = max(trials, l.Trials)
	}
	takes := time.Duration(r.Seconds * float64(n) / float64(trials) * float64(time.Second))
	what := fmt.Sprintf("What is not decided may be by %d trials of each key: run the same command with ", n)
	if r.Settings.TimeDecides() {
		return what + fmt.Sprintf("-for %.0fm.", math.Ceil(takes.Minutes()))
	}
	return what + fmt.Sprintf("-repeat %d, which takes some %s.", n, english.Duration(takes))
}

// Undecided returns the combinations of which more trials may decide something, with the counters that
// they are compared with: none if every verdict is decided.
func Undecided(r trial.Result) []trial.Coordinates {
	groups := summary.Of(r)
	if !slices.ContainsFunc(linesOf(Of(r, groups)), undecidedLine) {
		return nil
	}
	var list []trial.Coordinates
	for _, g := range groups {
		if !slices.ContainsFunc(g.Lines, undecidedLine) {
			continue
		}
		for _, l := range g.Lines {
			if l.Key == g.Control || undecidedLine(l) {
				list = append(list, l.Coordinates)
			}
			if one := l.Coordinates; l.Key == g.Control && g.Writers > 1 {
				one.Writers, one.Generators = 1, 1
				list = append(list, one)
			}
		}
	}
	return list
}

// undecidedLine reports whether a cost of a line is not decided.
func undecidedLine(l summary.Line) bool {
	return len(summary.Judge(l).Open()) > 0
}

func linesOf(list []Verdict) []summary.Line {
	var lines []summary.Line
	for _, v := range list {
		for l := range keys(v.Point) {
			lines = append(lines, l)
		}
	}
	return lines
}
