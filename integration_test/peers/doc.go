// Package peers holds no code: its benchmarks set the formats of this module
// beside other identifier libraries, in one run.
//
//	go test -run '^$' -bench . ./integration_test/peers
//
// A shared or busy machine makes the nanoseconds of two runs incomparable, and of
// two halves of one run as well. So each benchmark alternates between ours and the
// peer in short turns and reports medians over the turns:
//
//	ours-ns, peer-ns   the time of one operation
//	ratio              ours divided by the peer's in the same turn: below 1, ours is faster
//	target             the ratio that this module holds itself to, where it does
//
// The benchmarks with two goroutines report what both make together: ns is the
// time in which one identifier comes out, whoever made it.
package peers
