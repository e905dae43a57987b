package mysql_test

import (
	"errors"
	"fmt"
	"regexp"
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
	"CREATE FUNCTION given_bytes(size INT) RETURNS VARBINARY(32) NOT DETERMINISTIC NO SQL RETURN LEFT(@given_bytes, size)",
}

var clockCalls = regexp.MustCompile(`\b(UTC_TIMESTAMP\((?:6)?\)|NOW\(6\)|SYSDATE\(6\)|UUID\(\)|UUID_SHORT\(\)|RANDOM_BYTES\(|SLEEP\(|@@GLOBAL\.innodb_flush_log_at_trx_commit|@@GLOBAL\.log_bin|@@GLOBAL\.sync_binlog)|@@GLOBAL\.[a-z_]+`)

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
	{"reading", readingRules}, {"column", columnRules}, {"ensure", ensureRules}, {"evidence", evidenceRules}, {"retention", retentionRules}}

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

// rule is a state of a generator, a time, and the ID that comes of them.
type rule struct {
	name  string
	state string // assignments, also of the clock
	now   int64
	want  string
	after string // the values of the state's variables; "" after an error
}

const lifetime = "1644 %s: time "

// generatorRules tests a generator whose state is in these variables.
func (s session) generatorRules(call string, variables []string, rules []rule) {
	s.t.Helper()
	for _, r := range rules {
		s.at(r.now)
		s.exec("SET @" + strings.Join(variables, " = NULL, @") + " = NULL")
		if r.state != "" {
			s.exec("SET " + r.state)
		}
		got := s.says(call)
		if !strings.HasPrefix(got, r.want) || r.want == "" {
			s.t.Errorf("%s: %s: %s, want %s", call, r.name, got, r.want)
		}
		if r.after == "" {
			continue
		}
		if got := s.says("CONCAT_WS(' ', @" + strings.Join(variables, ", @") + ")"); got != r.after {
			s.t.Errorf("%s: %s: the state is %s, want %s", call, r.name, got, r.after)
		}
	}
}

// known tests that a session with this state makes an ID without the function that does the rare cases.
func (s session) known(now int64, state, call, want, rare string) {
	s.t.Helper()
	var name, mode, create string
	var rest [3]string
	if err := s.QueryRowContext(s.t.Context(), "SHOW CREATE FUNCTION "+rare).Scan(&name, &mode, &create, &rest[0], &rest[1], &rest[2]); err != nil {
		s.t.Fatal(err)
	}
	head, _, _ := strings.Cut(create, "\n")
	s.exec("DROP FUNCTION "+rare, head+" NOT DETERMINISTIC NO SQL BEGIN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'a rare case'; RETURN NULL; END")
	s.at(now)
	s.exec("SET " + state)
	if got := s.says(call); got != want {
		s.t.Errorf("%s of a known session without %s: %s, want %s", call, rare, got, want)
	}
	s.exec("DROP FUNCTION "+rare, "SET @mode = @@SESSION.sql_mode, SESSION sql_mode = '"+mode+"'", create, "SET SESSION sql_mode = @mode")
}

// clockRules tests which clock counts, and the wait for it.
func clockRules(_ *testing.T, _ database, s session) {
	const at = 1_800_000_000_000_000
	for _, r := range []struct {
		name, set string
		want      int64
	}{
		{"a microsecond after the statement", "@given_passed = 1, @given_ticks = 0", at - 999},
		{"a second", "@given_passed = 1000000", at - 1000 + 1_000_000},
		{"in another zone", "@given_passed = 7, @given_zone = 20700", at - 1000 + 7},
		{"just below a quarter of an hour", "@given_passed = 899999999, @given_ticks = 0", at - 1000 + 899_999_999},
		{"none has passed", "@given_passed = 0, @given_ticks = " + fmt.Sprint(at+5), at + 5},
		{"a quarter of an hour, and the clock of UUID says none", "@given_passed = 900000000, @given_ticks = " + fmt.Sprint(at+100), at - 1000},
		{"a quarter of an hour, and the clock of UUID says so", "@given_passed = 900000000, @given_ticks = " + fmt.Sprint(at+900_000_000), at - 1000 + 900_000_000},
		{"an hour back", "@given_passed = -3600000000 + 50, @given_ticks = " + fmt.Sprint(at+440_000_000), at - 1000 + 50},
		{"an hour back, and nearer to a quarter", "@given_passed = -3600000000 + 50, @given_ticks = " + fmt.Sprint(at+460_000_000), at - 1000 + 50 + 900_000_000},
		{"a tick of UUID that is no microsecond", "@given_passed = 0, @given_tenth = 9, @given_ticks = " + fmt.Sprint(at+5), at + 5},
		{"half a quarter", "@given_passed = -7, @given_ticks = " + fmt.Sprint(at-1007-450_000_000), at - 1007 - 900_000_000},
		{"back", "@given_passed = -1, @given_ticks = " + fmt.Sprint(at), at - 1001},
	} {
		s.at(at)
		s.exec("SET " + r.set)
		if got := s.says("sortid_internal_clock()"); got != fmt.Sprint(r.want) {
			s.t.Errorf("%s: %s, want %d", r.name, got, r.want)
		}
	}
	for _, r := range []struct {
		name, set string
		last      int64
		want      int64
		slept     string
	}{
		{"past it", "@given_tick = 7", at - 1, at, "0"},
		{"at it", "@given_tick = 7", at, at + 7, "0"},
		{"before it", "@given_tick = 7", at + 20, at + 21, "0"},
		{"two milliseconds before it", "@given_tick = 500", at + 2000, at + 2500, "0"},
		{"more", "@given_tick = 1, @given_step = 5000", at + 2001, at + 5001, "1"},
		{"ten seconds before it", "@given_step = 2500000, @given_tick = 1", at + 10_000_000, at + 10_000_004, "4"},
		{"more than ten seconds", "@given_step = 2500000", at + 10_000_001, at, "0"},
	} {
		s.at(at)
		s.exec("SET " + r.set)
		got := s.says(fmt.Sprintf("sortid_internal_clock_past(%d)", r.last))
		if slept := s.says("@given_slept"); got != fmt.Sprint(r.want) || slept != r.slept {
			s.t.Errorf("%s: %s after %s waits, want %d after %s", r.name, got, slept, r.want, r.slept)
		}
	}
}

