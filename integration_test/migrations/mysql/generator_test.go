package mysql_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"
)

// generator is a function that makes IDs, and what a test has to know of its state.
type generator struct {
	name, call string
	time       string // what gives the DATETIME of an ID
	ordered    bool
	// ahead moves the state by so many milliseconds, as a clock that went back would.
	ahead string
	// full puts the state so many milliseconds ahead, with few IDs of the tick left. It is
	// empty for a generator that goes on with the next tick.
	full string
}

// turnAhead is the ahead of the generators that take turns.
const turnAhead = "SET @sortid_turn = @sortid_turn + (%d << 12)"

var generators = []generator{
	{
		name: "wiji", call: "HEX(sortid_wiji_new())", time: "sortid_wiji_time(UNHEX(%s))", ordered: true,
		ahead: "SET @sortid_wiji = CAST(@sortid_wiji AS UNSIGNED) + (%d * 1000 << 16)",
		full:  "SET @sortid_wiji = (CAST(@sortid_wiji AS UNSIGNED) + (%d * 1000 << 16)) | 65530",
	},
	{
		name: "ulid", call: "HEX(sortid_ulid_new())", time: "sortid_ulid_time(UNHEX(%s))", ordered: true,
		ahead: "SET @sortid_ulid_head = CONCAT(LPAD(HEX(@sortid_ulid_millis + %[1]d), 12, '0'), 'ABCD'), @sortid_ulid_millis = @sortid_ulid_millis + %[1]d",
		full:  "SET @sortid_ulid_head = CONCAT(LPAD(HEX(@sortid_ulid_millis + %[1]d), 12, '0'), 'FFFF'), @sortid_ulid_millis = @sortid_ulid_millis + %[1]d, @sortid_ulid = 18446744073709551613",
	},
	{
		name: "uuid", call: "HEX(sortid_uuid_new())", time: "sortid_uuid_time(UNHEX(%s))", ordered: true,
		ahead: "SET @sortid_uuid = @sortid_uuid + (%d << 12)",
	},
	{
		name: "ulidflake", call: "LPAD(sortid_ulidflake_new(), 20, '0')", time: "sortid_ulidflake_time(%s)", ordered: true,
		ahead: turnAhead,
	},
	{
		name: "scalable", call: "LPAD(sortid_ulidflake_new_with(7, 1), 20, '0')", time: "sortid_ulidflake_time(%s)", ordered: true,
		ahead: turnAhead,
	},
	{
		name: "large_steps", call: "LPAD(sortid_ulidflake_new_with(NULL, 2), 20, '0')", time: "sortid_ulidflake_time(%s)", ordered: true,
		ahead: "SET @sortid_ulidflake = @sortid_ulidflake + (%[1]d << 20) & ~1048575, @sortid_turn = @sortid_turn + (%[1]d << 12)",
		full:  "SET @sortid_ulidflake = @sortid_ulidflake + (%[1]d << 20) | 1048300, @sortid_turn = @sortid_turn + (%[1]d << 12)",
	},
	{name: "xid", call: "LPAD(sortid_xid_new(), 20, '0')", time: "sortid_xid_time(%s)"},
	{
		name: "snowish", call: "LPAD(sortid_uid_snowish(CONNECTION_ID() MOD 1024), 20, '0')", time: "sortid_xid_time(%s)", ordered: true,
		ahead: "SET @sortid_uid = @sortid_uid + (%d << 12)",
		full:  "SET @sortid_uid = @sortid_uid + (%d << 12) | 4093",
	},
	{
		name: "ts_seq_rand", call: "LPAD(sortid_uid_ts_seq_rand(), 20, '0')", time: "sortid_xid_time(%s)", ordered: true,
		ahead: turnAhead,
	},
	{
		name: "scru", call: "HEX(sortid_scru_new())", time: "sortid_scru_time(UNHEX(%s))", ordered: true,
		ahead: "SET @sortid_scru = @sortid_scru + (%d << 16)",
		full:  "SET @sortid_scru = @sortid_scru + (%d << 16) | 65533",
	},
}

// each runs a test for every generator, each in a new session.
func each(t *testing.T, d database, test func(t *testing.T, s session, g generator)) {
	for _, g := range generators {
		t.Run(g.name, func(t *testing.T) { test(t, d.session(t), g) })
	}
}

