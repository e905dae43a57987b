package partitions_test

import (
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/sample"
	"github.com/sortid/sortid/internal/dbserver"
)

var oldRows = flag.Int("rows", 20_000, "the old rows of BenchmarkRetention; a tenth as many stay")

// expiry is a way to remove old rows.
type expiry struct {
	name    string
	divided bool // the table has partitions
	run     func(s server, rows int)
}

var expiries = []expiry{
	{"drop", true, func(s server, _ int) {
		s.exec(s.pick("ALTER TABLE events DETACH PARTITION events_old CONCURRENTLY", "ALTER TABLE events DROP PARTITION old"))
		if s.postgres() {
			s.exec("DROP TABLE events_old")
		}
	}},
	{"delete", false, func(s server, rows int) {
		const batch = 10_000
		for n := batch; n < rows+batch; n += batch {
			s.exec("DELETE FROM events WHERE id < " + s.boundOf(min(n, rows)))
		}
		if s.postgres() {
			s.exec("VACUUM events")
		} else {
			s.awaitPurge()
		}
	}},
}

// BenchmarkRetention removes the old rows of a table: by dropping their partition, or by DELETE in batches and then
// VACUUM, or InnoDB's purge. It reports medians: the seconds, the bytes of the log, and the bytes that the files of the table
// have less.
//
//	go test ./integration_test/partitions -run '^$' -bench Retention -rows 1000000 -benchtime 3x -timeout 60m
func BenchmarkRetention(b *testing.B) {
	for _, kind := range dbserver.Kinds() {
		for _, way := range expiries {
			b.Run(string(kind)+"/"+way.name, func(b *testing.B) {
				s := open(b, kind)
				s.install()
				s.numbers()
				var seconds, logs, freed []float64
				for range b.N {
					s.fill(way.divided, *oldRows)
					size, log, start := s.size(), s.log(), time.Now()
					way.run(s, *oldRows)
					seconds = append(seconds, time.Since(start).Seconds())
					logs, freed = append(logs, s.log()-log), append(freed, size-s.size())
					if got, want := s.rows("SELECT COUNT(*) FROM events")[0], strconv.Itoa(*oldRows/10); got != want {
						b.Fatalf("%s rows are left, want %s", got, want)
					}
					s.exec("DROP TABLE events")
				}
				b.ReportMetric(0, "ns/op") // with the time of filling
				b.ReportMetric(sample.Median(seconds), "s")
				b.ReportMetric(sample.Median(logs)/1e6, "log-MB")
				b.ReportMetric(sample.Median(freed)/1e6, "freed-MB")
			})
		}
	}
}

// BenchmarkCheck lists a partition of -rows, which reads all its keys: UUIDv7 of 16 bytes, and their texts.
//
//	go test ./integration_test/partitions -run '^$' -bench Check -rows 1000000 -benchtime 3x
func BenchmarkCheck(b *testing.B) {
	for _, kind := range dbserver.Kinds() {
		for _, text := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/text=%t", kind, text), func(b *testing.B) {
				s := open(b, kind)
				s.install()
				s.numbers()
				s.uuids(text, *oldRows)
				for b.Loop() {
					row := s.cells(s.pick("SELECT * FROM ", "CALL ") + "sortid_partitions_before('events', 'uuidv7', '2026-10-01', 0, FALSE)")[0]
					if row[4] != strconv.Itoa(*oldRows) || row[8] != "" {
						b.Fatalf("the partition is listed as %q", row)
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
			})
		}
	}
}

// uuids creates the table with a partition of old UUIDv7, and a row of now.
func (s server) uuids(text bool, rows int) {
	s.t.Helper()
	kind, id := s.pick("uuid", "BINARY(16)"), s.pick("%s", "UNHEX(%s)")
	if text {
		kind = s.pick(`text COLLATE "C"`, "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin")
		id = s.pick("sortid_uuid_text(%s)", "LOWER(INSERT(INSERT(INSERT(INSERT(%s, 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), 24, 0, '-'))")
	}
	id = fmt.Sprintf(id, s.pick("(lpad(to_hex(1785628800000 + n * 200), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' || lpad(to_hex(n * 1048573::bigint), 15, '0'))::uuid", "CONCAT(LPAD(HEX(1785628800000 + n * 200), 12, '0'), '7', LPAD(HEX(n & 4095), 3, '0'), '8', LPAD(HEX(n * 1048573), 15, '0'))"))
	s.exec("CREATE TABLE events (id "+kind+" NOT NULL PRIMARY KEY, note varchar(60) NOT NULL)"+s.pick(" PARTITION BY RANGE (id)", ""),
		"CALL sortid_partitions_ensure_from('events', 'uuidv7', 'month', 1, '2026-08-01')")
	const chunk = 100 // thousands of a statement
	for first := 0; first < rows; first += chunk * 1000 {
		s.exec(fmt.Sprintf("INSERT INTO events SELECT %s, 'a note of some thirty characters' FROM (SELECT %d + a.n * 1000 + b.n AS n FROM numbers a CROSS JOIN numbers b WHERE a.n < %d) made WHERE n < %d ORDER BY n",
			id, first, chunk, rows))
	}
	now := "sortid_uuid_new()"
	if text {
		now = "sortid_uuid_text(" + now + ")"
	}
	s.exec("INSERT INTO events VALUES ("+now+", '')", s.pick("VACUUM ANALYZE events", "ANALYZE TABLE events"))
}

