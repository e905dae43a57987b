// Package lease holds the tests of package lease on real servers and with real processes.
//
// TestFleet starts processes that claim numbers, make IDs and are killed. The flags -processes
// and -turns set its size. With -clusters it also runs on Galera and Group Replication, with
// processes on all nodes:
//
//	go test ./integration_test/ops/lease -run TestFleet -v -processes 50 -turns 1000 -clusters
//
// TestCrash kills servers that do not flush each commit, -crashes times each, and TestPromotion
// promotes a standby that is behind.
//
// BenchmarkClaim measures how many claims a second a server takes.
package lease