// eachHolding is each for the generators that have a state in the session: without xid, which
// follows the clock, and without UUID_v7 of MariaDB, which the server's sessions share.
func eachHolding(t *testing.T, d database, test func(t *testing.T, s session, g generator)) {
	for _, g := range generators {
		if g.ordered && (g.name != "uuid" || !d.hasUUID(t)) {
			t.Run(g.name, func(t *testing.T) { test(t, d.session(t), g) })
		}
	}
}

// hasUUID reports whether the server has UUID_v7, which sortid_uuid_new calls then.
func (d database) hasUUID(t testing.TB) bool {
	t.Helper()
	return d.mariadb() && d.session(t).get("SELECT CAST(SUBSTRING_INDEX(VERSION(), '.', 2) AS DECIMAL(4, 1)) >= 11.7") == "1"
}

// eachLimited is each for the generators whose ticks can be used up. The steps of uuid carry into
// the milliseconds.
func eachLimited(t *testing.T, d database, test func(t *testing.T, s session, g generator)) {
	for _, g := range generators {
		if g.full != "" {
			t.Run(g.name, func(t *testing.T) { test(t, d.session(t), g) })
		}
	}
}

// make makes n IDs, a statement each. They come as texts in the order of the IDs.
func (g generator) make(s session, n int) (ids []string) {
	s.t.Helper()
	for range n {
		ids = append(ids, s.get("SELECT "+g.call))
	}
	return ids
}

// timeOf reads the time of an ID.
func (g generator) timeOf(s session, id string) time.Time {
	s.t.Helper()
	micros := s.get("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + fmt.Sprintf(g.time, "'"+id+"'") + ")")
	n, err := strconv.ParseInt(micros, 10, 64)
	if err != nil {
		s.t.Fatalf("the time of %s is %s", id, micros)
	}
	return time.UnixMicro(n)
}

// present fails if an ID is not of a time since from, give or take what two clocks differ by.
func (g generator) present(s session, id string, from time.Time) {
	s.t.Helper()
	const skew = time.Second
	if at, now := g.timeOf(s, id), time.Now(); at.Before(from.Add(-skew)) || at.After(now.Add(skew)) {
		s.t.Errorf("%s is dated %v, and was made from %v to %v", id, at, from, now)
	}
}

func (g generator) ascending(s session, ids []string) {
	s.t.Helper()
	if g.ordered && (!slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids)) {
		s.t.Errorf("not in order: %q", ids)
	}
}

// The clock is neither that of the session's time zone nor that of SET timestamp, and
// it moves within a statement.
func TestClock(t *testing.T) {
	now := time.Now()
	stamp := func(at time.Time) string { return fmt.Sprintf("SET timestamp = %d.25", at.Unix()) }
	settings := [][]string{
		{"SET time_zone = '+05:30'"}, {"SET time_zone = '-12:00'"}, {"SET time_zone = '+12:47'"},
		{stamp(now.AddDate(-20, 0, 0))}, {stamp(now.AddDate(8, 0, 0))}, {stamp(now.Add(-5 * time.Minute))}, {stamp(now.Add(-time.Hour))},
		{"SET time_zone = '+05:47'", stamp(now.AddDate(0, -6, 0))},
	}
	// With daylight saving time on one of the two, and not on the other.
	zoned := [][]string{
		{"SET time_zone = 'Europe/Berlin'", stamp(now.AddDate(0, -6, 0))},
		{"SET time_zone = 'Australia/Lord_Howe'", stamp(now.AddDate(0, 6, 0))},
	}
	onEach(t, func(t *testing.T, d database) {
		settings := settings
		if d.session(t).get("SELECT CONVERT_TZ('2026-01-01', '+00:00', 'Europe/Berlin')") == "NULL" {
			t.Log("the server has no time zone tables: only zones of a fixed offset are tried")
		} else {
			settings = slices.Concat(settings, zoned)
		}
		each(t, d, func(t *testing.T, s session, g generator) {
			for _, statements := range settings {
				s.exec("SET timestamp = DEFAULT", "SET time_zone = DEFAULT")
				s.exec(statements...)
				from := time.Now()
				ids := g.make(s, 5)
				for _, id := range ids {
					g.present(s, id, from)
				}
				g.ascending(s, ids)
				if t.Failed() {
					t.Fatal(statements)
				}
			}
			s.exec("SET timestamp = DEFAULT", "SET time_zone = DEFAULT")
			if s.get("SELECT SYSDATE(6) = NOW(6)") == "1" {
				t.Skip("the server runs with --sysdate-is-now: the IDs of a statement hold its time")
			}
			moves := s.list("SELECT " + g.call + " FROM (SELECT 1 UNION ALL SELECT 2) AS two WHERE SLEEP(0.05) = 0")
			if passed := g.timeOf(s, moves[1]).Sub(g.timeOf(s, moves[0])); passed < 40*time.Millisecond {
				t.Errorf("between two IDs of a statement that took 50 ms passed %v", passed)
			}
		})
	})
}

