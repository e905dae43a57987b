package idtest

import (
	"bytes"
	"encoding/hex"
	"testing"
)

// accessors tests the methods that read an ID.
func (s suite[T, P]) accessors(t *testing.T) {
	for _, x := range s.samples(t) {
		raw, err := x.MarshalBinary()
		if err != nil {
			t.Fatalf("%v: MarshalBinary: %v", x, err)
		}
		if got := x.Hex(); got != hex.EncodeToString(raw) {
			t.Errorf("%v.Hex() = %s, want %x", x, got, raw)
		}
		if got := x.UnixMillis(); got != x.Time().UnixMilli() {
			t.Errorf("%v.UnixMillis() = %d, its time is %v", x, got, x.Time())
		}
	}
}

// extremes tests that Min and Max are valid, and that no other ID is beyond them.
func (s suite[T, P]) extremes(t *testing.T) {
	lo, hi := s.Min(), s.Max()
	for name, x := range map[string]T{"Min": lo, "Max": hi} {
		raw, _ := plainBytes(x)
		if _, err := x.MarshalBinary(); err != nil || !x.IsValid() {
			t.Fatalf("%s = %v: valid %v, MarshalBinary: %v", name, x, x.IsValid(), err)
		}
		if y, err := s.FromBytes(raw); err != nil || y != x {
			t.Errorf("FromBytes of %s = %v, %v, want %v", name, y, err, x)
		}
	}
	if lo.IsZero() != s.ZeroIsValid {
		t.Errorf("Min is %v, and the zero value is valid: %v", lo, s.ZeroIsValid)
	}
	for _, x := range s.samples(t) {
		if x.Compare(lo) < 0 || x.Compare(hi) > 0 {
			t.Errorf("%v is not between Min %v and Max %v", x, lo, hi)
		}
	}
	s.noGreaterThan(t, lo, 0x00)
	s.noGreaterThan(t, hi, 0xFF)
}

// noGreaterThan tests that Min, or Max, cannot be exceeded by changing one bit to that of
// the least, or greatest, byte.
func (s suite[T, P]) noGreaterThan(t *testing.T, extreme T, most byte) {
	t.Helper()
	raw, err := extreme.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		for mask := byte(1); mask != 0; mask <<= 1 {
			if (raw[i]^most)&mask == 0 {
				continue
			}
			b := bytes.Clone(raw)
			b[i] ^= mask
			if x, err := s.FromBytes(b); err == nil {
				t.Errorf("%v (%x) is valid and beyond %v", x, b, extreme)
			}
		}
	}
}
