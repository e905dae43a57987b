// Package matrix holds no code: its tests prove that each format is right as the
// key of a table through each layer on each server.
//
//	go test -run 'TestMatrix/wiji/gorm/mysql' ./integration_test/...
//
// A cell is TestMatrix/<format>/<layer>/<server>. Below it are the settings of the
// server, then the kinds of column, then the checks. TestForeign is the same with
// the identifier types of other libraries.
//
// Which server is used, and what to set if none is to be had, the documentation of
// bench/dbserver says. With SORTID_REQUIRE_SERVERS=1 a missing server is a
// failure.
package matrix
