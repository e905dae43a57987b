package source

import (
	"encoding/hex"
	"strings"
	"testing"
)

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		least, greatest any
		want            []string
	}{
		{int64(10), int64(13), []string{"10", "11", "12"}},
		{[]byte{0, 0}, []byte{3, 0}, []string{"X'0000'", "X'01", "X'02"}},
		{"00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff", []string{"'00000000-0000-4000", "'", "'"}},
		{"INV-00000001", "INV-00003000", []string{"'INV-00000001", "'INV-0000", "'INV-0000"}},
		{"user_A", "user_Z", []string{"'user_A", "'user_", "'user_"}},
		{int64(4e18), uint64(9.9e18), []string{"4", "", ""}},
		{int64(1), []byte{1}, nil},
		{nil, nil, nil},
		{1.5, 2.5, nil},
	} {
		got := between(c.least, c.greatest, 3)
		if len(got) != len(c.want) {
			t.Fatalf("%v to %v: %q", c.least, c.greatest, got)
		}
		for i := range got {
			if !strings.HasPrefix(got[i], c.want[i]) || i > 0 && got[i] <= got[i-1] {
				t.Errorf("%v to %v: %q, want %q", c.least, c.greatest, got, c.want)
			}
		}
	}
}

// A literal needs no escape, whatever the keys are.
func TestBetweenOfStrangeTexts(t *testing.T) {
	for _, s := range between("a'; DROP TABLE x; --\x00", `a'\ü"z`, 20) {
		if strings.ContainsAny(s[1:len(s)-1], "'\\\"\x00") {
			t.Errorf("literal %s", s)
		}
	}
}

// Of texts in bytes, the places are among the characters: most bytes between two of them are in none.
func TestBetweenOfTextsInBytes(t *testing.T) {
	least, greatest := []byte("00000000-0000-4000-8000-000000000000\x00"), []byte("ffffffff-ffff-4fff-bfff-ffffffffffff\x00")
	seen := make(map[byte]bool)
	for _, s := range between(least, greatest, 100) {
		b, err := hex.DecodeString(strings.Trim(s, "X'"))
		if err != nil || strings.Trim(string(b), "0123456789abcdef-\x00") != "" {
			t.Errorf("%s: %q, %v", s, b, err)
		}
		seen[b[0]] = true
	}
	if len(seen) != 16 {
		t.Errorf("%d of 16 first digits", len(seen))
	}
}

// Behind a prefix of letters, the places of numbers are digits alone.
func TestBetweenOfNumbersInTexts(t *testing.T) {
	for _, s := range between("INV-00000001", "INV-00003000", 100) {
		if strings.Trim(strings.TrimPrefix(s, "'INV-"), "0123456789'") != "" {
			t.Errorf("%s", s)
		}
	}
}

// Bytes are those of a text if it is long enough for that to be no chance, and has characters that people type alone.
func TestIsText(t *testing.T) {
	for text, want := range map[string]bool{
		"abcdefghijk": false, "abcdefghijkl": true, "abcdefghijkl\x00\x00": true, "abcdefghijk\x00": false, "!09 AZaz{|}~": true, "abcdefghijk\x7f": false, "abcdefghijk\x1f": false, "abcdefghijké": false,
	} {
		if got := isText([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	for _, c := range []struct {
		low, high string
		share     float64
		want      string
	}{{"", "9", 0, "0"}, {"aa", "ac", 0.5, "ab"}, {"a", "c", 0.5, "b"}, {"00-00", "00-20", 0.5, "00-10"}} {
		if got := textBetween(c.low, c.high, c.share); got != c.want {
			t.Errorf("%q to %q at %g: %q", c.low, c.high, c.share, got)
		}
	}
}

// The names of InnoDB's files have codes for other characters than letters and digits.
func TestFileOf(t *testing.T) {
	for name, want := range map[string]string{"Az_09": "Az_09", "a-b": "a@002db", "/09:": "@002f09@003a", "@AZ[": "@0040AZ@005b", "`az{": "@0060az@007b", "my table": "my@0020table"} {
		if got := fileOf(name); got != want || nameOf(got) != name {
			t.Errorf("%s: %s, and back %s", name, got, nameOf(got))
		}
	}
}
