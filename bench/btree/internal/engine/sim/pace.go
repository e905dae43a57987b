package sim

import "time"

// pace is the time that a simulated server takes for a row in transactions of paceBatch rows
// by one writer: that of PostgreSQL in docs/benchmark.md.
const (
	pace      = 15 * time.Microsecond
	paceBatch = 100
)

// commitRows is how long a commit takes, in rows: a transaction takes as long as its rows
// and so many more. So a row that commits by itself takes 17.5 times as long as one of a
// batch of 100. With one writer it was 16 times on PostgreSQL 18.6 and 12 times on MySQL
// 9.7.4, the medians of
//
//	go run ./bench/btree -db postgres,mysql -keys counter -rows 20000 -batch 1,10,100,1000
//
// and 11 and 22 times with a disk that nobody else used.
const commitRows = 20

// How long a row takes, and how long the commit of its transaction.
const (
	rowTime    = pace * paceBatch / (paceBatch + commitRows)
	commitTime = rowTime * commitRows
)
