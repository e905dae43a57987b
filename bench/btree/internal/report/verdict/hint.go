package verdict

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/report/summary"
)

// Hint says with how many repeats the verdicts that lack runs would tell, "" if none does or
// if no number would suffice.
func Hint(list []Verdict) string {
	var lines []summary.Line
	for _, v := range list {
		for l := range keys(v.Point) {
			lines = append(lines, l)
		}
	}
	n := summary.Repeats(lines)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("Where there are not enough runs, -repeat %d may tell.", n)
}
