package column

import (
	"math"
	"math/big"
	"strconv"
	"testing"
)

var decimals = []string{"0", "1", "9", "10", "-1", "-0", "-", "", "00", "01", "+1", "1 ", "1_0", "18446744073709551615", "18446744073709551616",
	"18446744073709551620", "28446744073709551615", "99999999999999999999", "9999999999999999999x", "99999999999999999999x", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "-99999999999999999999", "--1", "/", ":"}

// checkDecimal compares with package math/big, which reads numbers of any size.
func checkDecimal(t *testing.T, s string) {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || n.String() != s {
		n = nil
	}
	u, result := ParseUint64(s)
	switch {
	case n == nil || n.Sign() < 0:
		if result != Malformed || u != 0 {
			t.Errorf("ParseUint64(%q) = %d, %d", s, u, result)
		}
	case n.IsUint64() != (result == InRange) || result == InRange && u != n.Uint64() || result != InRange && (result != Overflow || u != 0):
		t.Errorf("ParseUint64(%q) = %d, %d", s, u, result)
	}
	i, result := ParseInt64([]byte(s))
	switch {
	case n == nil:
		if result != Malformed || i != 0 {
			t.Errorf("ParseInt64(%q) = %d, %d", s, i, result)
		}
	case n.IsInt64() != (result == InRange) || result == InRange && i != n.Int64() || result != InRange && (result != Overflow || i != 0):
		t.Errorf("ParseInt64(%q) = %d, %d", s, i, result)
	}
}

func TestAgainstBig(t *testing.T) {
	for _, s := range decimals {
		checkDecimal(t, s)
	}
	for _, n := range []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, 0, -1} {
		checkDecimal(t, strconv.FormatInt(n, 10))
		checkDecimal(t, strconv.FormatUint(uint64(n), 10))
	}
}

func FuzzAgainstBig(f *testing.F) {
	for _, s := range decimals {
		f.Add(s)
	}
	f.Fuzz(checkDecimal)
}
