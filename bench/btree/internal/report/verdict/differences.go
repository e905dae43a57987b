package verdict

import (
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/internal/english"
)

// differences says in which costs a key is worse or better, such as "makes the index 39 %
// larger, takes 28 % longer and reads 13x the pages".
func differences(v summary.Verdict) string {
	var parts []string
	for _, c := range v.Comparisons {
		if c.Finding == summary.Worse || c.Finding == summary.Better {
			parts = append(parts, difference(c))
		}
	}
	if open := v.With(summary.NotEnoughRuns); len(open) > 0 && len(parts) > 0 {
		return english.And(parts) + " (not enough runs for " + Costs(open) + ")"
	}
	return english.And(parts)
}

// difference says how one cost differs.
func difference(c summary.Comparison) string { return c.Metric.Difference(c.Value, c.Base, c.Ratio) }
