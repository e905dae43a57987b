package mysql_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/sample"
)

// turns is how many times each way has its turn. The ways alternate, because a server's
// speed changes with the time more than they differ.
const turns = 11

// way is a way to insert rows with a key. The first of a list is what the others are
// compared with.
type way struct {
	name   string
	create string // the table's columns; the table has the way's name
	setup  string // a further statement, or none
	key    string // what INSERT … SELECT has for the key; empty where it leaves the key out
	client bool   // the keys are made by the client
}

func ways(kind dbserver.Kind) []way {
	const binary = "id BINARY(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 PRIMARY KEY, n INT"
	list := []way{{name: "uuid", create: binary, key: "UUID_TO_BIN(UUID())"}}
	if kind == dbserver.MariaDB {
		list = []way{{name: "uuid_v7", create: "id UUID NOT NULL PRIMARY KEY, n INT", key: "UUID_v7()"}}
	}
	return append(list,
		way{name: "random_bytes", create: binary, key: "RANDOM_BYTES(16)"},
		way{name: "wiji_default", create: "id BINARY(16) NOT NULL PRIMARY KEY DEFAULT (UNHEX(CONCAT(LPAD(HEX(" +
			"TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))," +
			" 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))), n INT"},
		way{name: "wiji_function", create: binary, key: "sortid_wiji_new()"},
		way{name: "wiji_trigger", create: binary, setup: "CREATE TRIGGER wiji_trigger_id BEFORE INSERT ON wiji_trigger FOR EACH ROW" +
			" SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new())"},
		way{name: "ulid_function", create: binary, key: "sortid_ulid_new()"},
		way{name: "uuid_function", create: binary, key: "sortid_uuid_new()"},
		way{name: "scru_function", create: "id BINARY(20) NOT NULL PRIMARY KEY, n INT", key: "sortid_scru_new()"},
		way{name: "ulidflake_function", create: "id BIGINT NOT NULL PRIMARY KEY, n INT", key: "sortid_ulidflake_new()"},
		way{name: "xid_function", create: "id BIGINT UNSIGNED NOT NULL PRIMARY KEY, n INT", key: "sortid_xid_new()"},
		way{name: "wiji_client", create: binary, client: true},
	)
}

// BenchmarkInsert inserts rows whose keys the server makes, beside the server's own
// UUIDs and beside keys from Go in statements of 1,000 rows. It reports the medians of
// the time a row, and of its ratio to that of the first way, which is UUID_TO_BIN(UUID())
// on MySQL and UUID_v7() on MariaDB:
//
//	go test -run '^$' -bench Insert -benchtime 10000x ./integration_test/migrations/mysql
//
// The number is that of the rows in a turn. xids collide within a millisecond: a row
// whose key is there already is left out.
func BenchmarkInsert(b *testing.B) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		b.Run(string(kind), func(b *testing.B) {
			d := empty(b, kind)
			d.install(b, nil)
			db := connect(b, d.DSN, map[string]string{"interpolateParams": "true"})
			s := sessionOf(b, db)
			s.exec("CREATE TABLE source (n INT PRIMARY KEY)", "INSERT INTO source SELECT n FROM ("+rows(b.N)+") AS r", "ANALYZE TABLE source")
			list := ways(kind)
			for _, w := range list {
				s.exec("CREATE TABLE " + w.name + " (" + w.create + ")")
				if w.setup != "" {
					s.exec(w.setup)
				}
			}
			times, ratios := make([][]float64, len(list)), make([][]float64, len(list))
			for range turns {
				for i, w := range list {
					s.exec("TRUNCATE TABLE " + w.name)
					begun := time.Now()
					w.insert(s, b.N)
					times[i] = append(times[i], float64(time.Since(begun).Nanoseconds())/float64(b.N)/1000)
					ratios[i] = append(ratios[i], times[i][len(times[i])-1]/times[0][len(times[i])-1])
				}
			}
			b.ReportMetric(0, "ns/op") // the sum of all says nothing
			for i, w := range list {
				b.ReportMetric(sample.Median(times[i]), w.name+"-µs/row")
				b.ReportMetric(sample.Median(ratios[i]), w.name+"-ratio")
			}
		})
	}
}

// insert inserts n rows.
func (w way) insert(s session, n int) {
	switch {
	case w.client:
		w.send(s, n)
	case w.key == "":
		s.exec("INSERT INTO " + w.name + " (n) SELECT n FROM source")
	default:
		s.exec("INSERT IGNORE INTO " + w.name + " (id, n) SELECT " + w.key + ", n FROM source")
	}
}

// send inserts rows with keys from Go.
func (w way) send(s session, n int) {
	const size = 1000
	for sent := 0; sent < n; sent += size {
		count := min(size, n-sent)
		args := make([]any, 0, 2*count)
		for i := range count {
			key := wiji.New()
			args = append(args, key[:], sent+i)
		}
		statement := "INSERT INTO " + w.name + " (id, n) VALUES " + strings.TrimSuffix(strings.Repeat("(?,?),", count), ",")
		if _, err := s.ExecContext(s.t.Context(), statement, args...); err != nil {
			s.t.Fatal(err)
		}
	}
}

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
