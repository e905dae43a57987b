package verdict

import (
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
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
	minutes := math.Ceil(r.Seconds / 60 * float64(n) / float64(trials))
	what := fmt.Sprintf("What is not decided may be by %d trials of each key: run the same command with ", n)
	if r.Settings.TimeDecides() {
		return what + fmt.Sprintf("-for %.0fm.", max(1, minutes))
	}
	return what + fmt.Sprintf("-repeat %d, which takes some %.0f min.", n, max(1, minutes))
}

// Known reports whether everything that a result compares is decided.
func Known(r trial.Result) bool {
	for _, l := range linesOf(Of(r, summary.Of(r))) {
		if len(summary.Judge(l).With(summary.NotEnoughRuns)) > 0 {
			return false
		}
	}
	return true
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