// wijiRules tests the microsecond, the number within it and the random field, by sections 3.1 to 3.4.
func wijiRules(_ *testing.T, _ database, s session) {
	const (
		at    = 1_800_000_000_000_001
		drawn = "1123456789ABCD"
		other = "1AAAAAAAAAAAAA"
		last  = 1<<54 - 1
	)
	id := func(micros int64, number int, tail string) string {
		return fmt.Sprintf("%014X%04X%s", micros, number, tail)
	}
	low := func(micros int64, number int) uint64 { return uint64(micros)<<16 | uint64(number) }
	state := func(micros int64, number int, clock string) string {
		return fmt.Sprintf("@sortid_wiji = %d, @sortid_wiji_head = '%02X', @sortid_wiji_tail = '%s'%s", low(micros, number), micros>>48, other, clock)
	}
	after := func(micros int64, number int, tail string) string {
		return fmt.Sprintf("%d %02X %s", low(micros, number), micros>>48, tail)
	}
	next := func(name string, number int, now int64, clock string, micros int64, n int, tail string) rule {
		return rule{name, state(at, number, clock), now, id(micros, n, tail), after(micros, n, tail)}
	}
	s.generatorRules("HEX(sortid_wiji_new())", []string{"sortid_wiji", "sortid_wiji_head", "sortid_wiji_tail"}, []rule{
		{"the first ID", "", at, id(at, 0, drawn), after(at, 0, drawn)},
		{"the first microsecond", "", 0, id(0, 0, drawn), after(0, 0, drawn)},
		{"before 1970", "", -1, fmt.Sprintf(lifetime, "wiji"), ""},
		{"the last microsecond", "", last, id(last, 0, drawn), after(last, 0, drawn)},
		{"after the lifetime", "", last + 1, fmt.Sprintf(lifetime, "wiji"), ""},
		next("a later microsecond", 9, at+1, "", at+1, 0, other),
		next("the same microsecond", 9, at, "", at, 10, other),
		next("an earlier microsecond", 9, at-1, "", at, 10, other),
		next("the last number", 65533, at, "", at, 65534, other),
		next("used up", 65534, at, ", @given_tick = 3", at+3, 0, other),
		next("used up, of a later microsecond", 65534, at-10, ", @given_tick = 3", at+2, 0, other),
		next("used up, by more than ten seconds", 65534, at-10_000_001, "", at-10_000_001, 0, drawn),
		next("back by ten seconds", 9, at-10_000_000, "", at, 10, other),
		next("back by more", 9, at-10_000_001, "", at-10_000_001, 0, drawn),
		next("no time has passed", 9, at, ", @given_start = @given_start + 1000, @given_passed = 0", at, 10, other),
		next("no time has passed, by the clock of UUID", 9, at, fmt.Sprintf(", @given_start = @given_start + 1000, @given_passed = 0, @given_ticks = %d", at+5), at+5, 0, other),
		next("no time has passed, back by ten seconds", 9, at-10_000_000, ", @given_passed = 0", at, 10, other),
		next("no time has passed, back by more", 9, at-10_000_001, ", @given_passed = 0", at-10_000_001, 0, drawn),
		{"no time has passed, in the last years", state(last-4, 9, ", @given_start = @given_start + 1000, @given_passed = 0"), last - 4, id(last-4, 10, other), after(last-4, 10, other)},
		next("a microsecond of the statement", 9, at+1, ", @given_start = @given_start + 999, @given_passed = 1", at+1, 0, other),
		next("just below a quarter of an hour", 9, at+1, ", @given_start = @given_start + 1000 - 899999999, @given_passed = 899999999, @given_ticks = 0", at+1, 0, other),
		next("a quarter of an hour by the zone", 9, at+1, ", @given_start = @given_start + 1000, @given_passed = 900000000", at+1, 0, drawn),
		{"the random field lost", fmt.Sprintf("@sortid_wiji = %d, @sortid_wiji_head = '06', @given_start = @given_start + 1000, @given_passed = 0", low(at, 9)), at, id(at, 0, drawn), after(at, 0, drawn)},
	})
	s.known(at, state(at-5, 9, ""), "HEX(sortid_wiji_new())", id(at, 0, other), "sortid_internal_wiji_settle")
	for _, edge := range []string{"@given_start + 999, @given_passed = 1", "@given_start + 1000 - 899999999, @given_passed = 899999999"} {
		s.known(at, state(at-5, 9, ", @given_start = "+edge), "HEX(sortid_wiji_new())", id(at, 0, other), "sortid_internal_wiji_settle")
	}
	s.known(at-10_000_000, state(at, 65533, ""), "HEX(sortid_wiji_new())", id(at, 65534, other), "sortid_internal_wiji_settle")
}

// ulidRules tests a random field in each millisecond, and within it the last one plus one.
func ulidRules(_ *testing.T, _ database, s session) {
	const (
		at    = 1_800_000_000_001
		drawn = "F123456789ABCDEF0123"
		last  = 1<<48 - 1
	)
	id := func(millis int64, random string) string { return fmt.Sprintf("%012X%s", millis, random) }
	state := func(millis int64, high string, low uint64) string {
		return fmt.Sprintf("@sortid_ulid = %d, @sortid_ulid_millis = %d, @sortid_ulid_head = '%012X%s'", low, millis, millis, high)
	}
	after := func(millis int64, high string, low uint64) string {
		return fmt.Sprintf("%d %d %012X%s", low, millis, millis, high)
	}
	first := func(millis int64) string { return after(millis, "F123", 0x456789ABCDEF0123) }
	const micros = at * 1000
	s.generatorRules("HEX(sortid_ulid_new())", []string{"sortid_ulid", "sortid_ulid_millis", "sortid_ulid_head"}, []rule{
		{"the first ID", "", micros + 999, id(at, drawn), first(at)},
		{"the first millisecond", "", 0, id(0, drawn), first(0)},
		{"before 1970", "", -1, fmt.Sprintf(lifetime, "ulid"), ""},
		{"a later millisecond", state(at, "0007", 41), micros + 1000, id(at+1, drawn), first(at + 1)},
		{"the same millisecond", state(at, "0007", 41), micros + 999, id(at, "0007000000000000002A"), after(at, "0007", 42)},
		{"an earlier millisecond", state(at, "0007", 41), micros - 1, id(at, "0007000000000000002A"), after(at, "0007", 42)},
		{"the greatest low half", state(at, "0007", 1<<64-2), micros, id(at, "0007FFFFFFFFFFFFFFFF"), after(at, "0007", 1<<64-1)},
		{"a carry", state(at, "0007", 1<<64-1), micros, id(at, "00080000000000000000"), after(at, "0008", 0)},
		{"a carry to the left", state(at, "00FF", 1<<64-1), micros, id(at, "01000000000000000000"), after(at, "0100", 0)},
		{"the last carry", state(at, "FFFE", 1<<64-1), micros, id(at, "FFFF0000000000000000"), after(at, "FFFF", 0)},
		{"the random field at its end", state(at, "FFFF", 1<<64-1) + ", @given_tick = 400", micros + 100, id(at+1, drawn), first(at + 1)},
		{"at its end, to the microsecond", state(at, "FFFF", 1<<64-1) + ", @given_tick = 1", micros + 997, id(at+1, drawn), first(at + 1)},
		{"the zone, and the greatest low half", state(at, "0007", 1<<64-2) + ", @given_passed = 900000000 + 1000", micros, id(at, "0007FFFFFFFFFFFFFFFF"), after(at, "0007", 1<<64-1)},
		{"back by ten seconds", state(at, "0007", 41), micros - 10_000_000, id(at, "0007000000000000002A"), after(at, "0007", 42)},
		{"back by more", state(at, "0007", 41), micros - 10_000_001, id(at-10_001, drawn), first(at - 10_001)},
		{"no time has passed", state(at, "0007", 41) + ", @given_passed = 0", micros, id(at, "0007000000000000002A"), after(at, "0007", 42)},
		{"a quarter of an hour by the zone", state(at, "0007", 41) + ", @given_passed = 900000000 + 1000", micros, id(at, "0007000000000000002A"), after(at, "0007", 42)},
		{"the zone, and a carry", state(at, "0007", 1<<64-1) + ", @given_passed = 900000000 + 1000", micros, id(at, "00080000000000000000"), after(at, "0008", 0)},
		{"the zone, back by ten seconds", state(at, "0007", 41) + ", @given_passed = 900000000 + 1000", micros - 10_000_000, id(at, "0007000000000000002A"), after(at, "0007", 42)},
		{"the zone, back by more", state(at, "0007", 41) + ", @given_passed = 900000000 + 1000", micros - 10_001_000, id(at-10_001, drawn), first(at - 10_001)},
	})
	s.known(micros, state(at, "0007", 41), "HEX(sortid_ulid_new())", id(at, "0007000000000000002A"), "sortid_internal_ulid_turn")
	s.known(micros-10_000_000, state(at, "0007", 1<<64-2), "HEX(sortid_ulid_new())", id(at, "0007FFFFFFFFFFFFFFFF"), "sortid_internal_ulid_turn")
}

