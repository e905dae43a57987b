package sqlite_test

import (
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/migrations"
)

var clocks = regexp.MustCompile(`'now'|\brandom\(\)|\brandomblob\(`)

// withGiven returns a file of the migrations that reads the clock and the random bits from a table, so that the tests can say
// the exact ID.
func withGiven(file string) string {
	return clocks.ReplaceAllStringFunc(file, func(call string) string {
		switch call {
		case "'now'":
			return "(SELECT now FROM given)"
		case "random()":
			return "(SELECT random FROM given)"
		}
		return "substr((SELECT bytes FROM given), 1, "
	})
}

// TestRules tests the generators at the edges of their rules, at a given clock.
func TestRules(t *testing.T) {
	db := open(t)
	exec(t, db, "CREATE TABLE given (now TEXT, random INTEGER, bytes BLOB)")
	exec(t, db, "INSERT INTO given VALUES ('', -1, x'f123456789abcdef01234567')")
	functions.InstallFiles(t, "", db, functions.Rewritten(t, migrations.SQLite, withGiven))
	const (
		at     = 1_800_000_000_001 // milliseconds since 1970, 08:00:00.001
		random = 1<<31 - 1         // the counter of a new millisecond: all of its bits are set
		most   = 253_402_300_799_999
	)
	wiji := func(micros int64, number int) string { return fmt.Sprintf("%014X%04X1F123456789ABC", micros, number) }
	uuid := func(millis int64, counter int) string {
		return fmt.Sprintf("%012X7%03XBFF123456789ABCD", millis, counter)
	}
	ulid := func(millis, counter int64) string { return fmt.Sprintf("%012X%08XF123456789AB", millis, counter) }
	scru := func(millis, counter int64) string {
		return fmt.Sprintf("%012X%08XF123456789ABCDEF0123", millis, counter)
	}
	for _, g := range []struct {
		table, columns string
		rules          []generatorRule
	}{
		{"sortid_wiji", "micros = %d, sequence = %d", []generatorRule{
			{"a later millisecond", at*1000 - 1, 7, at, wiji(at*1000, 0)},
			{"the same millisecond", at * 1000, 7, at, wiji(at*1000, 8)},
			{"an earlier millisecond", at*1000 + 1, 7, at, wiji(at*1000+1, 8)},
			{"the last number", at * 1000, 65534, at, wiji(at*1000, 65535)},
			{"after the last number", at * 1000, 65535, at, wiji(at*1000+1, 0)},
			{"a later millisecond after the last number", at*1000 - 1, 65535, at, wiji(at*1000, 0)},
			{"back by ten seconds", at*1000 + 10_000_000, 7, at, wiji(at*1000+10_000_000, 8)},
			{"back by more", at*1000 + 10_000_001, 7, at, wiji(at*1000, 0)},
			{"back by more, after the last number", at*1000 + 10_000_001, 65535, at, wiji(at*1000, 0)},
			{"1970", 0, 7, 0, wiji(0, 8)},
			{"before 1970", 10_000_000, 7, -1000, "the clock is outside the format's lifetime"},
			{"the last microsecond", 1<<54 - 1, 7, 18014398509481, wiji(1<<54-1, 8)},
			{"after the lifetime", 1<<54 - 1, 65535, 18014398509481, "the clock is outside the format's lifetime"},
		}},
		{"sortid_ulid", "millis = %d, counter = %d", []generatorRule{
			{"a later millisecond", at - 1, 7, at, ulid(at, random)},
			{"the same millisecond", at, 7, at, ulid(at, 8)},
			{"an earlier millisecond", at + 1, 7, at, ulid(at+1, 8)},
			{"the last counter", at, 1<<32 - 2, at, ulid(at, 1<<32-1)},
			{"after the last counter", at, 1<<32 - 1, at, "the millisecond is used up: try again in the next one"},
			{"back by ten seconds", at + 10_000, 7, at, ulid(at+10_000, 8)},
			{"back by more", at + 10_001, 7, at, ulid(at, random)},
			{"1970", 0, 7, 0, ulid(0, 8)},
			{"before 1970", 10_001, 7, -1000, "the clock is outside the format's lifetime"},
			{"the last year of SQLite", most - 1, 7, most, ulid(most, random)},
		}},
		{"sortid_scru", "millis = %d, counter = %d", []generatorRule{
			{"a later millisecond", at - 1, 7, at, scru(at, random)},
			{"the same millisecond", at, 7, at, scru(at, 8)},
			{"an earlier millisecond", at + 1, 7, at, scru(at+1, 8)},
			{"the last counter", at, 1<<32 - 2, at, scru(at, 1<<32-1)},
			{"after the last counter", at, 1<<32 - 1, at, "the millisecond is used up: try again in the next one"},
			{"back by ten seconds", at + 10_000, 7, at, scru(at+10_000, 8)},
			{"back by more", at + 10_001, 7, at, scru(at, random)},
			{"the first millisecond", 1, 7, 1, scru(1, 8)},
			{"the reserved first millisecond", 0, 7, 0, "the clock is outside the format's lifetime"},
		}},
		{"sortid_uuid", "millis = %d, counter = %d", []generatorRule{
			{"a later millisecond", at - 1, 7, at, uuid(at, 0)},
			{"the same millisecond", at, 7, at, uuid(at, 8)},
			{"an earlier millisecond", at + 1, 7, at, uuid(at+1, 8)},
			{"the last step", at, 4094, at, uuid(at, 4095)},
			{"after the last step", at, 4095, at, uuid(at+1, 0)},
			{"back by ten seconds", at + 10_000, 7, at, uuid(at+10_000, 8)},
			{"back by more", at + 10_001, 7, at, uuid(at, 0)},
			{"1970", 0, 7, 0, uuid(0, 8)},
			{"before 1970", 10_001, 7, -1000, "the clock is outside the format's lifetime"},
		}},
	} {
		for _, r := range g.rules {
			exec(t, db, "UPDATE given SET now = ?", time.UnixMilli(r.now).UTC().Format("2006-01-02 15:04:05.000"))
			exec(t, db, fmt.Sprintf("UPDATE "+g.table+" SET id = NULL, "+g.columns, r.last, r.counter))
			if got := made(t, db, g.table); got != r.want && !(strings.Contains(r.want, " ") && strings.Contains(got, r.want)) {
				t.Errorf("%s: %s: %s, want %s", g.table, r.name, got, r.want)
			}
		}
		// The table holds one row, which says how many were made, and the greatest time of the format.
		if got := queryOne[string](t, db, "SELECT one || ' ' || (made > 5) FROM "+g.table); got != "1 1" {
			t.Errorf("%s: the row is %s", g.table, got)
		}
		if _, err := db.ExecContext(t.Context(), "UPDATE "+g.table+" SET one = 2"); err == nil {
			t.Errorf("%s has a second row", g.table)
		}
	}
	for _, r := range []struct {
		set string
		ok  bool
	}{
		{"sortid_wiji SET micros = 18014398509481983", true}, {"sortid_wiji SET micros = 18014398509481984", false}, {"sortid_wiji SET micros = 0", true}, {"sortid_wiji SET micros = -1", false},
		{"sortid_ulid SET millis = 281474976710655", true}, {"sortid_ulid SET millis = 281474976710656", false}, {"sortid_ulid SET millis = 0", true}, {"sortid_ulid SET millis = -1", false},
		{"sortid_scru SET id = x'00', millis = 281474976710654", true}, {"sortid_scru SET id = x'00', millis = 281474976710655", false}, {"sortid_scru SET id = x'00', millis = 1", true}, {"sortid_scru SET id = x'00', millis = 0", false},
		{"sortid_uuid SET millis = 281474976710655", true}, {"sortid_uuid SET millis = 281474976710656", false}, {"sortid_uuid SET millis = 0", true}, {"sortid_uuid SET millis = -1", false},
	} {
		if _, err := db.ExecContext(t.Context(), "UPDATE "+r.set); (err == nil) != r.ok {
			t.Errorf("UPDATE %s: %v", r.set, err)
		}
	}
	// The variant is before the random bits, whatever they are.
	exec(t, db, "UPDATE given SET random = -2")
	exec(t, db, fmt.Sprintf("UPDATE sortid_uuid SET millis = %d, counter = 7", int64(at)))
	exec(t, db, "UPDATE given SET now = '2027-01-15 08:00:00.001'")
	if got, want := made(t, db, "sortid_uuid"), fmt.Sprintf("%012X7008BEF123456789ABCD", int64(at)); got != want {
		t.Errorf("sortid_uuid with another random number: %s, want %s", got, want)
	}
	fresh := open(t)
	up(t, fresh)
	for table, want := range map[string]string{"sortid_wiji": "1 0 0 0", "sortid_ulid": "1 0 0 0", "sortid_scru": "1 0 0 0", "sortid_uuid": "1 0 0 0"} {
		columns := "millis || ' ' || counter"
		if table == "sortid_wiji" {
			columns = "micros || ' ' || sequence"
		}
		if got := queryOne[string](t, fresh, "SELECT one || ' ' || made || ' ' || "+columns+" FROM "+table); got != want {
			t.Errorf("%s begins with %s, want %s", table, got, want)
		}
	}
	exec(t, fresh, "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 0)")
	if got := queryOne[string](t, fresh, "SELECT token || ' ' || renewal || ' ' || expires || ' ' || begins || ' ' || mark || ' ' || holder FROM sortid_lease"); got != "0 0 0 0 0 " {
		t.Errorf("the defaults of a lease are %q", got)
	}
	if _, err := fresh.ExecContext(t.Context(), "INSERT INTO sortid_lease (name, number) VALUES ('snowish', -1)"); err == nil {
		t.Error("a negative number is granted")
	}
}

// generatorRule is a state of a generator, a time in milliseconds, and the ID that comes of them, or the beginning of an error.
type generatorRule struct {
	name    string
	last    int64 // the time of the state
	counter int64
	now     int64
	want    string
}

// made makes an ID and returns it in hexadecimal, or the error.
func made(t *testing.T, db *sql.DB, table string) string {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), "UPDATE "+table+" SET made = made + 1"); err != nil {
		return err.Error()
	}
	return queryOne[string](t, db, "SELECT hex(id) FROM "+table)
}
