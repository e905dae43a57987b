package metric

// Names of metrics of reading pages and ranges of rows in the order of time.
const (
	Page50P50    = "page_50_p50_micros"
	Page50P99    = "page_50_p99_micros"
	Page50Misses = "page_50_misses"

	TimeRangeP50    = "time_range_p50_micros"
	TimeRangeP99    = "time_range_p99_micros"
	TimeRangeMisses = "time_range_misses"
)

// byTime holds the metrics of the scenario pages.
var byTime = []Metric{
	{
		Name: Page50P50, Extent: Span, Phase: ReadPhase, Head: "50 rows\nms", Title: "50 rows, p50 ms", Unit: "page-50-p50-us", Better: Lower, Print: millis(2), Spread: true,
		Verdict: &Phrases{Noun: "pages of rows", Say: "takes %s for 50 rows by time", More: "longer", Less: "less time", Times: "as long", Values: "takes %s ms for 50 rows by time (a counter %s)"},
		About:   "time that half of the pages of 50 rows took at most, in milliseconds: the rows before a place in time, the latest first",
	},
	{
		Name: Page50P99, Extent: Span, Title: "50 rows, p99 ms", Unit: "page-50-p99-us", Better: Lower, Print: millis(2),
		About: "time that 99 of 100 pages of 50 rows took at most, in milliseconds",
	},
	{
		Name: Page50Misses, Extent: Span, Title: "50 rows, pages read", Unit: "page-50-misses", Better: Lower, Print: decimals(2, ""), Negligible: .05,
		About: "database pages fetched for 50 rows before a place in time, because the buffer pool did not hold them",
	},
	{
		Name: TimeRangeP50, Extent: Span, Phase: ReadPhase, Head: "1000 rows\nms", Title: "range of time, p50 ms", Unit: "time-range-p50-us", Better: Lower, Print: millis(2), Spread: true,
		Verdict: &Phrases{Noun: "ranges of time", Say: "takes %s for 1,000 rows by time", More: "longer", Less: "less time", Times: "as long", Values: "takes %s ms for 1,000 rows by time (a counter %s)"},
		About:   "time that half of the ranges of time took at most, in milliseconds: 1,000 rows, or a tenth of fewer than 10,000",
	},
	{
		Name: TimeRangeP99, Extent: Span, Title: "range of time, p99 ms", Unit: "time-range-p99-us", Better: Lower, Print: millis(2),
		About: "time that 99 of 100 ranges of time took at most, in milliseconds",
	},
	{
		Name: TimeRangeMisses, Extent: Span, Phase: ReadPhase, Head: "pages\nread", Title: "range of time, pages read", Unit: "time-range-misses", Better: Lower, Print: decimals(1, ""), Negligible: .05,
		About: "database pages fetched for a range of time, because the buffer pool did not hold them",
	},
}
