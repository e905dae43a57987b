package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
)

// The tables of this file set the clock, the random bits and what a wait lasts, so that they can say the exact ID. The
// migrations are installed with these functions in the place of the server's.
const given = `
CREATE SCHEMA given;
CREATE SEQUENCE given.waits MINVALUE 0 START 0;
CREATE FUNCTION given.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
	RETURN timestamptz 'epoch' + current_setting('given.now')::bigint / 1000000 * interval '1 second' + current_setting('given.now')::bigint % 1000000 * interval '1 microsecond';
CREATE FUNCTION given.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE RETURN current_setting('given.uuid')::uuid;
CREATE FUNCTION given.pg_sleep(seconds double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM nextval('given.waits'), set_config('given.seconds', seconds::text, false);
	IF current_setting('given.step') <> '0' THEN
		PERFORM set_config('given.now', (current_setting('given.now')::bigint + current_setting('given.step')::bigint)::text, false);
	END IF;
	IF current_setting('given.waking') <> '' THEN
		EXECUTE current_setting('given.waking');
	END IF;
END
$$;`

// uuid is the random UUID of the tables: all of its bytes differ.
const uuid = "01234567-89ab-4cde-8f01-23456789abcd"

var clocks = regexp.MustCompile(`\b(?:clock_timestamp|gen_random_uuid|now)\(\)|\bpg_sleep\(|\bcurrent_setting\('fsync'\)`)

// withGiven returns a file of the migrations that asks for what is given.
func withGiven(file string) string {
	return clocks.ReplaceAllStringFunc(file, func(call string) string {
		switch call {
		case "now()":
			return "given.clock_timestamp()"
		case "current_setting('fsync')":
			return "current_setting('given.fsync')"
		}
		return "given." + call
	})
}

// given is a session in a database whose clock the tests set.
type givenSession struct {
	*sql.Conn
	t  testing.TB
	db *sql.DB
}

// rules are the tests of TestRules, by the part of the migrations that they are of.
var rules = []struct {
	name string
	test func(*testing.T, givenSession)
}{{"wiji", wijiRules}, {"ulid", ulidRules}, {"uuid", uuidRules}, {"scru", scruRules}, {"shared", sharedRules},
	{"kinds", kindRules}, {"keys", keyRules}, {"starts", startRules}, {"add", addRules}, {"record", recordRules},
	{"retention", retentionRules}, {"lease", leaseRules}, {"backfill", backfillRules}, {"claim", claimRules}, {"detach", detachRules}, {"errors", errorRules},
	{"grants", grantRules}}

// TestRules tests the migrations at the edges of their rules, with a given clock.
func TestRules(t *testing.T) {
	db := connect(t, dbtest.Open(t, dbserver.Postgres))
	exec(t, db, given)
	functions.InstallFiles(t, dbserver.Postgres, db, functions.Rewritten(t, migrations.Postgres, withGiven))
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			s := givenSession{session(t, db), t, db}
			exec(t, s, "SET statement_timeout = '20s'") // a lock that no one frees is waited for with 320,000 tries
			s.at(0)
			r.test(t, s)
		})
	}
}

// at sets the clock, in microseconds since 1970. It stands still.
func (s givenSession) at(now int64) { s.t.Helper(); s.passing(now, 0, "") }

// passing sets the clock, which each wait moves on by step microseconds. Each wait also runs a statement.
func (s givenSession) passing(now, step int64, waking string) {
	s.t.Helper()
	queryOne(s.t, s, fmt.Sprintf("SELECT set_config('given.now', '%d', false) || set_config('given.uuid', '%s', false) || set_config('given.step', '%d', false) || setval('given.waits', 0) || set_config('given.waking', $1, false)",
		now, uuid, step), waking)
}

// said returns the server's error with its code.
func said(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code + " " + e.Message
	}
	return ""
}

// says returns the one text of a query, or the server's error.
func (s givenSession) says(query string) string {
	s.t.Helper()
	list, err := column(context.Background(), s, query)
	if text := said(err); text != "" {
		return text
	}
	if err != nil || len(list) != 1 {
		s.t.Fatalf("%s: %q, %v", query, list, err)
	}
	return list[0]
}

// rule is a state of a generator, a time, and the ID that comes of them.
type rule struct {
	name  string
	state string // sequence = value, ...; "" in a session that has made no ID
	lost  bool   // the session's setting is lost, as after a rollback
	now   int64  // microseconds since 1970
	step  int64  // what a wait moves the clock by
	want  string
	after string // the state afterwards; "" if the name of the rule says that it is an error
	slept int
}

