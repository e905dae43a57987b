package metric

// Names of the metrics of inserts and point reads by turns.
const (
	Operations   = "operations_per_second"
	PointReadP50 = "point_read_p50_micros"
	PointReadP99 = "point_read_p99_micros"
)

// mixed holds the metrics of the scenario mixed.
var mixed = []Metric{
	{
		Name: Operations, Extent: Span, Phase: MixedPhase, Head: "ops/s", Title: "inserts and reads/s", Unit: "operations/s", Better: Higher, Print: whole, Spread: true,
		About: "rows inserted and rows read by their keys per second, together",
	},
	{
		Name: PointReadP50, Extent: Span, Phase: MixedPhase, Head: "read p50\nms", Title: "read, p50 ms", Unit: "point-read-p50-us", Better: Lower, Print: millis(3),
		About: "milliseconds that half of the reads of a row by its key took at most; half of the rows were recent ones",
	},
	{
		Name: PointReadP99, Extent: Span, Phase: MixedPhase, Head: "read p99\nms", Title: "read, p99 ms", Unit: "point-read-p99-us", Better: Lower, Print: millis(3),
		About: "milliseconds that 99 of 100 reads of a row by its key took at most",
	},
}
