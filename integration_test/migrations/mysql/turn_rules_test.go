package mysql_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

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
				want := fmt.Sprintf(lifetime, g.name) + time.UnixMicro(now).UTC().Format("'2006-01-02 15:04:05")
				if got := s.says(g.call); !strings.HasPrefix(got, want) {
					s.t.Errorf("%s at %d: %s, want %s", g.call, now, got, want)
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
