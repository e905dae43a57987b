// Package spread executes statements that sortid ddl prints: those for YugabyteDB on
// PostgreSQL and those for TiDB on MySQL, without the clauses that these servers add to
// their dialects. The rows of a range of time must come in the order of their IDs. The
// parsers of the servers themselves are in .ci/grammars.
package spread
