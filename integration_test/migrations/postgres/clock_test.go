package postgres_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// To a generator, a clock that goes back looks like a last ID of the future. The tests write
// such a state, computed from the present time in microseconds or milliseconds.
const (
	micros = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
	millis = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
)

func fields(t testing.TB, q querier, format, call string) []string {
	t.Helper()
	return strings.Split(strings.Trim(queryOne(t, q, fmt.Sprintf("SELECT sortid_%s_fields(%s)::text", format, call)), "()"), ",")
}

// Wiji holds the last timestamp and counts on, by sections 3.1 and 3.2.
func TestWijiClockBack(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	before := fields(t, conn, "wiji", "sortid_wiji_new()")
	last := queryOne(t, conn, "SELECT setval('sortid_internal_wiji_clock', ("+micros+" + 5000000) << 8) >> 8")
	rows := texts(t, conn, "SELECT sortid_wiji_fields(sortid_wiji_new())::text FROM generate_series(1, 700)")
	for i, row := range rows {
		if want := fmt.Sprintf("(%s,%d,1,%s)", last, i+1, before[3]); row != want {
			t.Fatalf("ID %d of a held microsecond has the fields %s, want %s", i, row, want)
		}
	}
	// A rollback forgets nothing of it.
	exec(t, conn, "BEGIN", "RESET ALL")
	texts(t, conn, "SELECT sortid_wiji_new()::text FROM generate_series(1, 10)")
	exec(t, conn, "ROLLBACK")
	if f := fields(t, conn, "wiji", "sortid_wiji_new()"); f[0] != last || f[1] != "711" {
		t.Errorf("after a rollback the fields are %v, want the microsecond %s and the number 711", f, last)
	}
}

// When the 65,536 numbers of a held microsecond are used up, the clock is waited for.
func TestWijiExhausted(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	queryOne(t, conn, "SELECT sortid_wiji_new()::text")
	last := queryOne(t, conn, "SELECT setval('sortid_internal_wiji_clock', ("+micros+" + 700000) << 8 | 255) >> 8")
	exec(t, conn, "SELECT setval('sortid_internal_wiji_sequence', ("+last+" & 140737488355327) << 16 | 65533)")
	for _, want := range []string{"65534", "65535"} {
		if f := fields(t, conn, "wiji", "sortid_wiji_new()"); f[0] != last || f[1] != want {
			t.Errorf("the fields are %v, want the microsecond %s and the number %s", f, last, want)
		}
	}
	if f := fields(t, conn, "wiji", "sortid_wiji_new()"); f[1] != "0" || queryOne(t, db, fmt.Sprintf("SELECT (%s > %s)::text", f[0], last)) != "true" {
		t.Errorf("after the last number the fields are %v, want a microsecond after %s and the number 0", f, last)
	}
}

// If the clock was far ahead and is right again, a generator follows it at once, with a new
// random field.
func TestFarAhead(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	for _, c := range []struct{ format, column, call, ahead string }{
		{"wiji", "uuid", "sortid_wiji_new()", "SELECT setval('sortid_internal_wiji_clock', (" + micros + " + 3600000000) << 8)"},
		{"ulid", "uuid", "sortid_ulid_new()", "SELECT setval('sortid_internal_ulid_high', (" + millis + " + 3600000) << 16)"},
		{"uuid", "uuid", "sortid_internal_uuid_own()", "SELECT setval('sortid_internal_uuid_step', (" + millis + " + 3600000) << 12)"},
		{"scru", "bytea", "sortid_scru_new()", "SELECT setval('sortid_internal_scru_clock', (" + millis + " + 3600000) << 16)"},
		{"ulidflake", "bigint", "sortid_ulidflake_new()", "SELECT setval('sortid_internal_ulidflake_state', (" + millis + " - 1704067200000 + 3600000) << 20)"},
		{"xid", "bigint", "sortid_uid_ts_seq_rand()", "SELECT setval('sortid_internal_uid_state', (" + millis + " - 1321009871111 + 3600000) << 12)"},
	} {
		before := fields(t, conn, c.format, c.call)
		exec(t, conn, c.ahead)
		after := "'" + queryOne(t, conn, "SELECT "+c.call+"::text") + "'::" + c.column
		if lag := queryOne(t, db, fmt.Sprintf("SELECT (abs(extract(epoch FROM clock_timestamp() - sortid_%s_time(%s))) < 5)::text", c.format, after)); lag != "true" {
			t.Errorf("%s: after a clock that was an hour ahead, %s is not of the present", c.call, after)
		}
		if f := fields(t, db, c.format, after); c.format == "wiji" && f[3] == before[3] {
			t.Errorf("the random field %s goes on, although time comes a second time", f[3])
		}
	}
}

// held puts a variable ahead of the clock and returns the IDs made then.
func held(t *testing.T, conn *sql.Conn, call string, n int, statements ...string) []string {
	t.Helper()
	queryOne(t, conn, "SELECT "+call+"::text")
	exec(t, conn, statements...)
	return texts(t, conn, fmt.Sprintf("SELECT replace(%s::text, '-', '') FROM generate_series(1, %d)", call, n))
}

