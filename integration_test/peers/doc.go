// Package peers contains benchmarks that compare the formats of this module with
// other identifier libraries in one run.
//
//	go test -run '^$' -bench . ./integration_test/peers
//
// On a shared or busy machine the nanoseconds of two runs cannot be compared, nor
// those of two halves of one run. Each benchmark therefore alternates between
// sortid and the peer in short turns and reports medians over the turns:
//
//	ours-ns, peer-ns   the time of one operation
//	ratio              ours divided by the peer's in the same turn; below 1, sortid is faster
//	low, high          the 95 % confidence interval of that ratio
//	target             the highest ratio that this module accepts, if it states one
//
// The benchmarks with several goroutines report the time per identifier over all.
package peers
