package metric

// Names of the metrics of how long a transaction takes.
const (
	TransactionP50          = "transaction_p50_micros"
	TransactionP95          = "transaction_p95_micros"
	TransactionP99          = "transaction_p99_micros"
	TransactionWorst        = "transaction_worst_micros"
	TransactionAtCheckpoint = "transaction_worst_at_checkpoint_micros"
)

// latencies holds the metrics of single transactions. They are of a closed loop: a client that waits
// sends nothing meanwhile.
var latencies = []Metric{
	latency(TransactionP50, "p50", "half of the transactions took at most, from the first statement to the answer to the commit; each writer sends the next one then"),
	latency(TransactionP95, "p95", "95 of 100 transactions took at most"),
	latency(TransactionP99, "p99", "99 of 100 transactions took at most"),
	latency(TransactionWorst, "worst", "the longest transaction took"),
	{
		Name: TransactionAtCheckpoint, Extent: Span, Head: "worst at\nckpt, ms", Title: "latency, worst ms at a checkpoint", Unit: "transaction-worst-at-checkpoint-us", Better: Lower, Print: millis(3),
		About: "milliseconds that the longest of the transactions took that were sent while the server made a checkpoint",
	},
}

func latency(name, short, which string) Metric {
	return Metric{
		Name: name, Extent: Span, Head: short + "\nms", Title: "latency, " + short + " ms", Unit: "transaction-" + short + "-us", Better: Lower, Print: millis(3),
		About: "milliseconds that " + which,
	}
}
