// Package grammars checks the statements that sortid ddl prints by the servers' own parsers:
// CockroachDB's, TiDB's, and memefish for Spanner. It is a module apart because these
// parsers require much that no other part needs.
//
// YugabyteDB publishes no parser. Package integration_test/spread executes its statements
// on PostgreSQL, without the clauses that its documentation adds.
package grammars