// uuidRules tests steps of 1/4096 ms, and 62 random bits.
func uuidRules(t *testing.T, d database, s session) {
	if d.hasUUID(t) {
		t.Skip("the server has UUID_v7")
	}
	const (
		at     = 1_800_000_000_000 * 4096
		micros = 1_800_000_000_000_000
		hold   = 40_960_000
	)
	id := func(step int64) string { return fmt.Sprintf("%012X7%03XB123456789ABCDEF", step>>12, step&4095) }
	state := func(step int64) string { return fmt.Sprint("@sortid_uuid = ", step) }
	next := func(name string, step, now int64, clock string, want int64) rule {
		return rule{name, state(step) + clock, now, id(want), fmt.Sprint(want)}
	}
	s.generatorRules("HEX(sortid_uuid_new())", []string{"sortid_uuid"}, []rule{
		{"the first ID", "", micros, id(at), fmt.Sprint(at)},
		{"within a millisecond", "", micros + 500, id(at + 2048), fmt.Sprint(at + 2048)},
		{"rounded down", "", micros + 999, id(at + 4091), fmt.Sprint(at + 4091)},
		{"rounded down to one", "", micros + 126, id(at + 516), fmt.Sprint(at + 516)},
		{"the first step", "", 0, id(0), "0"},
		{"before 1970", "", -1, fmt.Sprintf(lifetime, "uuidv7"), ""},
		next("a later step", at, micros+1, "", at+4),
		next("the same step", at, micros, "", at+1),
		next("an earlier step", at+4095, micros, "", at+4096),
		next("back by ten seconds", at+hold-1, micros, "", at+hold),
		next("back by more", at+hold+512, micros, "", at),
		next("back by a microsecond more", at+hold+4, micros, "", at),
		{"in 2603", "", 20_000_000_000_000_000, id(20_000_000_000_000 * 4096), fmt.Sprint(20_000_000_000_000 * 4096)},
		{"known in 2603", state(20_000_000_000_000 * 4096), 20_000_000_000_000_000, id(20_000_000_000_000*4096 + 1), fmt.Sprint(20_000_000_000_000*4096 + 1)},
		{"other random bits", "@given_bytes = X'0E23456789ABCDEE'", micros, fmt.Sprintf("%012X70008E23456789ABCDEE", int64(1_800_000_000_000)), fmt.Sprint(at)},
		{"other random bits in a known session", state(at) + ", @given_bytes = X'0E23456789ABCDEE'", micros, fmt.Sprintf("%012X70018E23456789ABCDEE", int64(1_800_000_000_000)), fmt.Sprint(at + 1)},
		next("no time has passed", at, micros, ", @given_start = @given_start + 1000, @given_passed = 0", at+1),
		next("no time has passed, ahead by ten seconds", at+hold-1, micros, ", @given_passed = 0", at+hold),
		next("no time has passed, ahead by more", at+hold, micros, ", @given_passed = 0", at),
		next("no time has passed, by the clock of UUID", at, micros, fmt.Sprintf(", @given_start = @given_start + 1000, @given_passed = 0, @given_ticks = %d", micros+125), at+512),
		next("a quarter of an hour by the zone", at, micros, ", @given_passed = 900000000 + 1000", at),
		next("just below a quarter of an hour", at, micros+125, ", @given_start = @given_start + 1000 - 899999999, @given_passed = 899999999, @given_ticks = 0", at+512),
	})
	s.known(micros+125, state(at), "HEX(sortid_uuid_new())", id(at+512), "sortid_internal_uuid_settle")
	for _, edge := range []string{"@given_start + 999, @given_passed = 1", "@given_start + 1000 - 899999999, @given_passed = 899999999"} {
		s.known(micros+125, state(at)+", @given_start = "+edge, "HEX(sortid_uuid_new())", id(at+512), "sortid_internal_uuid_settle")
	}
	s.known(micros, state(at+hold-1), "HEX(sortid_uuid_new())", id(at+hold), "sortid_internal_uuid_settle")
}