// ULID holds the millisecond and increments the random field, with carrying.
func TestULIDClockBack(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	ahead := "SELECT setval('sortid_internal_ulid_high', (" + millis + " + 5000) << 16 | 65534)"
	for _, c := range []struct {
		low  string
		want []string // the random fields
	}{
		{"41", []string{"fffe000000000000002a", "fffe000000000000002b"}},
		{"9223372036854775806", []string{"fffe7fffffffffffffff", "fffe8000000000000000", "fffe8000000000000001"}},
		{"-2", []string{"fffeffffffffffffffff", "ffff0000000000000000", "ffff0000000000000001"}},
	} {
		ids := held(t, conn, "sortid_ulid_new()", len(c.want), ahead, "SELECT setval('sortid_internal_ulid_low', "+c.low+")")
		for i, x := range ids {
			if x[12:] != c.want[i] || x[:12] != ids[0][:12] {
				t.Errorf("after %s: the ID %d is %s, want the random field %s", c.low, i, x, c.want[i])
			}
		}
	}
	// At the end of the random field, the next millisecond is waited for.
	ids := held(t, conn, "sortid_ulid_new()", 2, "SELECT setval('sortid_internal_ulid_high', ("+millis+" + 300) << 16 | 65535)", "SELECT setval('sortid_internal_ulid_low', -2)")
	if !strings.HasSuffix(ids[0], strings.Repeat("f", 20)) || ids[1][:12] <= ids[0][:12] {
		t.Errorf("after the last ID of a millisecond, %s, comes %s", ids[0], ids[1])
	}
}

// The UUIDv7 of servers before PostgreSQL 18 holds the step and increments it, with a carry
// into the milliseconds.
func TestUUIDClockBack(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	ids := held(t, conn, "sortid_internal_uuid_own()", 3, "SELECT setval('sortid_internal_uuid_step', ("+millis+" + 5000) << 12 | 4093)")
	if ids[0][12:16] != "7ffe" || ids[1][:16] != ids[0][:12]+"7fff" || ids[2][:12] <= ids[1][:12] || ids[2][12:16] != "7000" {
		t.Errorf("the IDs are %v, want the steps ffe and fff, and then 000 of the next millisecond", ids)
	}
	// The variant, and 62 random bits.
	for i, x := range ids {
		if !strings.ContainsAny(x[16:17], "89ab") || i > 0 && x[16:] == ids[i-1][16:] {
			t.Errorf("the random bits of %v are those before, or have another variant", ids)
		}
	}
}

// SCRU160 holds the millisecond and counts on, and waits when the counter is used up.
func TestSCRUClockBack(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	ids := held(t, conn, "sortid_scru_new()", 3, "SELECT setval('sortid_internal_scru_clock', ("+millis+" + 300) << 16 | 65533)")
	// \x, 12 digits of milliseconds, 4 of the counter.
	if ids[0][:18] != ids[1][:14]+"fffe" || ids[1][14:18] != "ffff" || ids[2][:14] <= ids[1][:14] {
		t.Errorf("the IDs are %v, want the counters fffe and ffff, and then a later millisecond", ids)
	}
}

// The generators that sessions share hold the millisecond, and wait when it is full.
func TestSharedClockBack(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	for _, c := range []struct {
		call, state string
		epoch       int64
		width, low  int // bits of the field, and bits of the ID below it
		room        int // how many IDs fit at most, after a field that is that many steps from its end
	}{
		{"sortid_ulidflake_new()", "sortid_internal_ulidflake_state", 1704067200000, 20, 0, 4},
		{"sortid_ulidflake_new_with(31, NULL)", "sortid_internal_ulidflake_scalable_state", 1704067200000, 15, 5, 4},
		{"sortid_uid_ts_seq_rand()", "sortid_internal_uid_state", 1321009871111, 12, 10, 4},
		{"sortid_uid_snowish(3)", "sortid_internal_uid_state", 1321009871111, 12, 10, 4},
	} {
		queryOne(t, conn, "SELECT "+c.call+"::text")
		last := queryOne(t, conn, fmt.Sprintf("SELECT setval('%s', ((%s - %d + 300) << %d) | ((1 << %[4]d) - 1 - %d)) >> %[4]d", c.state, millis, c.epoch, c.width, c.room))
		ticks := texts(t, conn, fmt.Sprintf("SELECT %s >> %d FROM generate_series(1, %d)", c.call, c.width+c.low, c.room+1))
		in := 0
		for i, tick := range ticks {
			switch {
			case tick == last:
				in++
			case i > 0 && tick < ticks[i-1]:
				t.Errorf("%s: the milliseconds are %v", c.call, ticks)
			}
		}
		if in > c.room || ticks[len(ticks)-1] <= last {
			t.Errorf("%s: the milliseconds are %v, want at most %d times %s, and then later ones", c.call, ticks, c.room, last)
		}
		if strings.HasPrefix(c.call, "sortid_uid") && in != c.room {
			t.Errorf("%s: the milliseconds are %v, want %d times %s", c.call, ticks, c.room, last)
		}
	}
}
