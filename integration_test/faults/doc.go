// Package faults tests that an insert whose key was made in the client can be retried
// after any failure of the connection. docs/concurrency.md has the code, which these tests run.
//
// TestWire cuts a connection at a chosen moment: in the middle of a statement, or after the
// server has stored the rows and before the client has the answer. The next attempt finds no
// server.
package faults
