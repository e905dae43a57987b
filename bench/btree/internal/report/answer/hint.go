package answer

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// hint says which command may decide what the verdicts of lines leave open, "" if all is decided or
// if no number of trials would suffice.
func hint(r trial.Result, lines []Line) string {
	n := repeats(lines)
	if n == 0 {
		return ""
	}
	have := n
	for _, l := range lines {
		if l.undecided() {
			have = max(1, min(have, l.Trials))
		}
	}
	times := float64(n) / float64(have)
	measured := time.Duration(r.Seconds * float64(time.Second))
	what := fmt.Sprintf("What is not decided may be by %d trials of each key: run the same command with ", n)
	if r.Settings.TimeDecides() {
		more := time.Duration(float64(measured) * (times - 1))
		return what + fmt.Sprintf("-for %.0fm.", math.Ceil((r.Settings.For+more).Minutes()))
	}
	return what + fmt.Sprintf("-repeat %d, which takes some %s.", n, english.Duration(time.Duration(float64(measured)*times)))
}

// Undecided returns the combinations of which more trials may decide something, with the counters that
// they are compared with: none if every verdict is decided.
func (a *Answer) Undecided() []trial.Coordinates {
	if !slices.ContainsFunc(a.Verdicts.lines(), Line.undecided) {
		return nil
	}
	var list []trial.Coordinates
	for _, g := range a.Groups {
		if !slices.ContainsFunc(g.Lines, Line.undecided) {
			continue
		}
		for _, l := range g.Lines {
			if l.Key == g.Control || l.undecided() {
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

// undecided reports whether a cost of a line is not decided.
func (l Line) undecided() bool { return len(l.Judgement.Open()) > 0 }