// generatorRules tests a generator of a session. Its sequences are named in the order of its state. The clock stands still in
// the standing rule, which is left out if another one has failed.
func generatorRules(t *testing.T, s givenSession, name, call string, sequences []string, rules []rule, standing ...rule) {
	t.Helper()
	known := queryOne(t, s, fmt.Sprintf("SELECT (('sortid_internal_%s'::regclass::oid::bigint << 31) + 5)::text", sequences[0]))
	for _, r := range rules {
		generatorRule(t, s, name, call, known, sequences, r)
	}
	// A session that is known does not leave the fast path while the clock moves on.
	exec(t, s, "BEGIN", fmt.Sprintf(`DO $$ BEGIN EXECUTE (SELECT regexp_replace(regexp_replace(pg_get_functiondef(oid), 'AS [$]function[$].*[$]function[$]', 'AS $f$ BEGIN RAISE ''slow''; END $f$'), 'CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
		FROM pg_proc WHERE proname = 'sortid_internal_%s_slow'); END $$`, name))
	if got := s.says("SELECT " + call); strings.Contains(got, "slow") {
		t.Errorf("%s: a session that is known is not on the fast path: %s", name, got)
	}
	exec(t, s, "ROLLBACK")
	for _, r := range standing {
		if !t.Failed() { // it takes the most time
			generatorRule(t, s, name, call, known, sequences, r)
		}
	}
}

func generatorRule(t *testing.T, s givenSession, name, call, known string, sequences []string, r rule) {
	t.Helper()
	exec(t, s, "DISCARD SEQUENCES")
	// The session's block of variables is the fifth one: its number is in the setting.
	setting, state := known, []string{"setval('sortid_internal_session', (5::bigint << 24) - 1)"}
	for i, value := range strings.Fields(r.state) {
		state = append(state, "setval('sortid_internal_"+sequences[i]+"', "+value+")")
	}
	if r.state == "" || r.lost {
		setting = ""
	}
	queryOne(t, s, "SELECT concat("+strings.Join(state, ", ")+", set_config('sortid."+name+"', $1, false))", setting)
	s.passing(r.now, r.step, "")
	got := s.says("SELECT " + call)
	if !strings.HasPrefix(got, r.want) || r.want == "" {
		t.Errorf("%s: %s: %s, want %s", name, r.name, got, r.want)
	}
	after, want := []string{"currval('given.waits')"}, []string{strconv.Itoa(r.slept)}
	if r.after != "" {
		after, want = append(after, "current_setting('sortid."+name+"')"), append(want, known)
		for i, value := range strings.Fields(r.after) {
			after, want = append(after, "currval('sortid_internal_"+sequences[i]+"')"), append(want, "("+value+")::bigint")
		}
	}
	if got, want := s.says("SELECT concat_ws(' ', "+strings.Join(after, ", ")+")"), s.says("SELECT concat_ws(' ', "+strings.Join(want, ", ")+")"); got != want {
		t.Errorf("%s: %s: the waits, the setting and the state are %s, want %s", name, r.name, got, want)
	}
}

