package postgres_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// sharedRules tests the generators that all sessions share: the millisecond since the epoch, and a field that counts or
// grows by random steps.
func sharedRules(t *testing.T, s givenSession) {
	const (
		at       = 1_800_000_000_000
		flake    = 1_704_067_200_000 // the epochs, in milliseconds since 1970
		uid      = 1_321_009_871_111
		flakeEnd = 8_796_093_022_207 // the last milliseconds since the epoch
	)
	const hash = "(uuid_hash_extended(current_setting('given.uuid')::uuid, 0) & 9223372036854775807)"
	step := func(steps int) string { return fmt.Sprintf("1 + %s %% %d", hash, steps) }
	exec(t, s, "INSERT INTO sortid_lease (name, number, expires, holder) VALUES ('snowish', 777, 9223372036854775807, sortid_internal_lease_holder()) ON CONFLICT DO NOTHING")
	type kind struct {
		call, state string
		epoch, end  int64
		width, low  int    // bits of the field, and of the ID below it
		random      string // the field of a new millisecond
		step        string // what is added within a millisecond
		below       string // the bits of the ID below the field
		above       int64  // of the machine number, between the millisecond and the field
	}
	const sequence = "sortid_internal_uid_state"
	for _, k := range []kind{
		{call: "sortid_ulidflake_new()", state: "sortid_internal_ulidflake_state", epoch: flake, end: flakeEnd, width: 20, random: hash + " & 1048575", step: step(255)},
		{call: "sortid_ulidflake_new_with(NULL, NULL)", state: "sortid_internal_ulidflake_state", epoch: flake, end: flakeEnd, width: 20, random: hash + " & 1048575", step: step(255)},
		{call: "sortid_ulidflake_new_with(NULL, 1)", state: "sortid_internal_ulidflake_state", epoch: flake, end: flakeEnd, width: 20, random: hash + " & 1048575", step: step(255)},
		{call: "sortid_ulidflake_new_with(NULL, 2)", state: "sortid_internal_ulidflake_state", epoch: flake, end: flakeEnd, width: 20, random: hash + " & 1048575", step: step(65535)},
		{call: "sortid_ulidflake_new_with(NULL, 3)", state: "sortid_internal_ulidflake_state", epoch: flake, end: flakeEnd, width: 20, random: hash + " & 1048575", step: step(16777215)},
		{call: "sortid_ulidflake_new_with(0, NULL)", state: "sortid_internal_ulidflake_scalable_state", epoch: flake, end: flakeEnd, width: 15, low: 5, random: hash + " & 32767", step: step(255), below: "0"},
		{call: "sortid_ulidflake_new_with(31, 1)", state: "sortid_internal_ulidflake_scalable_state", epoch: flake, end: flakeEnd, width: 15, low: 5, random: hash + " & 32767", step: step(255), below: "31"},
		{call: "sortid_ulidflake_new_with(21, 2)", state: "sortid_internal_ulidflake_scalable_state", epoch: flake, end: flakeEnd, width: 15, low: 5, random: hash + " & 32767", step: step(65535), below: "21"},
		{call: "sortid_uid_ts_seq_rand()", state: sequence, epoch: uid, end: 1<<41 - 1, width: 12, low: 10, random: "0", step: "1", below: "(" + hash + " & 1023)"},
		{call: "sortid_internal_uid_ts_seq_rand_bits()", state: sequence, epoch: uid, end: 1<<42 - 1, width: 12, low: 10, random: "0", step: "1", below: "(" + hash + " & 1023)"},
		{call: "sortid_uid_snowish(0)", state: sequence, epoch: uid, end: 1<<41 - 1, width: 12, low: 10, random: "0", step: "1", above: 0, below: "snowish"},
		{call: "sortid_uid_snowish(1023)", state: sequence, epoch: uid, end: 1<<41 - 1, width: 12, low: 10, random: "0", step: "1", above: 1023, below: "snowish"},
		{call: "sortid_uid_snowish()", state: "sortid_internal_lease_state", epoch: uid, end: 1<<41 - 1, width: 12, low: 10, random: "0", step: "1", above: 777, below: "snowish"},
	} {
		number := func(millis int64, field string) string {
			return fmt.Sprintf("((%d::bigint << %d) + (%s))", millis, k.width, field)
		}
		// id is the ID of a number.
		id := func(number string) string {
			switch k.below {
			case "":
				return "(" + number + ")"
			case "snowish":
				return fmt.Sprintf("((%s >> 12 << 22) | (%d::bigint << 12) | (%[1]s & 4095))", number, k.above)
			}
			return fmt.Sprintf("(((%s) << %d) | %s)", number, k.low, k.below)
		}
		now := at - k.epoch
		// The first one of some random UUIDs whose step fits the field, which most steps of three bytes do not.
		small := queryOne(t, s, fmt.Sprintf("SELECT u::text FROM generate_series(1, 10000) AS n, LATERAL (SELECT md5(n::text)::uuid AS u) AS r WHERE 8 + %s < 1 << %d LIMIT 1",
			strings.ReplaceAll(k.step, "current_setting('given.uuid')::uuid", "u"), k.width))
		full := fmt.Sprintf("(1 << %d) - 1", k.width)
		for _, r := range []struct {
			name, state string
			now, step   int64
			number      string // afterwards; or an error
			waits       int
		}{
			{"a later millisecond", number(now-1, "7"), at * 1000, 0, number(now, k.random), 0},
			{"later by much", "0", at*1000 + 999, 0, number(now, k.random), 0},
			{"the same millisecond", number(now, "7"), at*1000 + 999, 0, number(now, "7 + "+k.step), 0},
			{"an earlier millisecond", number(now+1, "7"), at * 1000, 0, number(now+1, "7 + "+k.step), 0},
			{"back by ten seconds", number(now+10_000, "7"), at * 1000, 0, number(now+10_000, "7 + "+k.step), 0},
			{"back by more", number(now+10_001, "7"), at * 1000, 0, number(now, k.random), 0},
			{"the field just filled", number(now, full+" - ("+k.step+")"), at * 1000, 0, number(now, full), 0},
			{"the field just filled, of a millisecond ahead", number(now+3, full+" - ("+k.step+")"), at * 1000, 0, number(now+3, full), 0},
			{"the field full", number(now, full+" + 1 - ("+k.step+")"), at*1000 + 100, 400, number(now+1, k.random), 3},
			{"the field full, of a millisecond ahead", number(now+1, full+" + 1 - ("+k.step+")"), at*1000 + 100, 400, number(now+2, k.random), 5},
			{"the first ID", "0, false", at * 1000, 0, number(now, k.random), 0},
			{"the first ID, of the first millisecond", "0, false", k.epoch * 1000, 0, k.random, 0},
			{"the first millisecond", "0", k.epoch * 1000, 0, k.step, 0},
			{"back to the second millisecond", number(10_002, "7"), k.epoch*1000 + 1000, 0, number(1, k.random), 0},
			{"before the epoch", "0", k.epoch*1000 - 1, 0, "22008 ", 0},
			{"the last millisecond", number(k.end-1, "7"), (k.epoch+k.end)*1000 + 500, 0, number(k.end, k.random), 0},
			{"after the last millisecond", number(k.end, "7"), (k.epoch+k.end)*1000 + 1500, 0, "22008 ", 0},
		} {
			switch {
			case k.call == "sortid_uid_snowish()" && (r.name == "back by more" || r.name == "back to the second millisecond"):
				r.number = "55000 uid11: snowish: the clock shows"
			case k.call == "sortid_uid_ts_seq_rand()" && r.name == "after the last millisecond":
				r.number = "22003 uid11: uint64 9223372036854776" // the profile has more than a bigint
			}
			queryOne(t, s, "SELECT concat(setval('"+k.state+"', "+r.state+"), setval('sortid_internal_lock', 'sortid_internal_lock'::regclass::oid::bigint << 31))")
			s.passing(r.now, r.step, "")
			queryOne(t, s, "SELECT set_config('given.uuid', $1, false)", small)
			got, want := s.says("SELECT ("+k.call+")::text"), r.number
			if !regexp.MustCompile("^(22|55)0.. ").MatchString(want) {
				want = s.says("SELECT " + id(r.number) + "::text")
				if after := s.says(fmt.Sprintf("SELECT concat_ws(' ', last_value - (%s), currval('given.waits')) FROM %s", r.number, k.state)); after != fmt.Sprint("0 ", r.waits) {
					t.Errorf("%s: %s: the state is off by, and the waits are %s, want %d", k.call, r.name, after, r.waits)
				}
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s: %s, want %s", k.call, r.name, got, want)
			}
			if free := s.says("SELECT (last_value - ('sortid_internal_lock'::regclass::oid::bigint << 31))::text FROM sortid_internal_lock"); free != "0" {
				t.Errorf("%s: %s: the lock is at %s, want 0", k.call, r.name, free)
			}
		}
	}
	lockRules(t, s)
}

