package mysql_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/integration_test/internal/sample"
)

// turns is how many times each way has its turn. The ways alternate, because a server's
// speed changes with the time more than they differ.
const turns = 11

// BenchmarkCalls measures the functions that read, show and date IDs, in microseconds a
// call and without a table, beside RANDOM_BYTES(16). The functions alternate:
//
//	go test -run '^$' -bench Calls -benchtime 20000x ./integration_test/migrations/mysql
func BenchmarkCalls(b *testing.B) {
	calls := map[string]string{
		"wiji_text": "sortid_wiji_text(UNHEX(@h))", "wiji_parse": "sortid_wiji_parse(@t)", "wiji_valid": "sortid_wiji_valid(UNHEX(@h))",
		"wiji_time": "sortid_wiji_time(UNHEX(@h))", "wiji_min_at": "sortid_wiji_min_at(@at)", "wiji_fields": "sortid_wiji_fields(UNHEX(@h))",
		"wiji_at": "sortid_wiji_at(@at)", "ulid_at": "sortid_ulid_at(@at)", "uuid_at": "sortid_uuid_at(@at)", "scru_at": "sortid_scru_at(@at)",
		"ulidflake_at": "sortid_ulidflake_at(@at, 7)", "xid_at": "sortid_xid_at(@at, 7)", "random_bytes": "RANDOM_BYTES(16)",
		"uid_text": "sortid_uid_text(@u)", "uid_parse": "sortid_uid_parse(@x)", "scru_text": "sortid_scru_text(UNHEX(CONCAT(@h, '01234567')))",
	}
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		b.Run(string(kind), func(b *testing.B) {
			d := empty(b, kind)
			d.install(b, nil)
			s := d.session(b)
			s.exec("SET @h = '064DCDFEE02200002A10ABCDEF012345', @t = '069Q6ZXR120002M45BSQQG28T5', @at = '2026-03-25 00:03:20.5', @u = 12345678901234567890, @x = 'jpXCZedGfVQ'")
			times := map[string][]float64{}
			for range turns {
				for name, call := range calls {
					begun := time.Now()
					var zero sql.NullInt64
					if err := s.QueryRowContext(b.Context(), fmt.Sprintf("SELECT BENCHMARK(%d, %s)", b.N, call)).Scan(&zero); err != nil {
						b.Fatal(err)
					}
					times[name] = append(times[name], float64(time.Since(begun).Nanoseconds())/float64(b.N)/1000)
				}
			}
			for name := range calls {
				b.ReportMetric(sample.Median(times[name]), name+"-µs")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
