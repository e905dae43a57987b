package metric

// Names of metrics of reading single rows by their keys.
const (
	OldReadP50    = "old_read_p50_micros"
	OldReadMisses = "old_read_misses"
	NewReadP50    = "new_read_p50_micros"
	NewReadMisses = "new_read_misses"
)

// byKey holds the metrics of reading rows after a migration.
var byKey = []Metric{
	{
		Name: OldReadMisses, Extent: Span, Head: "old:\nread", Title: "old rows, pages read", Unit: "old-read-misses", Better: Lower, Print: decimals(2, ""), Negligible: .05,
		About: "pages fetched to read an old row by its key, because the buffer pool did not hold them",
	},
	{
		Name: NewReadMisses, Extent: Span, Head: "new:\nread", Title: "newest rows, pages read", Unit: "new-read-misses", Better: Lower, Print: decimals(2, ""), Negligible: .05,
		About: "pages fetched to read one of the newest hundredth of the rows by its key, because the buffer pool did not hold them",
	},
	{
		Name: OldReadP50, Extent: Span, Head: "old:\nms", Title: "old rows, p50 ms", Unit: "old-read-p50-us", Better: Lower, Print: millis(2), Unless: OldReadMisses,
		About: "time that half of the reads of an old row by its key took at most, in milliseconds",
	},
	{
		Name: NewReadP50, Extent: Span, Head: "new:\nms", Title: "newest rows, p50 ms", Unit: "new-read-p50-us", Better: Lower, Print: millis(2), Unless: NewReadMisses,
		About: "time that half of the reads of one of the newest hundredth of the rows took at most, in milliseconds",
	},
}