// Wiji: the microsecond, the number within it and the random field, by sections 3.1 to 3.4.
func wijiRules(t *testing.T, s givenSession) {
	const (
		at    = 1_800_000_000_000_000
		drawn = "1123456789abcd" // the version and 52 bits of the random UUID
		other = "1aaaaaaaaaaaaa"
		node  = " x'1aaaaaaaaaaaaa'::bigint"
	)
	id := func(micros int64, number int, node string) string {
		hex := fmt.Sprintf("%014x%04x%s", micros, number, node)
		return hex[:8] + "-" + hex[8:12] + "-" + hex[12:16] + "-" + hex[16:20] + "-" + hex[20:]
	}
	clock := func(micros int64, number int) string { return fmt.Sprintf("%d::bigint<<8|%d ", micros, number) }
	high := func(micros int64, number int) string {
		return fmt.Sprintf("%d::bigint<<16|%d", micros&(1<<47-1), number)
	}
	const random = " x'1123456789abcd'::bigint"
	const ends = "22008 wiji: time "
	generatorRules(t, s, "wiji", "sortid_wiji_new()::text", []string{"wiji_clock", "wiji_sequence", "wiji_node"}, []rule{
		{name: "the first ID", now: at, want: id(at, 0, drawn), after: clock(at, 0) + "0" + random},
		{name: "the first microsecond", now: 0, want: id(0, 0, drawn), after: clock(0, 0) + "0" + random},
		{name: "before 1970", now: -1, want: ends},
		{name: "the end of the lifetime", now: 1<<54 - 6, want: "3fffffff-ffff-f"}, // a float of seconds is as precise as four microseconds then
		{name: "after the lifetime", now: 1 << 54, want: ends},
		{name: "a later microsecond", state: clock(at, 9) + "0" + node, now: at + 1, want: id(at+1, 0, other), after: clock(at+1, 0) + "0" + node},
		{name: "the same microsecond", state: clock(at, 9) + "0" + node, now: at, want: id(at, 10, other), after: clock(at, 10) + "0" + node},
		{name: "an earlier microsecond", state: clock(at, 9) + "0" + node, now: at - 1, want: id(at, 10, other), after: clock(at, 10) + "0" + node},
		{name: "the number 255", state: clock(at, 254) + "0" + node, now: at, want: id(at, 255, other), after: clock(at, 255) + "0" + node},
		{name: "the number 256", state: clock(at, 255) + high(at-1, 300) + node, now: at, want: id(at, 256, other), after: clock(at, 255) + high(at, 256) + node},
		{name: "the number 301", state: clock(at, 255) + high(at, 300) + node, now: at, want: id(at, 301, other), after: clock(at, 255) + high(at, 301) + node},
		{name: "the last number", state: clock(at, 255) + high(at, 65534) + node, now: at, want: id(at, 65535, other), after: clock(at, 255) + high(at, 65535) + node},
		{name: "after the number 255", state: clock(at, 255) + high(at, 300) + node, now: at + 1, want: id(at+1, 0, other), after: clock(at+1, 0) + high(at, 300) + node},
		{name: "all numbers used up", state: clock(at, 255) + high(at, 65535) + node, now: at - 10, step: 3, want: id(at+2, 0, other), after: clock(at+2, 0) + high(at, 65535) + node, slept: 4},
		{name: "back by ten seconds", state: clock(at, 9) + "0" + node, now: at - 10_000_000, want: id(at, 10, other), after: clock(at, 10) + "0" + node},
		{name: "back by more", state: clock(at, 9) + high(at, 300) + node, now: at - 10_000_001, want: id(at-10_000_001, 0, drawn), after: clock(at-10_000_001, 0) + "0" + random},
		{name: "the setting lost", state: clock(at, 9) + "0" + node, lost: true, now: at, want: id(at, 10, other), after: clock(at, 10) + "0" + node},
		{name: "the setting lost, later", state: clock(at, 9) + "0" + node, lost: true, now: at + 1, want: id(at+1, 0, other), after: clock(at+1, 0) + "0" + node},
		{name: "the setting lost after the number 300", state: clock(at, 255) + high(at, 300) + node, lost: true, now: at, want: id(at, 301, other), after: clock(at, 255) + high(at, 301) + node},
		{name: "the last one", state: clock(at, 9) + "0" + node, now: at + 1, want: id(at+1, 0, other), after: clock(at+1, 0) + "0" + node},
	}, rule{name: "all numbers used up, and the clock stands", state: clock(at, 255) + high(at, 65535) + node, now: at, want: "55000 wiji: cannot generate: sequence exhausted", slept: 20000})
}

