// Package faults tests that an insert whose key was made in the client can be retried
// after any failure of the connection, the server or the process. docs/concurrency.md has the
// code, which these tests run, and the figures.
//
//	go test ./integration_test/faults -run TestKill -v -parallel 1 -kills 20
//
// TestKill kills a Postgres, a MySQL and a MariaDB server with SIGKILL under eight writers,
// and for SQLite the process that writes. Each writer makes the keys of its rows once and
// sends the same rows until they are stored. Afterwards the table must hold every
// acknowledged row once, and no other row. The servers run in containers and flush each
// commit to disk.
//
// TestWire cuts a connection at a chosen moment: in the middle of a statement, or after the
// server has stored the rows and before the client has the answer.
//
// These flags of the package change TestKill:
//
//	-kills N   kill each server N times (3)
//	-lazy      do not flush commits to disk: acknowledged rows are lost, and the test fails
//	-rekey     make new keys for each attempt: rows are stored twice, and the test fails
package faults