// When the clock goes back by seconds, the last tick is held; when it goes back by
// more, the session starts over.
func TestClockBack(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		eachHolding(t, d, func(t *testing.T, s session, g generator) {
			const lead = 8 * time.Second
			ids := g.make(s, 1)
			held := g.timeOf(s, ids[0]).Add(lead)
			s.exec(fmt.Sprintf(g.ahead, lead.Milliseconds()))
			for _, id := range g.make(s, 20) {
				// The counter that sessions share may go round, which is a millisecond each time.
				if at := g.timeOf(s, id); at.Before(held) || at.After(held.Add(50*time.Millisecond)) && at.After(time.Now()) {
					t.Errorf("%s is dated %v, want the held %v", id, at, held)
				}
				ids = append(ids, id)
			}
			g.ascending(s, ids)
			tail := s.get("SELECT @sortid_wiji_tail")
			for _, far := range []int{60_000, 3_600_000} {
				s.exec(fmt.Sprintf(g.ahead, far))
				from := time.Now()
				again := g.make(s, 20)
				for _, id := range again {
					g.present(s, id, from)
				}
				g.ascending(s, again)
			}
			if g.name == "wiji" && s.get("SELECT @sortid_wiji_tail") == tail {
				t.Errorf("IDs of a time that was used before have the same random field, %s", tail)
			}
		})
	})
}

// When the sequence of a tick is used up, the generator waits for the next one.
func TestExhausted(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		eachLimited(t, d, func(t *testing.T, s session, g generator) {
			const lead = 300
			from := time.Now()
			ids := g.make(s, 1)
			s.exec(fmt.Sprintf(g.full, lead))
			ids = append(ids, g.make(s, 12)...)
			g.ascending(s, ids)
			g.present(s, ids[len(ids)-1], from)
			now, err := strconv.ParseInt(s.get("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			held, last := g.timeOf(s, ids[1]), g.timeOf(s, ids[len(ids)-1])
			if held.Sub(g.timeOf(s, ids[0])) < lead*time.Millisecond || !last.After(held) || last.After(time.UnixMicro(now)) {
				t.Errorf("the tick that was held is %v, and the last ID is of %v, before %v", held, last, time.UnixMicro(now))
			}
		})
	})
}

// The random field of a ULID carries from its low 64 bits into the high 16.
func TestCarry(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		g := generators[slices.IndexFunc(generators, func(g generator) bool { return g.name == "ulid" })]
		g.make(s, 1)
		s.exec(fmt.Sprintf(g.ahead, 3000), "SET @sortid_ulid = 18446744073709551614")
		ids := g.make(s, 3)
		for i, want := range []string{"ABCDFFFFFFFFFFFFFFFF", "ABCE0000000000000000", "ABCE0000000000000001"} {
			if got := ids[i][12:]; got != want {
				t.Errorf("random field %d is %s, want %s", i, got, want)
			}
		}
	})
}

// An ID of a distributed transaction that was rolled back is not given out again.
func TestDistributedTransaction(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		if d.galera(t) {
			t.Skip("Galera has no distributed transactions (1235)")
		}
		each(t, d, func(t *testing.T, s session, g generator) {
			name := "'" + d.Name + g.name + "'"
			s.exec("XA START " + name)
			ids := g.make(s, 5)
			s.exec("XA END "+name, "XA ROLLBACK "+name)
			ids = append(ids, g.make(s, 5)...)
			g.ascending(s, ids)
			if n := len(slices.Compact(slices.Sorted(slices.Values(ids)))); n != len(ids) && g.ordered {
				t.Errorf("%d different IDs of %d: %q", n, len(ids), ids)
			}
		})
	})
}