// ULID: a random field in each millisecond, and within it the last one plus one.
func ulidRules(t *testing.T, s givenSession) {
	const (
		at    = 1_800_000_000_001 // milliseconds
		drawn = "012323456789abcd4567"
		last  = 1<<48 - 1
	)
	id := func(millis int64, random string) string {
		hex := fmt.Sprintf("%012x%s", millis, random)
		return hex[:8] + "-" + hex[8:12] + "-" + hex[12:16] + "-" + hex[16:20] + "-" + hex[20:]
	}
	state := func(millis int64, high uint16, low int64) string {
		return fmt.Sprintf("%d %d", millis<<16|int64(high), low)
	}
	after := func(millis int64) string { return state(millis, 0x0123, 0x23456789abcd4567) }
	const ends = "22008 ulid: time "
	generatorRules(t, s, "ulid", "sortid_ulid_new()::text", []string{"ulid_high", "ulid_low"}, []rule{
		{name: "the first ID", now: at*1000 + 999, want: id(at, drawn), after: after(at)},
		{name: "the first millisecond", now: 0, want: id(0, drawn), after: after(0)},
		{name: "before 1970", now: -1000, want: ends},
		{name: "the last millisecond", now: last*1000 + 500, want: id(last, drawn), after: after(last)},
		{name: "after the lifetime", now: last*1000 + 1500, want: ends},
		{name: "a later millisecond", state: state(at, 7, 41), now: at*1000 + 1000, want: id(at+1, drawn), after: after(at + 1)},
		{name: "the same millisecond", state: state(at, 7, 41), now: at*1000 + 999, want: id(at, "0007000000000000002a"), after: state(at, 7, 42)},
		{name: "an earlier millisecond", state: state(at, 7, 41), now: at*1000 - 1, want: id(at, "0007000000000000002a"), after: state(at, 7, 42)},
		{name: "a low half of 63 ones", state: state(at, 7, 1<<63-1), now: at * 1000, want: id(at, "00078000000000000000"), after: state(at, 7, -1<<63)},
		{name: "a low half before it", state: state(at, 7, 1<<63-2), now: at * 1000, want: id(at, "00077fffffffffffffff"), after: state(at, 7, 1<<63-1)},
		{name: "the greatest low half", state: state(at, 7, -2), now: at * 1000, want: id(at, "0007ffffffffffffffff"), after: state(at, 7, -1)},
		{name: "a carry", state: state(at, 7, -1), now: at * 1000, want: id(at, "00080000000000000000"), after: state(at, 8, 0)},
		{name: "the last carry", state: state(at, 0xfffe, -1), now: at * 1000, want: id(at, "ffff0000000000000000"), after: state(at, 0xffff, 0)},
		{name: "zero", state: state(at, 7, 0), now: at * 1000, want: id(at, "00070000000000000001"), after: state(at, 7, 1)},
		{name: "the random field at its end", state: state(at, 0xffff, -1), now: at*1000 + 100, step: 400, want: id(at+1, drawn), after: after(at + 1), slept: 3},
		{name: "back by ten seconds", state: state(at, 7, 41), now: (at - 10_000) * 1000, want: id(at, "0007000000000000002a"), after: state(at, 7, 42)},
		{name: "back by more", state: state(at, 7, 41), now: (at-10_001)*1000 + 999, want: id(at-10_001, drawn), after: after(at - 10_001)},
		{name: "the setting lost", state: state(at, 7, 41), lost: true, now: at * 1000, want: id(at, "0007000000000000002a"), after: state(at, 7, 42)},
		{name: "the first millisecond of 48 bits", state: state(1<<47, 0, 41), now: (1<<47)*1000 + 500, want: id(1<<47, "0000000000000000002a"), after: state(1<<47, 0, 42)},
		{name: "a millisecond of 48 ones", state: state(last, 7, 41), now: last*1000 + 500, want: id(last, "0007000000000000002a"), after: state(last, 7, 42)},
		{name: "the last one", state: state(at, 7, 41), now: at * 1000, want: id(at, "0007000000000000002a"), after: state(at, 7, 42)},
	}, rule{name: "at its end, and the clock stands", state: state(at, 0xffff, -1), now: at * 1000, want: "55000 ulid: cannot generate: overflow", slept: 20000})
}