// numbers creates the table of the numbers below 1,000.
func (s server) numbers() {
	values := make([]string, 1000)
	for i := range values {
		values[i] = fmt.Sprintf("(%d)", i)
	}
	s.exec("CREATE TABLE numbers (n int PRIMARY KEY)", "INSERT INTO numbers VALUES "+strings.Join(values, ", "))
}

// boundOf returns the least ID of the row n: the rows are a millisecond apart.
func (s server) boundOf(n int) string {
	return fmt.Sprintf(s.pick("sortid_wiji_min_at('2026-01-01 00:00Z'::timestamptz + %d * interval '1 millisecond')",
		"sortid_wiji_min_at('2026-01-01' + INTERVAL %d * 1000 MICROSECOND)"), n)
}

// fill creates the table, with a partition for the old rows if divided, and its rows.
func (s server) fill(divided bool, rows int) {
	s.t.Helper()
	s.exec(fmt.Sprintf("CREATE TABLE events (id %s NOT NULL PRIMARY KEY, kind int NOT NULL, note varchar(100) NOT NULL)", s.pick("uuid", "BINARY(16)"))+
		s.pick(map[bool]string{true: " PARTITION BY RANGE (id)"}[divided], ""), "CREATE INDEX events_kind ON events (kind)")
	if divided {
		bound := s.rows("SELECT " + s.pick("'''' || "+s.boundOf(rows)+" || ''''", "CONCAT('X''', HEX("+s.boundOf(rows)+"), '''')"))[0]
		if s.postgres() {
			s.exec("CREATE TABLE events_old PARTITION OF events FOR VALUES FROM (MINVALUE) TO ("+bound+")",
				"CREATE TABLE events_new PARTITION OF events FOR VALUES FROM ("+bound+") TO (MAXVALUE)")
		} else {
			s.exec("ALTER TABLE events PARTITION BY RANGE COLUMNS(id) (PARTITION old VALUES LESS THAN (" + bound + "), PARTITION new VALUES LESS THAN (MAXVALUE))")
		}
	}
	const chunk = 100 // thousands of a statement
	for first := 0; first < rows*11/10; first += chunk * 1000 {
		s.exec(fmt.Sprintf("INSERT INTO events SELECT %s, n %% 1000, REPEAT('x', 100) FROM (SELECT %d + a.n * 1000 + b.n AS n FROM numbers a CROSS JOIN numbers b WHERE a.n < %d) made WHERE n < %d ORDER BY n",
			s.pick("sortid_wiji_at('2026-01-01 00:00Z'::timestamptz + n * interval '1 millisecond')", "sortid_wiji_at('2026-01-01' + INTERVAL n * 1000 MICROSECOND)"),
			first, chunk, rows*11/10))
	}
	s.exec(s.pick("VACUUM ANALYZE events", "ANALYZE TABLE events"), s.pick("CHECKPOINT", "DO 0"))
}

// lastNumber returns the number that a query returns in its last column.
func (s server) lastNumber(query string) float64 {
	s.t.Helper()
	row := s.cells(query)[0]
	n, err := strconv.ParseFloat(row[len(row)-1], 64)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// size returns the bytes of the files of the table.
func (s server) size() float64 {
	s.t.Helper()
	switch s.kind {
	case dbserver.Postgres:
		return s.lastNumber("SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'events%' AND relkind = 'r'")
	case dbserver.MySQL:
		return s.lastNumber("SELECT SUM(FILE_SIZE) FROM information_schema.INNODB_TABLESPACES WHERE NAME LIKE CONCAT(DATABASE(), '/events%')")
	}
	return s.lastNumber("SELECT SUM(FILE_SIZE) FROM information_schema.INNODB_SYS_TABLESPACES WHERE NAME LIKE CONCAT(DATABASE(), '/events%')")
}

// log returns the bytes that the server has written to its log.
func (s server) log() float64 {
	s.t.Helper()
	return s.lastNumber(s.pick("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn", "SHOW GLOBAL STATUS LIKE 'Innodb_os_log_written'"))
}

var (
	nextTransaction = regexp.MustCompile(`Trx id counter (\d+)`)
	purgeDone       = regexp.MustCompile(`Purge done for trx's n:o < (\d+)`)
)

// awaitPurge waits until the purge has passed all transactions that are committed.
func (s server) awaitPurge() {
	s.t.Helper()
	read := func() (next, done int) {
		status := s.cells("SHOW ENGINE INNODB STATUS")[0][2]
		for pattern, target := range map[*regexp.Regexp]*int{nextTransaction: &next, purgeDone: &done} {
			m := pattern.FindStringSubmatch(status)
			if m == nil {
				s.t.Fatalf("SHOW ENGINE INNODB STATUS does not match %v", pattern)
			}
			*target, _ = strconv.Atoi(m[1])
		}
		return next, done
	}
	next, _ := read()
	s.exec("CREATE TABLE IF NOT EXISTS purged (n int PRIMARY KEY)", "INSERT IGNORE INTO purged VALUES (0)")
	await.Until(s.t, "the end of the purge", func() bool {
		s.exec("UPDATE purged SET n = n + 1") // the purge passes a transaction when there is a later one
		_, done := read()
		return done > next
	})
}
