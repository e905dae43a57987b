package mysql_test

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/migrations"
)

// The tables of this file set the clock, the random bits and what a wait lasts, so that they can say the exact ID. The
// migrations are installed with these functions in the place of the server's. Variables of the session say what is given:
//
//	@given_start   the time of the statement in UTC, in microseconds since 1970
//	@given_zone    the seconds that the zone of the session is ahead of UTC
//	@given_passed  the microseconds since then; each reading of the clock adds @given_tick, and each wait @given_step
//	@given_ticks   the clock of UUID, in microseconds since 1970
//	@given_short   the counter of UUID_SHORT
//	@given_seconds how long the last lock would have been waited for
var given = []string{
	"CREATE FUNCTION given_utc() RETURNS DATETIME(6) NOT DETERMINISTIC NO SQL RETURN TIMESTAMP'1970-01-01 00:00:00' + INTERVAL @given_start MICROSECOND",
	"CREATE FUNCTION given_second() RETURNS DATETIME NOT DETERMINISTIC NO SQL RETURN TIMESTAMP'1970-01-01 00:00:00' + INTERVAL @given_start DIV 1000000 SECOND",
	"CREATE FUNCTION given_now() RETURNS DATETIME(6) NOT DETERMINISTIC NO SQL RETURN TIMESTAMP'1970-01-01 00:00:00' + INTERVAL @given_start + @given_zone * 1000000 MICROSECOND",
	`CREATE FUNCTION given_sysdate() RETURNS DATETIME(6) NOT DETERMINISTIC NO SQL
	BEGIN
		SET @given_passed = @given_passed + @given_tick, @given_reads = @given_reads + 1;
		IF @given_reads > 10000 THEN
			SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the clock stands still, and a function waits for it';
		END IF;
		RETURN TIMESTAMP'1970-01-01 00:00:00' + INTERVAL @given_start + @given_zone * 1000000 + @given_passed - @given_tick MICROSECOND;
	END`,
	`CREATE FUNCTION given_sleep(seconds DOUBLE) RETURNS INT NOT DETERMINISTIC NO SQL
	BEGIN
		SET @given_passed = @given_passed + @given_step, @given_slept = @given_slept + 1;
		RETURN 0;
	END`,
	`CREATE FUNCTION given_uuid() RETURNS CHAR(36) CHARACTER SET ascii NOT DETERMINISTIC NO SQL
	BEGIN
		DECLARE digits CHAR(15) CHARACTER SET ascii DEFAULT LPAD(HEX(@given_ticks * 10 + @given_tenth + 122192928000000000), 15, '0');
		RETURN LOWER(CONCAT(RIGHT(digits, 8), '-', SUBSTR(digits, 4, 4), '-1', LEFT(digits, 3), '-8000-0123456789ab'));
	END`,
	"CREATE FUNCTION given_short() RETURNS BIGINT UNSIGNED NOT DETERMINISTIC NO SQL BEGIN SET @given_short = @given_short + 1; RETURN @given_short; END",
	"CREATE FUNCTION given_lock(name VARCHAR(64) CHARACTER SET ascii, seconds INT) RETURNS INT NOT DETERMINISTIC NO SQL BEGIN SET @given_seconds = seconds; RETURN GET_LOCK(name, 0); END",
	"CREATE FUNCTION given_bytes(size INT) RETURNS VARBINARY(32) NOT DETERMINISTIC NO SQL RETURN LEFT(@given_bytes, size)",
}

var clockCalls = regexp.MustCompile(`\b(UTC_TIMESTAMP\((?:6)?\)|NOW\(6\)|SYSDATE\(6\)|UUID\(\)|UUID_SHORT\(\)|RANDOM_BYTES\(|GET_LOCK\(|SLEEP\(|@@GLOBAL\.innodb_flush_log_at_trx_commit|@@GLOBAL\.log_bin|@@GLOBAL\.sync_binlog)|@@GLOBAL\.[a-z_]+`)

// withGiven returns a file of the migrations that asks for what is given.
func withGiven(file string) string {
	return clockCalls.ReplaceAllStringFunc(file, func(call string) string {
		switch call {
		case "UTC_TIMESTAMP(6)":
			return "given_utc()"
		case "UTC_TIMESTAMP()":
			return "given_second()"
		case "NOW(6)":
			return "given_now()"
		case "SYSDATE(6)":
			return "given_sysdate()"
		case "UUID()":
			return "given_uuid()"
		case "UUID_SHORT()":
			return "given_short()"
		case "RANDOM_BYTES(":
			return "given_bytes("
		case "GET_LOCK(":
			return "given_lock("
		case "SLEEP(":
			return "given_sleep("
		}
		return "@given_" + strings.TrimPrefix(call, "@@GLOBAL.")
	})
}

