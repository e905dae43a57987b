package postgres_test

import (
	"fmt"
	"testing"

	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// needsLocales skips a test on PostgreSQL 14, whose databases have no ICU locale.
func needsLocales(t *testing.T) {
	t.Helper()
	if before15(t, connect(t, dbtest.Open(t, dbserver.Postgres))) {
		t.Skip("databases have an ICU locale from PostgreSQL 15 on")
	}
}

// The functions do the same in a database that sorts by the rules of a language, and with
// standard_conforming_strings off, which decides what a backslash in a literal means when a
// function is created and, in PL/pgSQL, when it runs.
func TestLocale(t *testing.T) {
	t.Parallel()
	needsLocales(t)
	d := dbtest.OpenWith(t, dbserver.Postgres, dbserver.DatabaseOptions{Locale: "en-US"})
	db := connectWith(t, d, map[string]string{"default_query_exec_mode": "exec", "standard_conforming_strings": "off"})
	migrate(t, db)
	if got := queryOne(t, db, "SELECT ('a' < 'B')::text || current_setting('standard_conforming_strings')"); got != "trueoff" {
		t.Fatalf("the database sorts byte by byte, or standard_conforming_strings is on: %s", got)
	}
	suite.Run(t, suite.Postgres(db))
}

// A text's collation makes no difference, even one for which letters of different case are
// equal: Base58 stays case-sensitive, and no function fails.
func TestCollations(t *testing.T) {
	needsLocales(t)
	_, db := openWith(t, dbserver.DatabaseOptions{Locale: "tr-TR"}) // whose I is not that of i
	exec(t, db, "CREATE COLLATION anycase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
	for _, c := range []struct{ call, want string }{
		{"sortid_uid_parse_bytes(%s)", `\x1000000000000000`},
		{"sortid_uid_valid_text(%s)", "true"},
		{"sortid_uid_prefix_min(left(%s, 3) COLLATE anycase)", ""},
	} {
		text := queryOne(t, db, `SELECT sortid_uid_text('\x1000000000000000'::bytea)`)
		got := queryOne(t, db, fmt.Sprintf("SELECT "+c.call+"::text", "'"+text+"' COLLATE anycase"))
		if c.want != "" && got != c.want {
			t.Errorf("%s of %s is %s, want %s", c.call, text, got, c.want)
		}
	}
	exec(t, db, `CREATE TABLE t (w text COLLATE anycase DEFAULT sortid_wiji_text(sortid_wiji_new()), s text COLLATE anycase DEFAULT sortid_scru_text(sortid_scru_new()),
			f text COLLATE anycase DEFAULT sortid_ulidflake_text(sortid_ulidflake_new()), u text COLLATE anycase DEFAULT sortid_wiji_uuid(sortid_wiji_new()), n int)`,
		"INSERT INTO t (n) SELECT generate_series(1, 50)")
	got := queryOne(t, db, `SELECT bool_and(sortid_wiji_text(sortid_wiji_parse(w)) = w AND sortid_wiji_parse(lower(w COLLATE "C")) = sortid_wiji_parse(w)
		AND sortid_scru_text(sortid_scru_parse(s)) = s AND sortid_ulidflake_text(sortid_ulidflake_parse(f)) = f
		AND sortid_wiji_parse(upper(u COLLATE "C"))::text = u AND sortid_wiji_valid_text(w) AND NOT sortid_wiji_valid_text(w || 'x'))::text FROM t`)
	if got != "true" {
		t.Error("texts with another collation are read as other IDs")
	}
	refused(t, db, "SELECT sortid_wiji_parse('06c35nfnrcy00007b55snpx8z\u017f' COLLATE anycase)", "wiji", "wrong length")
	refused(t, db, "SELECT sortid_uid_parse('0000000000\u212a' COLLATE anycase)", "uid11")
	refused(t, db, "SELECT sortid_uid_parse('1111111111I' COLLATE anycase)", "uid11", "character outside the alphabet", "at byte 10")
}

// A session's settings for times and bytes do not show in an ID.
func TestSessionSettings(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	query := `SELECT sortid_wiji_min_at(x)::text || sortid_ulid_max_at(x) || sortid_ulidflake_min_at(x) || sortid_xid_min_at(x) || sortid_scru_text(sortid_scru_min_at(x))
		|| (sortid_wiji_time(sortid_wiji_min_at(x)) = x) || (sortid_xid_time(sortid_xid_min_at(x)) = x) FROM (SELECT timestamptz '2026-11-21 12:34:56.111Z' AS x) AS s`
	want := queryOne(t, conn, query)
	for _, setting := range []string{
		"TimeZone = 'Asia/Kathmandu'", "TimeZone = 'America/New_York'", "DateStyle = 'German, DMY'", "DateStyle = 'SQL, MDY'", "IntervalStyle = 'sql_standard'",
		"bytea_output = 'escape'", "extra_float_digits = -15", "standard_conforming_strings = off", "quote_all_identifiers = on", "lc_numeric = 'C'", "check_function_bodies = off",
	} {
		exec(t, conn, "SET "+setting)
		if got := queryOne(t, conn, query); got != want {
			t.Errorf("with %s: %s, want %s", setting, got, want)
		}
		x := queryOne(t, conn, "SELECT (sortid_wiji_valid(sortid_wiji_new()) AND sortid_wiji_parse(sortid_wiji_text(sortid_wiji_new())) IS NOT NULL AND sortid_scru_text(sortid_scru_new()) IS NOT NULL)::text")
		if x != "true" {
			t.Errorf("with %s, IDs are not valid", setting)
		}
	}
	refused(t, conn, "SELECT sortid_uuid_at('infinity')", "uuidv7", "infinity", "lifetime")
	refused(t, conn, "SELECT sortid_scru_at('1970-01-01 00:00:00Z')", "scru160", "1970-01-01", "lifetime")
	refused(t, conn, "SELECT sortid_wiji_min_at('infinity')", "wiji", "infinity", "lifetime")
	refused(t, conn, "SELECT sortid_scru_min_at('-infinity')", "scru160", "infinity", "lifetime")
}
