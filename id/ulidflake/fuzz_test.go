package ulidflake_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
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
