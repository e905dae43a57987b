// Package concurrency contains benchmarks that compare ways of making keys for
// several writers: how full the leaf pages of the primary key's tree are, and how
// many rows a second the server inserts.
//
//	go test -run '^$' -bench . -benchtime 1x -timeout 1h ./integration_test/concurrency
//
// All ways insert the same rows on the same server. Eight writers send batches of
// 1000 rows, each in one transaction of prepared INSERTs, and each waits for its
// commit. The speed of a machine changes from moment to moment, so the ways grow
// their trees in turns: each inserts two batches per writer, then the next one
// does, in an order that is shuffled for each round. The benchmarks report medians:
//
//	fill%     leaf fill: on PostgreSQL pgstatindex's average leaf density; on
//	          MySQL and MariaDB the bytes of the records divided by those of the leaf pages
//	rows/s    committed rows per second
//	speed     rows/s divided by the rows/s of the way "batch" in the same round;
//	          those of gorm-blocks and pgxpool-blocks by gorm's and pgxpool's
//	speed-low, speed-high
//	          the 95 % confidence interval of this median
//	log-B/row bytes of the server's log per row
//
// docs/concurrency.md explains the results. Flags select and size the runs: -ways (a
// regular expression), -turns, -rows, -slice, -writers, -batch, -statement, -block. The
// benchmarks use the servers that package dbserver's environment variables name, which
// must allow a connection for each writer of each way, or else start containers that
// flush each commit.
package concurrency
