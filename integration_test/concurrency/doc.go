// Package concurrency holds no code: its benchmarks compare ways of making keys
// for writers that insert side by side, by how full they leave the leaf pages of
// the primary key's tree and by the rows a second.
//
//	go test -run '^$' -bench . -benchtime 1x -timeout 1h ./integration_test/concurrency
//
// All ways insert the same rows on the same server: eight writers send batches of
// 1000 rows, each in one transaction of prepared INSERTs, and each waits for the
// commit. A machine's speed changes from moment to moment, so the ways grow their
// trees side by side: each inserts two batches a writer, and then it is the next
// one's turn, in an order shuffled anew each time. What is reported are medians:
//
//	fill%     leaf fill: on PostgreSQL pgstatindex's average leaf density, on
//	          MySQL and MariaDB the records' bytes in the leaf pages' bytes
//	rows/s    committed rows a second
//	speed     rows/s divided by those that the way "batch" had just then
//	log-B/row bytes of the server's log a row
//
// docs/concurrency.md of this module says what comes of it. Flags select and size
// the runs: -ways (a regular expression), -turns, -rows, -writers, -batch,
// -statement. Servers are those that package dbserver's environment variables name,
// which must allow a connection for each writer of each way, and else containers
// with the settings of a server that keeps its data.
package concurrency
