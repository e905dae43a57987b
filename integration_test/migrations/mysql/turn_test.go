package mysql_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// taking lists the generators whose sessions share turns, with the number of bits below the turn
// that are random or a number of the caller.
var taking = []struct {
	name, call string
	low        int
}{
	{"ulidflake", "sortid_ulidflake_new()", 8},
	{"scalable", "sortid_ulidflake_new_with(7, 1)", 8},
	{"ts_seq_rand", "sortid_uid_ts_seq_rand()", 10},
}

func parseUint(t testing.TB, text string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Sessions that hold the same millisecond make IDs that differ without their random bits, and each
// session's increase.
func TestTurnsOfOneMillisecond(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		for _, g := range taking {
			t.Run(g.name, func(t *testing.T) {
				sessions := []session{d.session(t), d.session(t), d.session(t)}
				try := func() (turns []uint64, counted uint64) {
					held, start := "", ""
					for i, s := range sessions {
						s.exec("SET @sortid_turn = NULL", "DO "+g.call)
						if i == 0 {
							held, start = s.get("SELECT (@sortid_turn >> 12) + 5000 << 12"), s.get("SELECT @sortid_turn_start")
						}
						// The same millisecond, ahead of the clock, before its first turn.
						s.exec("SET @sortid_turn = " + held + ", @sortid_turn_start = " + start)
					}
					before := parseUint(t, sessions[0].get("SELECT UUID_SHORT()"))
					last := make([]uint64, len(sessions))
					for range 30 {
						for i, s := range sessions {
							id := parseUint(t, s.get("SELECT "+g.call))
							if id <= last[i] {
								t.Errorf("session %d: %d comes after %d", i, id, last[i])
							}
							last[i] = id
							turns = append(turns, id>>g.low)
						}
					}
					return turns, parseUint(t, sessions[0].get("SELECT UUID_SHORT()")) - before
				}
				turns, counted := try()
				for counted > 4096 { // other sessions of the server count, too
					turns, counted = try()
				}
				slices.Sort(turns)
				if n := len(slices.Compact(slices.Clone(turns))); n != len(turns) {
					t.Errorf("%d turns of %d differ", n, len(turns))
				}
			})
		}
	})
}

// When the counter that sessions share has gone round, a session goes on with another millisecond:
// the next one if it holds one that is ahead of the clock, otherwise one that it waits for.
func TestTurnsGoRound(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		for _, g := range taking {
			t.Run(g.name, func(t *testing.T) {
				s := d.session(t)
				round := func() (passed uint64, ahead bool) {
					// The connection may be that of a test before, with its state.
					s.exec("SET @sortid_turn = NULL", "DO "+g.call, "SET @sortid_turn = @sortid_turn + (9000 << 12) & ~4095")
					first := parseUint(t, s.get("SELECT "+g.call))
					last := first
					for i := range 40 {
						// 3,500 turns of others.
						id := parseUint(t, s.get("SELECT "+g.call+" FROM (SELECT BENCHMARK(3500, UUID_SHORT()) AS b) AS others WHERE b = 0"))
						if id <= last {
							t.Fatalf("ID %d: %d comes after %d", i, id, last)
						}
						last = id
					}
					return last>>(g.low+12) - first>>(g.low+12), s.get("SELECT (@sortid_turn >> 12) > UNIX_TIMESTAMP(SYSDATE(6)) * 1000 + 100") == "1"
				}
				passed, ahead := round()
				for range 10 { // the clock may have caught up with the milliseconds on a busy machine
					if !ahead {
						passed, ahead = round()
					}
				}
				// 140,000 turns are 34 times round. Each time is a millisecond, and not the wait for the clock.
				if passed < 15 || passed > 40 || !ahead {
					t.Errorf("the last of 40 IDs is %d ms after the first, ahead of the clock: %v", passed, ahead)
				}
				// At the clock's own time, too, IDs are in order however often the counter goes round.
				s.exec("SET @sortid_turn = NULL")
				text := s.list("SELECT " + g.call + " FROM (" + rows(300) + ") AS r WHERE BENCHMARK(MOD(n, 7) * 700, UUID_SHORT()) = 0")
				for i := range text[1:] {
					if parseUint(t, text[i+1]) <= parseUint(t, text[i]) {
						t.Fatalf("%s comes after %s", text[i+1], text[i])
					}
				}
			})
		}
	})
}

// A generator holds nothing that another session waits for: neither in a transaction that goes on
// nor in one that only reads.
func TestTransactionHoldsNothing(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		open, reading, other := d.session(t), d.session(t), d.session(t)
		open.exec("START TRANSACTION")
		reading.exec("START TRANSACTION READ ONLY")
		other.exec("SET innodb_lock_wait_timeout = 1, lock_wait_timeout = 1")
		for _, g := range generators {
			if g.name == "snowish" {
				continue // a number belongs to one session
			}
			for _, s := range []session{open, reading, other, open} {
				g.ascending(s, g.make(s, 3))
			}
		}
	})
}

// A millisecond begins its turns at a number that does not follow from the one before, and that is
// the same in all sessions of the server, whatever their settings are.
func TestTurnStarts(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		a, b := d.session(t), d.session(t)
		b.exec("SET time_zone = '+05:30'", "SET NAMES latin1", "SET collation_connection = utf16_bin", "SET sql_mode = ''")
		starts := map[string]bool{}
		const millis = 60
		for i := range millis {
			// The last turn of a millisecond that is ahead of the clock: the next ID takes the next one.
			held := a.get(fmt.Sprintf("SELECT UNIX_TIMESTAMP() * 1000 + 9000 + %d << 12 | 4095", i))
			var found []string
			for _, s := range []session{a, b} {
				s.exec("SET @sortid_turn = "+held+", @sortid_turn_start = 0", "DO sortid_uid_ts_seq_rand()")
				found = append(found, s.get("SELECT CONVERT(CONCAT((@sortid_turn >> 12) - ("+held+" >> 12), ' ', @sortid_turn_start) USING utf8mb4)"))
			}
			if found[0] != found[1] || !strings.HasPrefix(found[0], "1 ") {
				t.Errorf("millisecond %d: the sessions begin at %q", i, found)
			}
			starts[found[0]] = true
		}
		// 60 draws of 4,096 numbers repeat none or one.
		if len(starts) < millis-5 {
			t.Errorf("%d milliseconds begin at %d numbers", millis, len(starts))
		}
	})
}