// scruRules tests a counter that begins at 15 random bits in each millisecond, and 96 random bits.
func scruRules(_ *testing.T, _ database, s session) {
	const (
		at     = 1_800_000_000_001
		micros = at * 1000
		drawn  = 0x7123
	)
	id := func(millis, counter int64) string {
		return fmt.Sprintf("%012X%04XF123456789ABCDEF01234567", millis, counter)
	}
	state := func(millis, counter int64) string { return fmt.Sprint("@sortid_scru = ", millis<<16|counter) }
	after := func(millis, counter int64) string { return fmt.Sprint(millis<<16 | counter) }
	next := func(name string, counter, now int64, clock string, millis, want int64) rule {
		return rule{name, state(at, counter) + clock, now, id(millis, want), after(millis, want)}
	}
	s.generatorRules("HEX(sortid_scru_new())", []string{"sortid_scru"}, []rule{
		{"the first ID", "", micros + 999, id(at, drawn), after(at, drawn)},
		{"the first millisecond", "", 1000, id(1, drawn), after(1, drawn)},
		{"the reserved first millisecond", "", 999, fmt.Sprintf(lifetime, "scru160"), ""},
		next("a later millisecond", 41, micros+1000, "", at+1, drawn),
		next("the same millisecond", 41, micros+999, "", at, 42),
		next("an earlier millisecond", 41, micros-1, "", at, 42),
		next("the last counter", 65534, micros, "", at, 65535),
		{"in 2603", "", 20_000_000_000_000_000, id(20_000_000_000_000, drawn), after(20_000_000_000_000, drawn)},
		next("the counter used up, to the microsecond", 65535, micros+997, ", @given_tick = 1", at+1, drawn),
		next("the counter used up", 65535, micros+100, ", @given_tick = 400", at+1, drawn),
		next("back by ten seconds", 41, micros-10_000_000, "", at, 42),
		next("back by more", 41, micros-10_000_001, "", at-10_001, drawn),
		next("a quarter of an hour by the zone", 41, micros, ", @given_passed = 900000000 + 1000", at, 42),
		next("the zone, and the last counter", 65534, micros, ", @given_passed = 900000000 + 1000", at, 65535),
		next("the zone, back by ten seconds", 41, micros-10_000_000, ", @given_passed = 900000000 + 1000", at, 42),
		next("the zone, back by more", 41, micros-10_001_000, ", @given_passed = 900000000 + 1000", at-10_001, drawn),
	})
	s.known(micros, state(at, 41), "HEX(sortid_scru_new())", id(at, 42), "sortid_internal_scru_turn")
	s.known(micros-10_000_000, state(at, 65534), "HEX(sortid_scru_new())", id(at, 65535), "sortid_internal_scru_turn")
}

// turnRules tests the generators whose sessions share the counter of UUID_SHORT, which is 101 in each rule.
func turnRules(_ *testing.T, _ database, s session) {
	const (
		at    = 1_800_000_000_001
		flake = 1_704_067_200_000
		uid   = 1_321_009_871_111
	)
	for _, g := range []struct {
		call       string
		epoch, end int64 // milliseconds since 1970
		low, bits  int64 // what is below the turn
		name       string
	}{
		{"sortid_ulidflake_new()", flake, flake + 1<<43 - 1, 8, 0xF1, "ulidflake"},
		{"sortid_ulidflake_new_with(NULL, NULL)", flake, flake + 1<<43 - 1, 8, 0xF1, "ulidflake"},
		{"sortid_ulidflake_new_with(0, 1)", flake, flake + 1<<43 - 1, 8, 0xE0, "ulidflake"},
		{"sortid_ulidflake_new_with(31, 1)", flake, flake + 1<<43 - 1, 8, 0xFF, "ulidflake"},
		{"sortid_uid_ts_seq_rand()", uid, uid + 1<<42 - 1, 10, 0x123, "uid11"},
	} {
		id := func(millis, turn int64) string {
			return fmt.Sprint(uint64(millis-g.epoch)<<(12+g.low) | uint64(turn)<<g.low | uint64(g.bits))
		}
		state := func(millis, turn, start int64) string {
			return fmt.Sprintf("@sortid_turn = %d, @sortid_turn_start = %d", millis<<12|turn, start)
		}
		next := func(name string, turn, start, now int64, clock string, millis, want int64) rule {
			return rule{name, state(at, turn, start) + clock, now, id(millis, want), fmt.Sprint(millis<<12 | want)}
		}
		const micros = at * 1000
		s.generatorRules(g.call, []string{"sortid_turn"}, []rule{
			next("the same millisecond", 7, 1001, micros+999, "", at, 1102),
			next("the same millisecond, of another number", 6, 1000, micros+999, "", at, 1101),
			next("a counter of more bits", 7, 1000, micros, ", @given_short = 4096 * 77 + 100", at, 1101),
			next("a number beyond the last", 7, 4090, micros, "", at, 95),
			next("the number after the last one", 1100, 1000, micros, "", at, 1101),
			next("the number is the last one", 1101, 1000, micros, "", at, 1102),
			next("an earlier millisecond", 7, 1000, micros-1, "", at, 1101),
			next("back by ten seconds", 7, 1000, micros-10_000_000, "", at, 1101),
			next("a quarter of an hour by the zone", 7, 1000, micros, ", @given_passed = 900000000 + 1000", at, 1101),
			next("the zone, back by ten seconds", 7, 1000, micros-10_000_000, ", @given_passed = 900000000 + 1000", at, 1101),
		})
		for _, r := range []struct {
			name, set   string
			now, millis int64
		}{
			{"the first ID", "@sortid_turn = NULL", micros, at},
			{"a later millisecond", state(at-1, 7, 1000), micros, at},
			{"the last millisecond", state(at, 7, 1000), g.end*1000 + 999, g.end},
			{"the first millisecond", "@sortid_turn = NULL", g.epoch * 1000, g.epoch},
			{"back by more than ten seconds", state(at, 7, 1000), micros - 10_000_001, at - 10_001},
			{"the zone, back by more", state(at, 7, 1000) + ", @given_passed = 900000000 + 1000", micros - 10_001_000, at - 10_001},
			{"the number is the last one the second time, waits", state(at, 1102, 1000) + ", @given_tick = 300", micros + 100, at + 1},
			{"the number is less, waits to the microsecond", state(at, 2000, 1000) + ", @given_tick = 1", micros + 997, at + 1},
			{"the number is less, waits", state(at, 2000, 1000) + ", @given_tick = 300", micros + 100, at + 1},
			{"the number is less, of the next millisecond, waits", state(at+1, 2000, 1000) + ", @given_tick = 300", micros + 100, at + 2},
			{"the number is less, and the clock is behind", state(at+2, 2000, 1000), micros + 100, at + 3},
		} {
			s.at(r.now)
			s.exec("SET " + r.set)
			got := s.says(g.call)
			// A new millisecond begins its numbers at one that the test does not know.
			turn := s.says("CONCAT_WS(' ', @sortid_turn >> 12, @sortid_turn & 4095, (@given_short + @sortid_turn_start) & 4095, @sortid_turn_start BETWEEN 0 AND 4095)")
			var millis, number, want int64
			var within int
			if _, err := fmt.Sscan(turn, &millis, &number, &want, &within); err != nil || millis != r.millis || number != want || within != 1 || got != id(millis, number) {
				s.t.Errorf("%s: %s: %s and the turn %s, want %s of %d", g.call, r.name, got, turn, id(millis, number), r.millis)
			}
			if past := s.says(fmt.Sprintf("@given_start + @given_passed >= %d", r.millis*1000)); strings.Contains(r.name, "waits") && past != "1" {
				s.t.Errorf("%s: %s: the ID is ahead of the clock", g.call, r.name)
			}
		}
		s.known(micros, state(at, 7, 1000), g.call, id(at, 1101), "sortid_internal_turn")
		s.known(micros-10_000_000, state(at, 7, 1000), g.call, id(at, 1101), "sortid_internal_turn")
		for _, now := range []int64{g.epoch*1000 - 1, (g.end + 1) * 1000} {
			for _, set := range []string{"@sortid_turn = NULL", fmt.Sprintf("@sortid_turn = %d << 12, @sortid_turn_start = 0", now/1000-1)} {
				s.at(now)
				s.exec("SET " + set)
				if got := s.says(g.call); !strings.HasPrefix(got, fmt.Sprintf(lifetime, g.name)) {
					s.t.Errorf("%s at %d: %s", g.call, now, got)
				}
			}
		}
	}
	// The number at which a millisecond begins differs from that of another one, and uses all of its 12 bits.
	starts, bits := map[string]bool{}, uint64(0)
	for i := range int64(40) {
		s.at((at + i) * 1000)
		s.exec("SET @sortid_turn = NULL", "DO sortid_internal_turn()")
		starts[s.says("@sortid_turn_start")] = true
		bits |= parseUint(s.t, s.says("@sortid_turn_start"))
	}
	if len(starts) < 35 || bits != 4095 {
		s.t.Errorf("40 milliseconds begin at %d numbers, of the bits %x", len(starts), bits)
	}
}

