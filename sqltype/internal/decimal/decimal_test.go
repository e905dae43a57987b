package decimal

import (
	"math"
	"math/big"
	"strconv"
	"testing"
)

var texts = []string{"0", "1", "9", "10", "-1", "-0", "-", "", "00", "01", "+1", "1 ", "1_0", "18446744073709551615", "18446744073709551616",
	"18446744073709551620", "28446744073709551615", "99999999999999999999", "9999999999999999999x", "99999999999999999999x", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "-99999999999999999999", "--1", "/", ":"}

// check compares with package math/big, which reads numbers of any size.
func check(t *testing.T, s string) {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || n.String() != s {
		n = nil
	}
	u, result := Uint64(s)
	switch {
	case n == nil || n.Sign() < 0:
		if result != Malformed || u != 0 {
			t.Errorf("Uint64(%q) = %d, %d", s, u, result)
		}
	case n.IsUint64() != (result == OK) || result == OK && u != n.Uint64() || result != OK && (result != Overflow || u != 0):
		t.Errorf("Uint64(%q) = %d, %d", s, u, result)
	}
	i, result := Int64([]byte(s))
	switch {
	case n == nil:
		if result != Malformed || i != 0 {
			t.Errorf("Int64(%q) = %d, %d", s, i, result)
		}
	case n.IsInt64() != (result == OK) || result == OK && i != n.Int64() || result != OK && (result != Overflow || i != 0):
		t.Errorf("Int64(%q) = %d, %d", s, i, result)
	}
}

func TestAgainstBig(t *testing.T) {
	for _, s := range texts {
		check(t, s)
	}
	for _, n := range []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, 0, -1} {
		check(t, strconv.FormatInt(n, 10))
		check(t, strconv.FormatUint(uint64(n), 10))
	}
}

func FuzzAgainstBig(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(check)
}
