package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/sample"
)

// BenchmarkCall calls functions a hundred thousand times in a statement. "x" is the
// ratio to gen_random_uuid(), and "s" the seconds.
//
//	go test -run '^$' -bench Call -benchtime 15x ./integration_test/migrations/postgres
func BenchmarkCall(b *testing.B) {
	calls := []string{
		"gen_random_uuid()", "uuidv7()", "sortid_wiji_new()", "sortid_ulid_new()", "sortid_uuid_new()", "sortid_scru_new()", "sortid_ulidflake_new()",
		"sortid_uid_ts_seq_rand()", "sortid_xid_new()", "sortid_wiji_text(w)", "sortid_wiji_parse(t)", "sortid_wiji_valid_text(t)", "sortid_wiji_time(w)",
		"sortid_wiji_at(at)", "sortid_ulid_at(at)", "sortid_uuid_at(at)", "sortid_scru_at(at)", "sortid_ulidflake_at(at, 7)", "sortid_xid_at(at, 7)",
		"sortid_wiji_min_at(at)", "sortid_scru_text(s)", "sortid_scru_parse(st)", "sortid_uid_text(x)", "sortid_uid_parse(xt)",
	}
	_, db := open(b)
	exec(b, db, `CREATE TABLE called AS
		SELECT w, sortid_wiji_text(w) AS t, sortid_wiji_time(w) AS at, s, sortid_scru_text(s) AS st, x, sortid_uid_text(x) AS xt
		FROM (SELECT sortid_wiji_new() AS w, sortid_scru_new() AS s, sortid_xid_new() AS x FROM generate_series(1, 1000)) AS made`)
	conn := session(b, db)
	if queryOne(b, conn, "SELECT count(*) FROM pg_proc WHERE proname = 'uuidv7'") == "0" {
		calls = slices.DeleteFunc(calls, func(call string) bool { return call == "uuidv7()" })
	}
	exec(b, conn, "SELECT sortid_wiji_new(), sortid_ulid_new(), sortid_scru_new()") // a session's first call
	seconds, ratios := make([][]float64, len(calls)), make([][]float64, len(calls))
	for turn := 0; b.Loop(); turn++ {
		took := make([]float64, len(calls))
		for i := range calls { // who goes first must not matter
			k := (i + turn) % len(calls)
			begun := time.Now()
			exec(b, conn, "SELECT count("+calls[k]+") FROM called, generate_series(1, 100)")
			took[k] = time.Since(begun).Seconds()
		}
		for k := range calls {
			seconds[k], ratios[k] = append(seconds[k], took[k]), append(ratios[k], took[k]/took[0])
		}
	}
	b.ReportMetric(0, "ns/op") // the sum of all says nothing
	var report strings.Builder
	for k, call := range calls {
		b.ReportMetric(sample.Median(ratios[k]), strings.TrimSuffix(call, "()")+"-x")
		fmt.Fprintf(&report, "\n%-40s %7.3f s  %5.2f x", call, sample.Median(seconds[k]), sample.Median(ratios[k]))
	}
	// Not by b.Log, which cuts off what is longer than ten lines.
	fmt.Println(report.String())
}
