package mysql_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/wiji"
)

// A time with an offset is an error. MySQL would convert it to the session's time zone, and
// MariaDB would drop the offset.
func TestOffsets(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		for _, zone := range []string{"+00:00", "+05:30", "-08:00"} {
			s.exec("SET time_zone = '" + zone + "'")
			for _, format := range []string{"wiji", "ulid", "uuid", "scru", "ulidflake", "xid"} {
				for _, end := range []string{"min_at", "max_at", "at"} {
					number := ""
					if end == "at" && (format == "ulidflake" || format == "xid") {
						number = ", 1"
					}
					for _, text := range []string{"2026-01-01 00:00:00+00:00", "2026-01-01T00:00:00+05:30", "2026-01-01 00:00:00-08:00", "2026-01-01 00:00:00.5-08:00", "2026-01-01T00:00:00Z"} {
						call := fmt.Sprintf("SELECT sortid_%s_%s('%s'%s)", format, end, text, number)
						if e := s.fails(call); e.Number != 1644 {
							t.Errorf("time_zone %s: %s: %v, want error 1644", zone, call, e)
						}
					}
					call := fmt.Sprintf("SELECT COUNT(DISTINCT sortid_%[1]s_time(x)) FROM (SELECT sortid_%[1]s_%[2]s('2026-01-01 12:00:00.5'%[3]s) AS x UNION ALL SELECT sortid_%[1]s_%[2]s(CAST('2026-01-01 12:00:00.5' AS DATETIME(6))%[3]s)) AS s", format, end, number)
					if got := s.get(call); got != "1" {
						t.Errorf("time_zone %s: %s: %s", zone, call, got)
					}
				}
			}
		}
	})
}

// The bounds take a date, a time to the minute, the second or a fraction of it, and nothing
// after it. The errors say what is wrong with another text.
func TestTimeTexts(t *testing.T) {
	const noTime, noDate, outside = "not a time in UTC: write 2026-01-31 12:00:00.000000, without an offset", "no such date or time: check it", "outside the lifetime, "
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec("SET time_zone = '+05:30'", results)
		for text, micros := range map[string]int64{
			"'2026-01-31'": 1769817600000000, "'2026-01-31 12:34'": 1769862840000000, "'2026-01-31T12:34:56'": 1769862896000000,
			"'2026-01-31 12:34:56.5'": 1769862896500000, "'2026-01-31 12:34:56.123456'": 1769862896123456,
			"'2026-01-31 12:34:56.123456999'":                          1769862896123456, // cut, not rounded
			"CAST('2026-01-31 12:34:56.123456' AS DATETIME(6))":        1769862896123456,
			"CAST('2026-01-31' AS DATE)":                               1769817600000000,
			"TIMESTAMP'2026-01-31 12:34:56' + INTERVAL 1 DAY":          1769949296000000,
			"CONVERT('2026-01-31 12:34:56' USING utf8mb4)":             1769862896000000,
			"CONVERT('2026-01-31 12:34:56' USING ucs2)":                1769862896000000,
			"CAST('2026-01-31 12:34:56' AS CHAR CHARACTER SET binary)": 1769862896000000,
		} {
			if want, got := fmt.Sprintf("%014X000010000000000000", micros), s.get("SELECT HEX(sortid_wiji_min_at("+text+"))"); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
			if want, got := fmt.Sprintf("%012XFFFFFFFFFFFFFFFFFFFF", micros/1000), s.get("SELECT HEX(sortid_ulid_max_at("+text+"))"); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
		for _, mode := range []string{"", "TRADITIONAL"} {
			s.exec("SET sql_mode = '" + mode + "'")
			for text, want := range map[string]string{
				"'2026-01-31 garbage'": noTime, "'2026-01-31garbage'": noTime, "'2026-01-31 12:34:56 garbage'": noTime, "'2026-01-31 12:34:56.5x'": noTime,
				"'2026-01-31\\n'": noTime, "'2026-01-31 12:34:56\\n'": noTime, "' 2026-01-31'": noTime, "'2026-01-31 '": noTime,
				"'2026-01-31 12'": noTime, "'2026-01-31 12:34:56.'": noTime, "'2026-01-31 12:34:56.1234567890'": noTime, "'2026-1-31'": noTime, "'26-01-31'": noTime,
				"''": noTime, "'now'": noTime, "20260131": noTime, "1769817600": noTime, "1769817600.5": noTime, "CAST('12:34:56' AS TIME)": noTime, "0x00": noTime,
				"'2026-01-31 12:34:56+00:00'": noTime, "'2026-01-31 12:34:56 UTC'": noTime, "'2026-01-31T12:34:56Z'": noTime,
				"'2026-02-30'": noDate, "'2026-13-01'": noDate, "'2026-01-31 25:00'": noDate, "'2026-01-31 12:60:00'": noDate, "'0000-00-00'": noDate,
				"'1969-12-31 23:59:59.999999'": outside + "1970-01-01 to", "'2600-01-01'": outside + "1970-01-01 to",
			} {
				e := s.fails("SELECT sortid_wiji_min_at(" + text + ")")
				if e.Number != 1644 || !strings.HasPrefix(e.Message, "wiji: time '") || !strings.Contains(e.Message, want) {
					t.Errorf("sql_mode %q: %s: %v, want %q", mode, text, e, want)
				}
				if _, err := s.ExecContext(t.Context(), "INSERT INTO result SELECT sortid_wiji_min_at("+text+")"); err == nil {
					t.Errorf("sql_mode %q: %s is accepted in an INSERT", mode, text)
				}
			}
		}
		// The longest messages fit.
		for call, want := range map[string]string{
			"sortid_xid_min_at('2010-01-01 00:00:00.000000000')":    "uid11: time '2010-01-01 00:00:00.000000000': outside the lifetime, 2011-11-11 11:11:11.111 to 2151-03-25 18:46:22.214: check it",
			"sortid_ulidflake_max_at('2010-01-01 00:00:00')":        "ulidflake: time '2010-01-01 00:00:00': outside the lifetime, 2024-01-01 to 2302-09-27 15:10:22.207: check it",
			"sortid_scru_at('1970-01-01 00:00:00.000000000')":       "scru160: time '1970-01-01 00:00:00.000000000': outside the lifetime, 1970-01-01 00:00:00.001 to 10889-08-02: check it",
			"sortid_xid_at('2026-01-31', -9223372036854775808)":     "uid11: row '-9223372036854775808': out of range: number the rows of each millisecond from 1",
			"sortid_ulidflake_at('2026-01-31', 9e18)":               "ulidflake: row '9000000000000000000': sequence exhausted: its millisecond has 1048576 IDs: date it a millisecond later",
			"sortid_scru_min_at('" + strings.Repeat("x", 64) + "')": "scru160: time '" + strings.Repeat("x", 37) + "...': " + noTime,
		} {
			if e := s.fails("SELECT " + call); e.Message != want {
				t.Errorf("%s: %q, want %q", call, e.Message, want)
			}
		}
	})
}

// A time.Time of a Go program is cut to the microsecond, as Go's MinAt does it, in both protocols.
func TestTimeArguments(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		at := time.Date(2026, 12, 31, 23, 59, 59, 999_999_999, time.FixedZone("", 3600))
		want, err := wiji.MinAt(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, params := range []map[string]string{nil, {"interpolateParams": "true"}} {
			s := sessionOf(t, connect(t, d.DSN, params))
			if got := s.get("SELECT sortid_wiji_text(sortid_wiji_min_at(?))", at); got != want.String() {
				t.Errorf("parameters %v: %s, want %s", params, got, want)
			}
		}
	})
}