// stepRules tests Ulid-Flakes with steps of two and three bytes.
func stepRules(_ *testing.T, _ database, s session) {
	const (
		at     = 1_800_000_000_001
		flake  = 1_704_067_200_000
		micros = at * 1000
		drawn  = 0xF123456789AB // of a step
		random = 0xF12345       // of a new millisecond
	)
	for _, g := range []struct {
		call          string
		width, shift  int64
		steps, number int64
	}{
		{"sortid_ulidflake_new_with(NULL, 2)", 20, 0, 1<<16 - 1, 0}, {"sortid_ulidflake_new_with(NULL, 3)", 20, 0, 1<<24 - 1, 0},
		{"sortid_ulidflake_new_with(0, 2)", 15, 5, 1<<16 - 1, 0}, {"sortid_ulidflake_new_with(31, 2)", 15, 5, 1<<16 - 1, 31},
	} {
		step := 1 + int64(drawn)%g.steps
		id := func(millis, field int64) int64 {
			return (millis-flake)<<20 | (field&(1<<g.width-1))<<g.shift | g.number
		}
		first := func(millis int64) int64 { return id(millis, random) }
		full := int64(1)<<g.width - 1
		state := func(id int64) string {
			return fmt.Sprintf("@sortid_ulidflake = %d, @sortid_turn = %d", id, (id>>20+flake)<<12|4095)
		}
		after := func(id int64) string { return fmt.Sprintf("%d %d", id, (id>>20+flake)<<12|4095) }
		next := func(name, state string, now, want int64) rule {
			return rule{name, state, now, fmt.Sprint(want), after(want)}
		}
		list := []rule{
			next("the first ID", "", micros+999, first(at)),
			next("the first millisecond", "", flake*1000, first(flake)),
			{"before 2024", "", flake*1000 - 1, fmt.Sprintf(lifetime, "ulidflake"), ""},
			next("the last millisecond", "", (flake+1<<43-1)*1000+999, first(flake+1<<43-1)),
			{"after the lifetime", "", (flake + 1<<43) * 1000, fmt.Sprintf(lifetime, "ulidflake"), ""},
			next("a later millisecond", state(id(at, 7)), micros+1000, first(at+1)),
			next("back by more than ten seconds", state(id(at, 7)), micros-10_000_001, first(at-10_001)),
			next("full", state(id(at, full))+", @given_tick = 400", micros+100, first(at+1)),
			next("full, to the microsecond", state(id(at, full))+", @given_tick = 1", micros+998, first(at+1)),
			{"other random bits", "@given_bytes = X'F123440000000000'", micros, fmt.Sprint(id(at, 0xF12344)), after(id(at, 0xF12344))},
			next("full, of the next millisecond", state(id(at+1, full))+", @given_tick = 400", micros+100, first(at+2)),
			next("after a turn", fmt.Sprintf("@sortid_turn = %d, @sortid_ulidflake = %d, @given_tick = 400", int64(at)<<12|4095, id(at-1, 7)), micros+100, first(at+1)),
		}
		if step+8 <= full {
			list = append(list,
				next("the same millisecond", state(id(at, 7)), micros+999, id(at, 7+step)),
				next("an earlier millisecond", state(id(at, 7)), micros-1, id(at, 7+step)),
				next("back by ten seconds", state(id(at, 7)), micros-10_000_000, id(at, 7+step)),
				next("just full", state(id(at, full-step)), micros, id(at, full)),
				next("over by one", state(id(at, full-step+1))+", @given_tick = 400", micros+100, first(at+1)))
		}
		if g.shift == 0 && step+300 <= full {
			// The turn 2 of a millisecond has the random fields 512 to 767.
			list = append(list, next("after the turn of another function", fmt.Sprintf("@sortid_turn = %d", int64(at)<<12|2), micros, id(at, 767+step)))
		}
		s.generatorRules(g.call, []string{"sortid_ulidflake", "sortid_turn"}, list)
	}
	s.values([]value{
		{"sortid_ulidflake_new_with(32, 1)", "1644 ulidflake: scalability '32': invalid setting: use 0 to 31, or NULL"},
		{"sortid_ulidflake_new_with(-1, 1)", "1644 ulidflake: scalability '-1': invalid setting"},
		{"sortid_ulidflake_new_with(NULL, 0)", "1644 ulidflake: entropy_bytes '0': invalid setting: use 1 to 3"},
		{"sortid_ulidflake_new_with(NULL, 4)", "1644 ulidflake: entropy_bytes '4': invalid setting: use 1 to 3"},
		{"sortid_ulidflake_new_with(0, 3)", "1644 ulidflake: entropy_bytes '3': invalid setting: use 1 to 3"},
	})
}