// rules are the tests of TestRules, by the part of the migrations that they are of.
var rules = []struct {
	name string
	test func(*testing.T, database, session)
}{{"clock", clockRules}, {"wiji", wijiRules}, {"ulid", ulidRules}, {"uuid", uuidRules}, {"scru", scruRules}, {"turn", turnRules}, {"steps", stepRules}, {"uid", uidRules}, {"backfill", backfillRules}, {"lease", leaseRules},
	{"reading", readingRules}, {"column", columnRules}, {"ensure", ensureRules}, {"evidence", evidenceRules}, {"retention", retentionRules}, {"race", raceRules}, {"run", runRules}, {"settings", settingRules}, {"lengths", lengthRules}}

// lengthRules tests the error for an ID with a byte less or more: it says how many are needed.
func lengthRules(t *testing.T, _ database, s session) {
	for format, size := range map[string]int{"wiji": 16, "ulid": 16, "scru": 20, "uuid": 16} {
		list := s.list("SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_NAME REGEXP '^sortid_" + format + "_(text|uuid|hex|time|fields|typed_text)$'")
		if len(list) < 5 {
			t.Errorf("%s has the functions %q alone", format, list)
		}
		for _, function := range list {
			for _, given := range []int{size - 1, size + 1} {
				id := "REPEAT(X'01', " + strconv.Itoa(given) + ")"
				if strings.HasSuffix(function, "typed_text") {
					id = "'user', " + id
				}
				want := fmt.Sprintf("wrong length: %d bytes where %d are needed", given, size)
				if got := s.refuses("SET @given_text = " + function + "(" + id + ")"); !strings.Contains(got, want) {
					t.Errorf("%s of %d bytes: %q, want %q", function, given, got, want)
				}
			}
		}
	}
}

// TestRules tests the migrations at the edges of their rules, with a given clock.
func TestRules(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		d.session(t).exec(given...)
		functions.InstallFiles(t, dbserver.MySQL, d.DB, functions.Rewritten(t, migrations.MySQL, withGiven))
		for _, r := range rules {
			t.Run(r.name, func(t *testing.T) {
				s := d.session(t)
				s.at(0)
				r.test(t, d, s)
			})
		}
	})
}

// settingRules tests that all files change the session's settings, and give them back, in the same way.
func settingRules(t *testing.T, _ database, _ session) {
	for _, pattern := range []string{`(?s)SET @sortid_sql_mode = .*?lock_wait_timeout = [0-9]+;\n`, `(?s)SET SESSION sql_mode = @sortid_sql_mode,.*?DEALLOCATE PREPARE sortid_names;\n`} {
		ways := map[string]int{}
		functions.Rewritten(t, migrations.MySQL, func(file string) string {
			ways[regexp.MustCompile(pattern).FindString(file)]++
			return file
		})
		if len(ways) != 1 || ways[""] > 0 {
			t.Errorf("the files have more than one of %s: %v", pattern, ways)
		}
	}
}

// at gives the time, a millisecond after the beginning of the statement.
func (s session) at(now int64) {
	s.t.Helper()
	s.exec(fmt.Sprintf("SET @given_start = %d, @given_passed = 1000, @given_zone = 0, @given_tick = 0, @given_step = 0, @given_slept = 0, @given_reads = 0, @given_tenth = 0, @given_bytes = X'F123456789ABCDEF0123456789ABCDEF', @given_short = 100, @given_ticks = %d", now-1000, now))
}

// refusal returns the server's error with its number.
func refusal(err error) string {
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return fmt.Sprint(e.Number, " ", e.Message)
	}
	return ""
}

// says returns the value of an expression, or the server's error.
func (s session) says(expr string) string {
	s.t.Helper()
	var v *string
	err := s.QueryRowContext(s.t.Context(), "SELECT "+expr).Scan(&v)
	if text := refusal(err); text != "" {
		return text
	}
	switch {
	case err != nil:
		s.t.Fatalf("%s: %v", expr, err)
	case v == nil:
		return "NULL"
	}
	return *v
}

// value is an expression and what it gives: a value, or the beginning of an error.
type value struct{ expr, want string }

func (s session) values(rows []value) {
	s.t.Helper()
	for _, r := range rows {
		if got := s.says(r.expr); got != r.want && (len(r.want) < 5 || r.want[4] != ' ' || !strings.HasPrefix(got, r.want)) {
			s.t.Errorf("%s: %s, want %s", r.expr, got, r.want)
		}
	}
}
