package mysql_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
)

// BenchmarkSessions counts the IDs of 64 bits that sessions make twice when they insert at a time, in
// statements of 100 rows that are committed each, and in one transaction for each session. It reports
// for each function and number of sessions the microseconds a row and the IDs that are not the first of
// their value:
//
//	go test -run '^$' -bench Sessions -benchtime 20000x ./integration_test/migrations/mysql
//
// The number is that of the rows in each of the six cells of a function.
func BenchmarkSessions(b *testing.B) {
	calls := []struct{ name, call string }{
		{"ulidflake_new", "sortid_ulidflake_new()"},
		{"ulidflake_new_with(NULL,2)", "sortid_ulidflake_new_with(NULL, 2)"},
		{"uid_ts_seq_rand", "sortid_uid_ts_seq_rand()"},
		{"xid_new", "sortid_xid_new()"},
	}
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		b.Run(string(kind), func(b *testing.B) {
			d := empty(b, kind)
			d.install(b, nil)
			b.ReportMetric(0, "ns/op")
			for _, c := range calls {
				for _, mode := range []string{"autocommit", "transaction"} {
					for _, sessions := range []int{1, 8, 64} {
						perRow, twice := d.insertAtATime(b, c.call, sessions, mode == "transaction")
						name := fmt.Sprintf("%s-%s-%d", c.name, mode, sessions)
						b.ReportMetric(perRow, name+"-µs/row")
						b.ReportMetric(float64(twice), name+"-twice")
					}
				}
			}
		})
	}
}

// insertAtATime inserts b.N rows in all. It returns the microseconds a row and the number of IDs that
// were made before.
func (d database) insertAtATime(b *testing.B, call string, sessions int, inOne bool) (perRow float64, twice int) {
	b.Helper()
	const size = 100
	s := d.session(b)
	s.exec("DROP TABLE IF EXISTS made", "CREATE TABLE made (id BIGINT UNSIGNED NOT NULL, n INT AUTO_INCREMENT PRIMARY KEY, KEY (id))")
	writers := make([]session, sessions)
	for i := range writers {
		writers[i] = d.session(b)
	}
	each := max(1, b.N/sessions/size)
	done := make(chan error, sessions)
	begun := time.Now()
	for _, w := range writers {
		go func() {
			list := slices.Repeat([]string{"INSERT INTO made (id) SELECT " + call + " FROM (" + rows(size) + ") AS r"}, each)
			if inOne {
				list = slices.Concat([]string{"BEGIN"}, list, []string{"COMMIT"})
			}
			for _, statement := range list {
				if _, err := w.ExecContext(b.Context(), statement); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range writers {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
	perRow = float64(time.Since(begun).Microseconds()) / float64(each*sessions*size)
	for _, w := range writers {
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := fmt.Sscan(s.get("SELECT COUNT(*) - COUNT(DISTINCT id) FROM made"), &twice); err != nil {
		b.Fatal(err)
	}
	return perRow, twice
}