// uidRules tests the profiles of uid11 that need no turn.
func uidRules(_ *testing.T, _ database, s session) {
	const (
		at     = 1_800_000_000_001
		uid    = 1_321_009_871_111
		micros = at * 1000
		end    = uid + 1<<42 - 1
	)
	sequence := func(millis, number int64) string { return fmt.Sprint((millis-uid)<<12 | number) }
	next := func(name string, number, now int64, clock string, millis, want int64) rule {
		return rule{name, "@sortid_uid = " + sequence(at, number) + clock, now, sequence(millis, want), sequence(millis, want)}
	}
	s.generatorRules("sortid_internal_uid_sequence()", []string{"sortid_uid"}, []rule{
		{"the first ID", "", micros + 999, sequence(at, 0), sequence(at, 0)},
		{"the first millisecond", "", uid * 1000, "0", "0"},
		{"before the epoch", "", uid*1000 - 1, fmt.Sprintf(lifetime, "uid11"), ""},
		{"the last millisecond", "", end*1000 + 999, sequence(end, 0), sequence(end, 0)},
		{"after the lifetime", "", end*1000 + 1000, fmt.Sprintf(lifetime, "uid11"), ""},
		next("a later millisecond", 7, micros+1000, "", at+1, 0),
		next("the same millisecond", 7, micros+999, "", at, 8),
		next("an earlier millisecond", 7, micros-1, "", at, 8),
		next("the last number", 4094, micros, "", at, 4095),
		next("used up", 4095, micros+100, ", @given_tick = 400", at+1, 0),
		next("used up, to the microsecond", 4095, micros+998, ", @given_tick = 1", at+1, 0),
		next("back by ten seconds", 7, micros-10_000_000, "", at, 8),
		next("back by more", 7, micros-10_000_001, "", at-10_001, 0),
	})
	snowish := func(millis, machine, number int64) string { return fmt.Sprint((millis-uid)<<22 | machine<<12 | number) }
	s.at(micros)
	s.exec("DO RELEASE_ALL_LOCKS()", "SET @sortid_uid = NULL, @sortid_lease_number = NULL, @given_tick = 400")
	const last = uid + 1<<41 - 1
	s.values([]value{
		// The millisecond of the claim counts as used up.
		{"sortid_uid_snowish(0)", snowish(at+1, 0, 0)},
		{"sortid_uid_snowish(0)", snowish(at+1, 0, 1)},
		{"sortid_uid_snowish(1024)", "1644 uid11: machine '1024': invalid setting: use 0 to 1023"},
		{"sortid_uid_snowish(-1)", "1644 uid11: machine '-1': invalid setting: use 0 to 1023"},
		{"sortid_uid_snowish(NULL)", "1644 uid11: machine 'NULL': invalid setting: use 0 to 1023"},
		{"sortid_uid_random()", fmt.Sprint(uint64(0xF123456789ABCDEF))},
	})
	s.at(micros)
	s.exec("SET @sortid_uid = " + sequence(at, 7))
	s.values([]value{{"sortid_uid_snowish(0)", snowish(at, 0, 8)}})
	s.at(micros + 1000)
	s.exec("SET @given_tick = 400")
	s.values([]value{{"sortid_uid_snowish(1023)", snowish(at+2, 1023, 0)}})
	s.exec("SET @sortid_uid = " + sequence(at+9, 7))
	s.values([]value{{"sortid_uid_snowish(5)", snowish(at+10, 5, 0)}})
	for _, r := range []struct {
		now  int64
		want string
	}{{last*1000 + 999, snowish(last, 0, 0)}, {last*1000 + 1000, "1644 uid11: snowish: time of the clock: outside the lifetime"}} {
		s.at(r.now)
		s.exec("SET @sortid_uid = NULL")
		s.values([]value{{"sortid_uid_snowish(0)", r.want}})
	}
	// A number that the session has claimed.
	for _, r := range []struct {
		name               string
		mark, floor, want2 string
		want               string
	}{
		{"before the end", fmt.Sprint(at + 1), "0", "", snowish(at, 777, 8)},
		{"at the end", fmt.Sprint(at), "0", "", "1644 uid11: machine '777': its claim has ended"},
		{"after the floor", fmt.Sprint(at + 1), sequence(at, 7), "", snowish(at, 777, 8)},
		{"at the floor", fmt.Sprint(at + 1), sequence(at, 8), "", "1644 uid11: machine '777': the clock went back"},
	} {
		s.at(micros)
		s.exec("DO GET_LOCK('sortid.snowish.777', 0)", "SET @sortid_uid = "+sequence(at, 7)+", @sortid_lease_number = 777, @sortid_lease_mark = "+r.mark+", @sortid_lease_floor = "+r.floor)
		s.values([]value{{"sortid_uid_snowish(NULL)", r.want}})
	}
	s.exec("DO RELEASE_ALL_LOCKS()", "SET @sortid_lease_number = NULL")

	const bits = 0xF12345 & (1<<22 - 1)
	xid := func(millis int64) string { return fmt.Sprint(uint64(millis-uid)<<22 | bits) }
	s.generatorRules("sortid_xid_new()", []string{"sortid_uid"}, []rule{
		{"now", "", micros + 999, xid(at), ""},
		{"no time has passed", fmt.Sprintf("@given_passed = 0, @given_ticks = %d", micros+5000), micros, xid(at + 5), ""},
		{"a quarter of an hour by the zone", "@given_passed = 900000000 + 1000", micros, xid(at), ""},
		{"the first millisecond", "", uid * 1000, xid(uid), ""},
		{"before the epoch", "", uid*1000 - 1, fmt.Sprintf(lifetime, "uid11"), ""},
		{"the last millisecond", "", end*1000 + 999, xid(end), ""},
		{"after the lifetime", "", end*1000 + 1000, fmt.Sprintf(lifetime, "uid11"), ""},
	})
	s.known(micros, "@sortid_uid = NULL", "sortid_xid_new()", xid(at), "sortid_internal_xid_settle")
}

