package mysql_test

import (
	"fmt"
	"strings"
	"testing"
)

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