// UUIDv7 before PostgreSQL 18: steps of 1/4096 ms, and 62 random bits.
func uuidRules(t *testing.T, s givenSession) {
	const (
		at     = 1_800_000_000_000 * 4096 // steps; of a whole millisecond
		micros = 1_800_000_000_000_000
		hold   = 40_960_000
	)
	id := func(step int64) string {
		hex := fmt.Sprintf("%015x", step)
		return hex[:8] + "-" + hex[8:12] + "-7" + hex[12:] + "-8f01-23456789abcd"
	}
	state := func(step int64) string { return fmt.Sprint(step) }
	const ends = "22008 uuidv7: time "
	generatorRules(t, s, "uuid", "sortid_internal_uuid_own()::text", []string{"uuid_step"}, []rule{
		{name: "the first ID", now: micros, want: id(at), after: state(at)},
		{name: "within a millisecond", now: micros + 500, want: id(at + 2048), after: state(at + 2048)},
		{name: "rounded down", now: 999, want: id(4091), after: state(4091)},
		{name: "the first step", now: 0, want: id(0), after: state(0)},
		{name: "before 1970", now: -1, want: ends},
		{name: "the last millisecond", now: (1<<48-1)*1000 + 500, want: "ffffffff-ffff-7"},
		{name: "after the lifetime", now: (1 << 48) * 1000, want: ends},
		{name: "known, after the lifetime", state: state(1<<60 - 512), now: (1 << 48) * 1000, want: ends},
		{name: "a later step", state: state(at), now: micros + 1, want: id(at + 4), after: state(at + 4)},
		{name: "the same step", state: state(at), now: micros, want: id(at + 1), after: state(at + 1)},
		{name: "an earlier step", state: state(at + 4095), now: micros, want: id(at + 4096), after: state(at + 4096)},
		{name: "back by ten seconds", state: state(at + hold), now: micros, want: id(at + hold + 1), after: state(at + hold + 1)},
		{name: "back by more", state: state(at + hold + 1), now: micros, want: id(at), after: state(at)},
		{name: "the setting lost", state: state(at + 9), lost: true, now: micros, want: id(at + 10), after: state(at + 10)},
		{name: "the setting lost, back by ten seconds", state: state(at + hold), lost: true, now: micros, want: id(at + hold + 1), after: state(at + hold + 1)},
		{name: "the last one", state: state(at), now: micros, want: id(at + 1), after: state(at + 1)},
	})
}

// SCRU160: a counter that begins at 15 random bits in each millisecond, and 96 random bits.
func scruRules(t *testing.T, s givenSession) {
	const (
		at    = 1_800_000_000_001
		drawn = 0x2bcd // 15 bits of the random UUID
		last  = 1<<48 - 2
	)
	id := func(millis int64, counter int) string {
		return fmt.Sprintf("%012x%04x0123456789"+"0123456789abcd", millis, counter)
	}
	state := func(millis int64, counter int64) string { return fmt.Sprint(millis<<16 | counter) }
	const ends = "22008 scru160: cannot generate: reserved timestamp"
	generatorRules(t, s, "scru", "encode(sortid_scru_new(), 'hex')", []string{"scru_clock"}, []rule{
		{name: "the first ID", now: at*1000 + 999, want: id(at, drawn), after: state(at, drawn)},
		{name: "the first millisecond", now: 1000, want: id(1, drawn), after: state(1, drawn)},
		{name: "the reserved first millisecond", now: 999, want: ends},
		{name: "the last millisecond", now: last*1000 + 500, want: id(last, drawn), after: state(last, drawn)},
		{name: "the reserved last millisecond", now: last*1000 + 1500, want: ends},
		{name: "a later millisecond", state: state(at, 41), now: at*1000 + 1000, want: id(at+1, drawn), after: state(at+1, drawn)},
		{name: "the same millisecond", state: state(at, 41), now: at*1000 + 999, want: id(at, 42), after: state(at, 42)},
		{name: "an earlier millisecond", state: state(at, 41), now: at*1000 - 1, want: id(at, 42), after: state(at, 42)},
		{name: "the last counter", state: state(at, 65534), now: at * 1000, want: id(at, 65535), after: state(at, 65535)},
		{name: "the last counter of an earlier millisecond", state: state(at, 65534), now: at*1000 - 1, want: id(at, 65535), after: state(at, 65535)},
		{name: "the counter used up", state: state(at, 65535), now: at*1000 + 100, step: 400, want: id(at+1, drawn), after: state(at+1, drawn), slept: 3},
		{name: "back by ten seconds", state: state(at, 41), now: (at - 10_000) * 1000, want: id(at, 42), after: state(at, 42)},
		{name: "back by more", state: state(at, 41), now: (at-10_001)*1000 + 999, want: id(at-10_001, drawn), after: state(at-10_001, drawn)},
		{name: "the setting lost", state: state(at, 41), lost: true, now: at * 1000, want: id(at, 42), after: state(at, 42)},
		{name: "the first millisecond of 48 bits", state: state(1<<47, 0), now: (1<<47)*1000 + 500, want: id(1<<47, 1), after: state(1<<47, 1)},
		{name: "a millisecond of 48 bits", state: state(last, 41), now: last*1000 + 500, want: id(last, 42), after: state(last, 42)},
		{name: "the last one", state: state(at, 41), now: at * 1000, want: id(at, 42), after: state(at, 42)},
	}, rule{name: "used up, and the clock stands", state: state(at, 65535), now: at * 1000, want: "55000 scru160: cannot generate: sequence exhausted", slept: 20000})
}