// backfillRules tests the IDs of rows: the bits of the time, and the random bits where they belong.
func backfillRules(_ *testing.T, _ database, s session) {
	const at = "'2026-01-31 12:30:15.678901'"
	rows := []value{
		{"HEX(sortid_wiji_at(" + at + "))", "0649AE40823FB5F1231123456789ABCD"},
		{"HEX(sortid_ulid_at(" + at + "))", "019C1408527EF123456789ABCDEF0123"},
		{"HEX(sortid_uuid_at(" + at + "))", "019C1408527E7E6AB123456789ABCDEF"},
		{"HEX(sortid_uuid_at('2026-01-31 12:30:15.678'))", "019C1408527E7000B123456789ABCDEF"},
		{"HEX(sortid_uuid_at('2026-01-31 12:30:15.678999'))", "019C1408527E7FFBB123456789ABCDEF"},
		{"HEX(sortid_uuid_at('2026-01-31 12:30:15.678001'))", "019C1408527E7004B123456789ABCDEF"},
		{"HEX(sortid_scru_at(" + at + "))", "019C1408527E7123F123456789ABCDEF01234567"},
		{"LEFT(HEX(sortid_scru_at('1970-01-01 00:00:00.001')), 12)", "000000000001"},
		{"sortid_scru_at('1970-01-01 00:00:00.000999')", fmt.Sprintf(lifetime, "scru160")},
		{"LEFT(HEX(sortid_wiji_at('1970-01-01')), 14)", "00000000000000"},
		{"sortid_wiji_at('1969-12-31 23:59:59.999999')", fmt.Sprintf(lifetime, "wiji")},
		{"LEFT(HEX(sortid_wiji_at('2540-11-07 23:35:09.481983')), 14)", "3FFFFFFFFFFFFF"},
		{"sortid_wiji_at('2540-11-07 23:35:09.481984')", fmt.Sprintf(lifetime, "wiji")},
		{"LEFT(HEX(sortid_ulid_at('1970-01-01')), 12)", "000000000000"},
		{"sortid_ulid_at('1969-12-31 23:59:59.999999')", fmt.Sprintf(lifetime, "ulid")},
		{"sortid_uuid_at('1969-12-31 23:59:59.999999')", fmt.Sprintf(lifetime, "uuidv7")},
		{"LEFT(HEX(sortid_uuid_at('1970-01-01')), 12)", "000000000000"},
		{"LEFT(HEX(sortid_ulid_at('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"},
		{"LEFT(HEX(sortid_uuid_at('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"},
		{"LEFT(HEX(sortid_scru_at('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"},
	}
	for _, f := range []struct {
		function, name, first, second string
		size                          uint64
	}{
		{"sortid_ulidflake_at", "ulidflake", "2024-01-01", "2024-01-01 00:00:00.001", 1 << 20},
		{"sortid_xid_at", "uid11", "2011-11-11 11:11:11.111", "2011-11-11 11:11:11.112", 1 << 22},
	} {
		call := func(at string, n uint64) string { return fmt.Sprintf("%s('%s', %d)", f.function, at, n) }
		rows = append(rows, []value{
			{call(f.first, 1), "1"}, {call(f.first, 2), "2"}, {call(f.first, f.size-1), fmt.Sprint(f.size - 1)},
			{call(f.first, f.size), fmt.Sprintf("1644 %s: row '%d': sequence exhausted: its millisecond has %d IDs", f.name, f.size, f.size-1)},
			{call(f.first, 0), "1644 " + f.name + ": row '0': out of range"}, {f.function + "('2026-01-01', -1)", "1644 " + f.name + ": row '-1': out of range"},
			{call(f.second, 1), fmt.Sprint(f.size)}, {call(f.second, f.size), fmt.Sprint(2*f.size - 1)},
			{call(f.second, f.size+1), fmt.Sprintf("1644 %s: row '%d': sequence exhausted: its millisecond has %d IDs", f.name, f.size+1, f.size)},
		}...)
	}
	s.values(rows)
}

