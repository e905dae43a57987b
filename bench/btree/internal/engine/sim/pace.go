package sim

import "time"

// DefaultPace is the pace of a simulated server if the Conditions have none: that of
// PostgreSQL in docs/benchmark.md.
const DefaultPace = 15 * time.Microsecond

// paceBatch is the number of rows in the transactions to which a pace refers.
const paceBatch = 100

// commitRows is how long a commit takes, in rows: a transaction takes as long as its rows
// and so many more. So a row that commits by itself takes 17.5 times as long as one of a
// batch of 100. With one writer it was 16 times on PostgreSQL 18.6 and 12 times on MySQL
// 9.7.4, the medians of
//
//	go run ./bench/btree -db postgres,mysql -keys seq16 -rows 20000 -batch 1,10,100,1000
//
// and 11 and 22 times with a disk that nobody else used.
const commitRows = 20

// timing is how fast a simulated server is for one writer.
type timing struct{ row, commit time.Duration }

// timingOf returns the timing of a server that takes pace for a row in transactions of
// paceBatch rows.
func timingOf(pace time.Duration) timing {
	row := pace * paceBatch / (paceBatch + commitRows)
	return timing{row: row, commit: row * commitRows}
}

// serverTimes is what the steps of a schedule take.
type serverTimes struct {
	// client and server are the work on a request.
	client, server labour
	// row is the time between two rows of a statement.
	row time.Duration
	// flush is the time of a flush of the log, and flushDrawn the mean of a part that is
	// drawn.
	flush, flushDrawn time.Duration
	// kept is the share of requests and answers after which a core is kept.
	kept float64
}

// labour is the time that the work on a request takes.
type labour struct {
	// request is that of any request, and row that of each row more.
	request, row time.Duration
	// drawn is the mean of a part of it that is drawn, as a share.
	drawn float64
}

// of returns the time of the work on a request of so many rows, and the mean of the part
// that is drawn.
func (l labour) of(rows int) (fixed, drawn time.Duration) {
	fixed = l.request + time.Duration(rows)*l.row
	return fixed, time.Duration(l.drawn * float64(fixed))
}

// durations returns all times of steps.
func (s *serverTimes) durations() []*time.Duration {
	return []*time.Duration{&s.client.request, &s.client.row, &s.server.request, &s.server.row, &s.row, &s.flush, &s.flushDrawn}
}

// at returns the times of a server of a pace; those in s are of DefaultPace.
func (s serverTimes) at(pace time.Duration) serverTimes {
	factor := float64(pace) / float64(DefaultPace)
	for _, d := range s.durations() {
		*d = time.Duration(factor * float64(*d))
	}
	return s
}

// Times of servers: those with which the simulated leaf fill came closest to that in
// residuals.json, of the servers in containers on a machine with two cores.
// TestFitServerTimes -fit 200 searches for better ones. A stall of the disk, which a pace
// includes, does not change the order of rows: they are shorter than the pace says.
var (
	postgresTimes = serverTimes{
		client: labour{request: 7500, row: 690, drawn: 2.4}, server: labour{request: 70_000, row: 1090, drawn: 0.47},
		row: 390, flush: 10_000, flushDrawn: 23_000, kept: 0.4,
	}
	innoDBTimes = serverTimes{
		client: labour{request: 22_500, row: 230, drawn: 4.65}, server: labour{request: 4300, row: 2700, drawn: 0.38},
		row: 33, flush: 37_000, flushDrawn: 368_000, kept: 0.5,
	}
)
