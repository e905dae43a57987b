package verdict

import (
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
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
		return words.And(parts) + " (not enough runs for " + Costs(open) + ")"
	}
	return words.And(parts)
}

// difference says how one cost differs.
func difference(c summary.Comparison) string {
	if c.Metric.Name == metric.Neighbours {
		return fmt.Sprintf("leaves neighbouring pages %s apart (a counter %s)", c.Metric.Print(c.Value), c.Metric.Print(c.Base))
	}
	if c.Metric.Name == metric.Bloat {
		return fmt.Sprintf("grows to %s the leaf pages of the first fill (a counter %s)", c.Metric.Print(c.Value), c.Metric.Print(c.Base))
	}
	if c.Ratio == nil || c.Base < c.Metric.Negligible {
		return fmt.Sprintf("reads %.2f pages a row (a counter %.2f)", c.Value, c.Base)
	}
	switch q := *c.Ratio; c.Metric.Name {
	case metric.BytesPerRow:
		return "makes the index " + change(q, "larger", "smaller", "as large")
	case metric.IndexBytes:
		return "makes the other indexes " + change(q, "larger", "smaller", "as large")
	case metric.RowsPerSecond:
		return "takes " + change(1/q, "longer", "less time", "as long")
	case metric.PagesRead:
		return "reads " + multiple(q) + " the pages"
	case metric.PagesWritten:
		return "writes " + multiple(q) + " the pages"
	case metric.RecentUpdateWrites:
		return "writes " + multiple(q) + " the pages for updates of recent rows"
	case metric.RecentUpdateLog:
		return "writes " + change(q, "more log", "less log", "the log") + " for updates of recent rows"
	case metric.UniformReads:
		return "takes " + change(1/q, "longer", "less time", "as long") + " to read any row"
	case metric.RecentReads:
		return "takes " + change(1/q, "longer", "less time", "as long") + " to read recent rows"
	case metric.Page50P50:
		return "takes " + change(q, "longer", "less time", "as long") + " for 50 rows by time"
	case metric.TimeRangeP50:
		return "takes " + change(q, "longer", "less time", "as long") + " for 1,000 rows by time"
	case metric.MonthlyCost:
		return "costs " + change(q, "more", "less", "as much")
	default:
		return "writes " + change(q, "more log", "less log", "the log")
	}
}

// change says how much more or less a factor is: in percent below 2x.
func change(q float64, more, less, times string) string {
	switch percent := math.Round(100 * (q - 1)); {
	case q >= 1.995:
		return multiple(q) + " " + times
	case q < 1:
		return fmt.Sprintf("%.0f %% %s", -percent, less)
	default:
		return fmt.Sprintf("%.0f %% %s", percent, more)
	}
}

// multiple writes a factor with two digits.
func multiple(q float64) string {
	if q < 9.95 {
		return fmt.Sprintf("%.1fx", q)
	}
	return fmt.Sprintf("%.0fx", q)
}