// leaseRules tests the claim of a machine number, and what a renewal keeps.
func leaseRules(_ *testing.T, d database, s session) {
	const (
		now  = 1_798_761_600_000 // milliseconds
		uid  = 1_321_009_871_111
		read = "(SELECT CONCAT_WS(' ', number, token, renewal, expires - 1798761600000, begins, mark - 1798761600000, @sortid_lease_number, @sortid_lease_token, @sortid_lease_mark - 1798761600000, @sortid_lease_floor) FROM sortid_lease WHERE holder LIKE 'session%' ORDER BY number DESC LIMIT 1)"
	)
	s.exec("SET @given_innodb_flush_log_at_trx_commit = 1, @given_log_bin = 1, @given_sync_binlog = 1")
	fresh := "SET @sortid_lease_number = NULL, @sortid_lease_token = NULL, @sortid_lease_mark = NULL, @sortid_lease_floor = NULL"
	floor := func(mark int64) int64 { return max(mark-uid, 0)<<12 | 4095 }
	taken := func(from, to int) string {
		var rows []string
		for n := from; n < to; n++ {
			rows = append(rows, fmt.Sprintf("(%d, 5, %d, 0)", n, now+1))
		}
		return strings.Join(rows, ", ")
	}
	claim := func(seconds string) string {
		_, err := s.ExecContext(s.t.Context(), "CALL sortid_lease_claim("+seconds+")")
		if text := refusal(err); text != "" {
			return text
		}
		return s.says(read)
	}
	beyond := d.session(s.t)
	beyond.exec("DO GET_LOCK('sortid.snowish.1024', 0)") // which is no number
	for _, r := range []struct{ name, rows, want string }{
		{"the first", "", fmt.Sprintf("0 1 0 60000 0 60000 0 1 60000 %d", floor(0))},
		{"a later mark", fmt.Sprintf("(0, 5, 0, %d)", now+1), fmt.Sprintf("1 1 0 60000 0 60000 1 1 60000 %d", floor(0))},
		{"the present mark", fmt.Sprintf("(0, 5, 0, %d)", now), fmt.Sprintf("0 6 0 60000 %d 60000 0 6 60000 %d", now, floor(now))},
		{"an earlier mark", fmt.Sprintf("(0, 5, 0, %d)", now-1), fmt.Sprintf("0 6 0 60000 %d 60000 0 6 60000 %d", now-1, floor(now-1))},
		{"a mark of the epoch", fmt.Sprintf("(0, 5, 0, %d)", uid+1), fmt.Sprintf("0 6 0 60000 %d 60000 0 6 60000 %d", uid+1, floor(uid+1))},
		{"a claim that ends now", fmt.Sprintf("(0, 5, %d, 0)", now), fmt.Sprintf("0 6 0 60000 0 60000 0 6 60000 %d", floor(0))},
		{"a claim that ends later", fmt.Sprintf("(0, 5, %d, 0)", now+1), fmt.Sprintf("1 1 0 60000 0 60000 1 1 60000 %d", floor(0))},
		{"the earliest mark", "(0, 5, 0, 7), (1, 5, 0, 6), (2, 5, 0, 8)", fmt.Sprintf("1 6 0 60000 6 60000 1 6 60000 %d", floor(0))},
		{"the least number", "(4, 5, 0, 7), (3, 5, 0, 7)", fmt.Sprintf("3 6 0 60000 7 60000 3 6 60000 %d", floor(0))},
		{"one number left", taken(0, 1022) + ", (1022, 0, 0, 0)", fmt.Sprintf("1022 1 0 60000 0 60000 1022 1 60000 %d", floor(0))},
		{"the last row", taken(0, 1022) + ", (1023, 2, 0, 0)", fmt.Sprintf("1023 3 0 60000 0 60000 1023 3 60000 %d", floor(0))},
		{"one row left", taken(0, 1023), fmt.Sprintf("1023 1 0 60000 0 60000 1023 1 60000 %d", floor(0))},
		{"none left", taken(0, 1024), "1644 lease: claim of a number: all 1024 numbers are taken"},
		{"a number beyond", "(1024, 5, 0, 0)", fmt.Sprintf("0 1 0 60000 0 60000 0 1 60000 %d", floor(0))},
	} {
		s.at(now*1000 + 999)
		s.exec("DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh)
		if r.rows != "" {
			s.exec("INSERT INTO sortid_lease (name, number, token, expires, mark) SELECT 'snowish', v.* FROM (SELECT 0 a, 0 b, 0 c, 0 d FROM DUAL WHERE FALSE UNION ALL VALUES "+valuesOf(d, r.rows)+") AS v",
				"INSERT INTO sortid_lease (name, number, holder) VALUES ('other', 0, 'another')")
		}
		if got := claim("60"); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
	}
	// A renewal keeps the number and the floor, while the claim lasts.
	s.at(now * 1000)
	s.exec("DELETE FROM sortid_lease", fresh)
	for _, r := range []struct{ name, set, seconds, want string }{
		{"for 60 seconds", "", "60", "0 1 0 60000 0 60000 0 1 60000 4095"},
		{"again", "@sortid_lease_floor = 77", "61", "0 1 1 61000 0 61000 0 1 61000 77"},
		{"for less", "", "1", "0 1 2 1000 0 61000 0 1 1000 77"},
		{"for a day", "", "86400", "0 1 3 86400000 0 86400000 0 1 86400000 77"},
		{"for no second", "", "0", "1644 lease: seconds '0': invalid setting: use 1 to 86400"},
		{"for more", "", "86401", "1644 lease: seconds '86401': invalid setting"},
		{"for NULL", "", "NULL", "1644 lease: seconds 'NULL': invalid setting"},
	} {
		if r.set != "" {
			s.exec("SET " + r.set)
		}
		if got := claim(r.seconds); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("a renewal %s: %s, want %s", r.name, got, r.want)
		}
	}
	// What the table says of the session's claim.
	for _, r := range []struct{ name, update, want string }{
		{"ends in a millisecond", "expires = 1798761600001", "0 1 1 60000"},
		{"ended now", "expires = 1798761600000, mark = 1798761600000", "0 2 0 60000"},
		{"was claimed by another", "token = 2, holder = 'another', expires = 1798761600001", "1 1 0 60000"},
		{"is of another holder", "holder = 'another'", "1644 lease: claim of a number: the table of claims went back"},
		{"is of a lower token", "token = 0", "1644 lease: claim of a number: the table of claims went back"},
		{"is of a lower mark", "expires = 1798761600000, mark = 1798761659999", "1644 lease: claim of a number: the table of claims went back"},
		{"is of the same mark", "expires = 1798761600000, mark = 1798761660000", "1 1 0 60000"},
		{"is of another set", "name = 'other'", "1644 lease: claim of a number: the table of claims went back"},
		{"is gone", "number = 9", "1644 lease: claim of a number: the table of claims went back"},
	} {
		s.at(now * 1000)
		s.exec("DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh)
		if got := claim("60"); !strings.HasPrefix(got, "0 1 0 60000") {
			s.t.Errorf("a claim before: %s", got)
		}
		if r.name == "ended now" {
			s.exec("SET @sortid_lease_mark = 1798761600000")
		}
		s.exec("UPDATE sortid_lease SET " + r.update)
		if got := claim("60"); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("a claim that %s: %s, want %s", r.name, got, r.want)
		}
		if strings.HasPrefix(r.want, "1644") {
			s.values([]value{{"@sortid_lease_mark", "0"}})
		}
	}
	// The release, from which on no ID with the number can be of the floor's millisecond.
	s.at(now * 1000)
	s.exec("DELETE FROM sortid_lease", fresh)
	claim("60")
	s.exec(fmt.Sprintf("SET @sortid_lease_floor = %d", int64(now-uid)<<12|9), "INSERT INTO sortid_lease (name, number, token) VALUES ('other', 0, 1), ('snowish', 5, 1)")
	s.exec("CALL sortid_lease_release()")
	s.values([]value{{"(SELECT SUM(renewal) FROM sortid_lease WHERE number = 5 OR name = 'other')", "0"}})
	s.exec("DELETE FROM sortid_lease WHERE number = 5 OR name = 'other'")
	s.values([]value{
		{"(SELECT CONCAT_WS(' ', number, token, renewal, expires, mark) FROM sortid_lease)", fmt.Sprint("0 1 1 0 ", now+1)},
		{"@sortid_lease_number", "NULL"},
	})
	for _, r := range []struct{ set, want string }{
		{"@given_innodb_flush_log_at_trx_commit = 0", "1644 lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush"},
		{"@given_innodb_flush_log_at_trx_commit = 2", "1644 lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush"},
		{"@given_innodb_flush_log_at_trx_commit = 4", "1644 lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush"},
		{"@given_innodb_flush_log_at_trx_commit = 3", "1 1 0 60000"},
		{"@given_innodb_flush_log_at_trx_commit = 1, @given_sync_binlog = 0", "1644 lease: claim of a number: commits are not durable with a binary log"},
		{"@given_sync_binlog = 2", "1644 lease: claim of a number: commits are not durable with a binary log"},
		{"@given_log_bin = 0", "1 1 1 60000"},
	} {
		s.exec("SET " + r.set)
		if got := claim("60"); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("%s: %s, want %s", r.set, got, r.want)
		}
	}
	// The table of another database, which has this name, too, does not count.
	s.exec("ALTER TABLE sortid_lease ENGINE = MyISAM")
	if got := claim("60"); !strings.HasPrefix(got, "1644 lease: claim of a number: commits are not durable: ALTER TABLE sortid_lease ENGINE = InnoDB") {
		s.t.Errorf("a table of MyISAM: %s", got)
	}
	s.exec("ALTER TABLE sortid_lease ENGINE = InnoDB", "START TRANSACTION")
	for _, call := range []string{"CALL sortid_lease_claim(60)", "CALL sortid_lease_release()"} {
		if e := s.fails(call); e.Number != 1644 || !strings.Contains(e.Message, "a transaction is in progress") {
			s.t.Errorf("%s: %v", call, e)
		}
	}
	s.exec("ROLLBACK")
	// A number that another session uses without a claim stays free.
	other := d.session(s.t)
	other.at(now * 1000)
	other.exec("DO GET_LOCK('sortid.snowish.0', 0)")
	s.exec("SET @given_log_bin = 1, @given_sync_binlog = 1", "DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh)
	if got := claim("60"); !strings.HasPrefix(got, "1 1 0 60000") || s.says("(SELECT COUNT(*) FROM sortid_lease)") != "2" {
		s.t.Errorf("beside a session that uses the number 0: %s", got)
	}
	s.exec("DELETE FROM sortid_lease", fresh, "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 0), ('snowish', 1)")
	if got := claim("60"); !strings.HasPrefix(got, "1 1 0 60000") {
		s.t.Errorf("beside a session that uses the number 0, which has a row: %s", got)
	}
	other.exec("DO RELEASE_ALL_LOCKS()")
	s.exec("DELETE FROM sortid_lease", "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 9)", fresh)
	s.values([]value{{"(SELECT CONCAT_WS(' ', token, renewal, expires, begins, mark, holder) FROM sortid_lease)", "0 0 0 0 0 "}})
	s.exec("DELETE FROM sortid_lease")
}

// valuesOf writes rows as the server's VALUES does.
func valuesOf(d database, rows string) string {
	if d.mariadb() {
		return rows
	}
	return strings.ReplaceAll(rows, "(", "ROW(")
}
