package suite

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// made returns IDs of one session from a call of a generator, in the order in which
// they came.
func (u unit) made(t testing.TB, call string, n int) [][]byte {
	t.Helper()
	conn := u.conn(t)
	var all [][]byte
	for range 3 {
		ids, err := u.produce(t.Context(), conn, u.column.Out(call), n)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ids...)
	}
	return all
}

// refusesSettings tests the error of a setting that is out of its range.
func (u unit) refusesSettings(t *testing.T, calls ...string) {
	for _, call := range calls {
		message := u.fails(t, u.column.Out(call), "", "a bad setting")
		if message != "" && (!strings.Contains(message, u.library) || !strings.Contains(message, "invalid setting")) {
			t.Errorf("%s: %s: the message %q does not name %s and the rule", u.Server.Name, call, message, u.library)
		}
	}
}

// flake: Ulid-Flakes of the scalable layout carry their number, and differ from
// those of other numbers.
func (u unit) flake(t *testing.T) {
	call := u.function(t, "new_with")
	of := func(raw []byte) ulidflake.ID { return ulidflake.ID(binary.BigEndian.Uint64(raw)) }
	for _, scalability := range []uint8{0, 7, ulidflake.MaxMachine} {
		for _, entropy := range []string{"NULL", "1", "2"} {
			from := time.Now()
			ids := u.made(t, fmt.Sprintf("%s(%d, %s)", call, scalability, entropy), 20)
			u.present(t, ids, from, time.Now())
			u.ascending(t, ids)
			for _, x := range ids {
				if f := of(x).Scalable(); f.Machine != scalability {
					t.Fatalf("%s: %x has the scalability %d, want %d", u.Server.Name, x, f.Machine, scalability)
				}
			}
		}
	}
	for _, entropy := range []string{"NULL", "1", "2", "3"} {
		from := time.Now()
		ids := u.made(t, fmt.Sprintf("%s(NULL, %s)", call, entropy), 20)
		u.present(t, ids, from, time.Now())
		u.ascending(t, ids)
	}
	u.sessionsCalling(t, u.column.Out(call+"(7, 1)"))
	u.refusesSettings(t, call+"(32, 1)", call+"(-1, 1)", call+"(NULL, 0)", call+"(NULL, 4)", call+"(1, 3)", call+"(1, 0)")

	ids := append(u.samples(random(t), values), u.goldenIDs(t)...)
	for i, got := range u.each(t, u.Fields(u.onID(t, "scalable")), u.encode(ids)) {
		f := of(ids[i]).Scalable()
		want := map[string]string{"millis": decimal(f.Timestamp), "random": decimal(f.Random), "scalability": decimal(f.Machine)}
		if have := fieldsOf(t, got); !maps.Equal(have, want) {
			t.Errorf("%s: the scalable fields of %x are %v, want %v", u.Server.Name, ids[i], have, want)
		}
	}
}

// profiles: the other profiles of uid11 are generated as Go reads them.
func (u unit) profiles(t *testing.T) {
	t.Run("full-random", func(t *testing.T) {
		ids := u.made(t, u.function(t, "random")+"()", 2000)
		if len(set(ids)) != len(ids) {
			t.Errorf("%s: %d different IDs of %d", u.Server.Name, len(set(ids)), len(ids))
		}
		// Each bit is set in about a half of them: 20 standard deviations off is none.
		for bit := range 64 {
			n := 0
			for _, x := range ids {
				n += int(uidOf(x) >> bit & 1)
			}
			if n < len(ids)/4 || n > len(ids)*3/4 {
				t.Errorf("%s: bit %d is set in %d of %d", u.Server.Name, bit, n, len(ids))
			}
		}
	})
	t.Run("snowish", func(t *testing.T) {
		for _, machine := range []uint16{0, 5, uid11.MaxMachine} {
			u.profile(t, uid11.Snowish, fmt.Sprintf("%s(%d)", u.function(t, "snowish"), machine), func(x uid11.ID) bool {
				f, err := x.Snowish()
				return err == nil && f.Machine == machine
			})
		}
		u.refusesSettings(t, u.function(t, "snowish")+"(-1)", u.function(t, "snowish")+"(1024)", u.function(t, "snowish")+"(NULL)")
	})
	t.Run("ts-seq-rand", func(t *testing.T) {
		call := u.function(t, "ts_seq_rand") + "()"
		u.profile(t, uid11.TSSeqRand, call, func(uid11.ID) bool { return true })
		u.ordered, u.global = true, true
		u.sessionsCalling(t, u.column.Out(call))
	})
}

// profile tests a generator of a profile that is monotonic and has a time.
func (u unit) profile(t *testing.T, p uid11.Profile, call string, ok func(uid11.ID) bool) {
	t.Helper()
	const skew = 5 * time.Second
	from := time.Now()
	ids := u.made(t, call, 1000)
	to := time.Now()
	for _, x := range ids {
		at, err := p.Time(uidOf(x), time.Time{})
		if err != nil || at.Before(from.Add(-skew)) || at.After(to.Add(skew)) || !ok(uidOf(x)) {
			t.Fatalf("%s: %s made %x at %v: %v", u.Server.Name, call, x, at, err)
		}
	}
	numbers := make([]uid11.ID, len(ids))
	for i, x := range ids {
		numbers[i] = uidOf(x)
	}
	if !slices.IsSorted(numbers) || len(set(ids)) != len(ids) {
		t.Errorf("%s: %s does not ascend, or repeats itself", u.Server.Name, call)
	}
}