// lockRules tests the lock of the shared generators: a session that waits sleeps each 32nd time, and a value that no session
// of this installation has written is replaced.
func lockRules(t *testing.T, s givenSession) {
	const free = "('sortid_internal_lock'::regclass::oid::bigint << 31)"
	const freed = "SELECT set_config('given.tries', (last_value - current_setting('given.lock')::bigint)::text, false), setval('public.sortid_internal_lock', 'public.sortid_internal_lock'::regclass::oid::bigint << 31) FROM public.sortid_internal_lock"
	for _, r := range []struct {
		name, lock string
		waits      string
		tries      string // before the lock is free, of a lock that is held
	}{
		{"held", free + " + 1", "1", "32"},
		{"held, and many wait", free + " + 2147483600", "1", "32"},
		{"above", free + " + 2147483648", "0", ""},
		{"far above", free + " + 4294967296", "0", ""},
		{"below", free + " - 2", "0", ""},
		{"just below", free + " - 1", "0", ""},
	} {
		queryOne(t, s, "SELECT concat(setval('sortid_internal_lock', "+r.lock+"), setval('sortid_internal_uid_state', 1), set_config('given.lock', ("+r.lock+")::text, false), set_config('given.tries', '', false))")
		s.passing(1_800_000_000_000_000, 0, freed)
		if got := s.says("SELECT (sortid_uid_ts_seq_rand() > 0)::text"); got != "true" {
			t.Errorf("a lock that is %s: %s", r.name, got)
		}
		if got, want := s.says("SELECT concat_ws(' ', currval('given.waits'), last_value - "+free+") FROM sortid_internal_lock"), r.waits+" 0"; got != want {
			t.Errorf("a lock that is %s: the waits and the lock are %s, want %s", r.name, got, want)
		}
		if tries := s.says("SELECT current_setting('given.tries')"); tries != r.tries {
			t.Errorf("a lock that is %s is free after %s tries, want %s", r.name, tries, r.tries)
		}
	}
	queryOne(t, s, "SELECT setval('sortid_internal_lock', "+free+")::text")
	s.passing(1_800_000_000_000_000, 0, "")
	queryOne(t, s, "SELECT setval('sortid_internal_lock', "+free+" + 1)::text")
	if got := s.says("SELECT sortid_uid_ts_seq_rand()::text"); !strings.HasPrefix(got, "55P03 uid11: cannot generate: the lock of the shared generators was not free for ten seconds: ALTER SEQUENCE public.sortid_internal_lock RESTART frees it") {
		t.Errorf("a lock that no one frees: %s", got)
	}
	if got := s.says("SELECT concat_ws(' ', currval('given.waits'), current_setting('given.seconds'), last_value - " + free + " - 1) FROM sortid_internal_lock"); got != "10000 0.001 320000" {
		t.Errorf("a lock that no one frees: the waits, the seconds of each and the tries are %s, want 10000, 0.001 and 320000", got)
	}
	exec(t, s, "ALTER SEQUENCE sortid_internal_lock RESTART")
	if got := s.says("SELECT (sortid_uid_ts_seq_rand() > 0)::text"); got != "true" {
		t.Errorf("after the remedy: %s", got)
	}
	for _, r := range []struct{ call, want string }{
		{"sortid_ulidflake_new_with(32, 1)", "22023 ulidflake: cannot generate: invalid setting: scalability is 32: use 0 to 31"},
		{"sortid_ulidflake_new_with(-1, 1)", "22023 ulidflake: cannot generate: invalid setting: scalability is -1: use 0 to 31"},
		{"sortid_ulidflake_new_with(NULL, 0)", "22023 ulidflake: cannot generate: invalid setting: entropy_bytes is 0: use 1 to 3"},
		{"sortid_ulidflake_new_with(NULL, 4)", "22023 ulidflake: cannot generate: invalid setting: entropy_bytes is 4: use 1 to 3"},
		{"sortid_ulidflake_new_with(1, 3)", "22023 ulidflake: cannot generate: invalid setting: entropy_bytes is 3: use 1 to 2"},
		{"sortid_uid_snowish(1024)", "22023 uid11: cannot generate: invalid setting: machine is 1024: use 0 to 1023"},
		{"sortid_uid_snowish(-1)", "22023 uid11: cannot generate: invalid setting: machine is -1: use 0 to 1023"},
		{"sortid_uid_snowish(NULL)", "22023 uid11: cannot generate: invalid setting: machine is NULL: use 0 to 1023"},
	} {
		if got := s.says("SELECT (" + r.call + ")::text"); got != r.want {
			t.Errorf("%s: %s, want %s", r.call, got, r.want)
		}
	}
	// The generators without a state, and the random bits that are below their time.
	s.at(1_800_000_000_000_999)
	const hash = "uuid_hash_extended('" + uuid + "', 0)"
	for _, r := range []struct{ call, want string }{
		{"sortid_xid_new()", "(1800000000000 - 1321009871111) << 22 | (" + hash + " & 4194303)"},
		{"encode(sortid_xid_new_bytes(), 'hex')", "encode(int8send((1800000000000 - 1321009871111) << 22 | (" + hash + " & 4194303)), 'hex')"},
		{"encode(sortid_uid_random_bytes(), 'hex')", "'0123456789ab0123'"},
	} {
		if got, want := s.says("SELECT ("+r.call+")::text"), s.says("SELECT ("+r.want+")::text"); got != want {
			t.Errorf("%s: %s, want %s", r.call, got, want)
		}
	}
}
