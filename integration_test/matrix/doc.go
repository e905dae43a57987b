// Package matrix contains tests that each format is correct as the key of a table,
// through each layer, on each server.
//
//	go test -run 'TestMatrix/wiji/gorm/mysql' ./integration_test/...
//
// A cell is TestMatrix/<format>/<layer>/<server>. Its subtests are the settings of the
// server, then the kinds of column, then the checks. TestForeign runs the same cells
// with the identifier types of other libraries, and TestTyped with typed IDs.
//
// The documentation of internal/dbserver says which server a test uses. If
// SORTID_REQUIRE_SERVERS is 1, a missing server fails the test.
package matrix
