// Package lease holds the tests of package lease on real servers and with real processes.
//
// TestFleet starts processes that claim numbers, make IDs and are killed. The flags -processes
// and -seconds set its size.
package lease
