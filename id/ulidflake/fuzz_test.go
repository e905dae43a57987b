package ulidflake_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

// refused tests the terms of a decoder's error.
func refused(t *testing.T, x ulidflake.ID, err error) {
	t.Helper()
	var syntax *id.SyntaxError
	if !errors.As(err, &syntax) || !errors.Is(err, syntax.Reason) || x != 0 {
		t.Fatalf("%v, %v", x, err)
	}
}

func FuzzParseInt64(f *testing.F) {
	for _, s := range []string{"", "0", "-0", "00", "+1", "-1", "-", "1e3", "0x10", "1_000", " 1", "9223372036854775807", "9223372036854775808",
		"99999999999999999999", strings.Repeat("9", 64), strings.Repeat("9", 65), "-" + strings.Repeat("9", 64), "14246757444195114", "\u0661"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := ulidflake.ParseInt64(s)
		n, isNumber := new(big.Int).SetString(s, 10)
		canonical := isNumber && n.String() == s
		if want := canonical && n.Sign() >= 0 && n.IsInt64(); want != (err == nil) {
			t.Fatalf("ParseInt64(%q) = %v, %v", s, x, err)
		}
		if len(s) > 64 { // its error reads the first 64 bytes only
			if refused(t, x, err); !errors.Is(err, id.ErrLength) {
				t.Fatalf("ParseInt64(%q) fails with %v", s, err)
			}
			return
		}
		if err != nil {
			if refused(t, x, err); canonical != errors.Is(err, id.ErrOverflow) {
				t.Fatalf("ParseInt64(%q) fails with %v", s, err)
			}
			return
		}
		if int64(x) != n.Int64() {
			t.Fatalf("ParseInt64(%q) = %d", s, int64(x))
		}
	})
}

func FuzzFromInt64(f *testing.F) {
	f.Add(int64(0))
	f.Add(int64(-1))
	f.Fuzz(func(t *testing.T, v int64) {
		x, err := ulidflake.FromInt64(v)
		if (v < 0) != (err != nil) {
			t.Fatalf("FromInt64(%d) = %v, %v", v, x, err)
		}
		if err == nil {
			return
		}
		refused(t, x, err)
		if x, err := ulidflake.FromUint64(uint64(v)); !errors.Is(err, id.ErrOverflow) || x != 0 {
			t.Fatalf("FromUint64(%d) = %v, %v", uint64(v), x, err)
		}
		bad := ulidflake.ID(v)
		if i, err := bad.Int64(); !errors.Is(err, id.ErrOverflow) || i != 0 {
			t.Fatalf("%d has the integer %d, %v", v, i, err)
		}
		if u, err := bad.Uint64(); !errors.Is(err, id.ErrOverflow) || u != 0 {
			t.Fatalf("%d has the unsigned integer %d, %v", v, u, err)
		}
		for name, marshal := range map[string]func() ([]byte, error){"text": bad.MarshalText, "binary": bad.MarshalBinary} {
			if b, err := marshal(); !errors.Is(err, id.ErrOverflow) || len(b) != 0 {
				t.Fatalf("%d has the %s form %q, %v", v, name, b, err)
			}
		}
		for name, add := range map[string]func([]byte) ([]byte, error){"text": bad.AppendText, "binary": bad.AppendBinary} {
			if b, err := add([]byte("before")); !errors.Is(err, id.ErrOverflow) || string(b) != "before" {
				t.Fatalf("%d: what is appended as %s is %q, %v", v, name, b, err)
			}
		}
		if bad.IsValid() || ulidflake.Valid(bad.String()) {
			t.Fatalf("%d (%v) is valid", v, bad)
		}
	})
}

func FuzzFields(f *testing.F) {
	f.Add(uint64(0), uint32(0), uint16(0), uint8(0))
	f.Add(uint64(ulidflake.MaxTimestamp), uint32(ulidflake.MaxRandom), uint16(ulidflake.MaxScalableRandom), uint8(ulidflake.MaxScalability))
	f.Add(uint64(ulidflake.MaxTimestamp+1), uint32(ulidflake.MaxRandom+1), uint16(ulidflake.MaxScalableRandom+1), uint8(32))
	f.Fuzz(func(t *testing.T, millis uint64, random uint32, random15 uint16, sid uint8) {
		alone := ulidflake.Fields{Timestamp: millis, Random: random}
		x, err := ulidflake.FromFields(alone)
		if want := millis <= ulidflake.MaxTimestamp && random <= ulidflake.MaxRandom; want != (err == nil) || want && x.Fields() != alone {
			t.Fatalf("FromFields(%+v) = %v, %v", alone, x, err)
		}
		if err != nil {
			refused(t, x, err)
		}
		if millis > ulidflake.MaxTimestamp && !(errors.Is(err, id.ErrOverflow) && errors.Is(err, id.ErrRange)) {
			t.Fatalf("FromFields(%+v) fails with %v", alone, err)
		}
		scalable := ulidflake.ScalableFields{Timestamp: millis, Random: random15, Scalability: sid}
		x, err = ulidflake.FromScalable(scalable)
		want := millis <= ulidflake.MaxTimestamp && random15 <= ulidflake.MaxScalableRandom && sid <= ulidflake.MaxScalability
		if want != (err == nil) || want && x.Scalable() != scalable {
			t.Fatalf("FromScalable(%+v) = %v, %v", scalable, x, err)
		}
		if err != nil {
			refused(t, x, err)
		}
	})
}

// FuzzGenerator drives a generator with any clock and any randomness: IDs
// increase, are of the last or of a later time, and a failure changes nothing.
func FuzzGenerator(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3}, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, false, uint8(1))
	f.Add([]byte{0, 255, 1, 254, 0, 0, 0}, []byte{255, 255, 255, 255, 0, 0, 1}, true, uint8(2))
	f.Fuzz(func(t *testing.T, moves, random []byte, scalable bool, bytes uint8) {
		now := newClock(0)
		g := ulidflake.Generator{Scalable: scalable, EntropyBytes: int(bytes % 3), Clock: now.Read, Rand: &idtest.Cycle{Bytes: random}}
		if scalable {
			g.Scalability = id.NodeOf(0)
		}
		var last ulidflake.ID
		started := false
		for _, m := range moves {
			// From steps of a millisecond to jumps of decades, both ways.
			shows := now.Read().Sub(sinceEpoch(0)).Milliseconds() + int64(int8(m<<4))>>4<<(m>>4*3)
			now.Set(sinceEpoch(shows))
			x, err := g.New()
			if err != nil {
				if x != 0 || !started && shows >= 0 && shows <= ulidflake.MaxTimestamp && errors.Is(err, id.ErrOverflow) {
					t.Fatalf("at %d: %v, %v", shows, x, err)
				}
				continue
			}
			if started && (x <= last || x.Timestamp() != max(shows, last.Timestamp())) || !started && x.Timestamp() != shows {
				t.Fatalf("at %d: %+v after %+v", shows, x.Fields(), last.Fields())
			}
			last, started = x, true
		}
	})
}
