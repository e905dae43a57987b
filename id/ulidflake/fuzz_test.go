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
