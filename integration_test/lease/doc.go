// Package lease holds the tests of package lease on real servers and with real processes.
//
// TestFleet starts processes that claim numbers, make IDs and are killed. The flags -processes
// and -seconds set its size. With -clusters it also runs on Galera and Group Replication, with
// processes on all nodes:
//
//	go test ./integration_test/lease -run TestFleet -v -processes 50 -seconds 60 -clusters
//
// BenchmarkClaim measures how many claims a second a server takes.
package lease
