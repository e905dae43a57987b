package column

import (
	"strings"
	"testing"
)

func TestIsPrintable(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, " ": true, "~": true, " 01ARYZ6S41~": true, strings.Repeat("z", 100): true,
		"": false, "\x1f": false, "\x7f": false, "\n": false, "ab\x00": false, "\x00ab": false, "é": false,
	} {
		if IsPrintable(s) != want || IsPrintable([]byte(s)) != want {
			t.Errorf("IsPrintable(%q) is not %v", s, want)
		}
	}
}

// TestQuote: an error shows the first 64 bytes of an input, as text or as 32 bytes in hexadecimal digits.
func TestQuote(t *testing.T) {
	long := strings.Repeat("x", MaxShown)
	for _, c := range []struct{ input, quote, bytes, hex string }{
		{"", `""`, `"" (0 bytes)`, "0x (0 bytes)"},
		{"a\n", `"a\n"`, `"a\n" (2 bytes)`, "0x610a (2 bytes)"},
		{long[:32], `"` + long[:32] + `"`, `"` + long[:32] + `" (32 bytes)`, "0x" + strings.Repeat("78", 32) + " (32 bytes)"},
		{long[:33], `"` + long[:33] + `"`, `"` + long[:33] + `" (33 bytes)`, "0x" + strings.Repeat("78", 32) + " (33 bytes)"},
		{long, `"` + long + `"`, `"` + long + `" (64 bytes)`, "0x" + strings.Repeat("78", 32) + " (64 bytes)"},
		{long + "y", `"` + long + `"…`, `"` + long + `"… (65 bytes)`, "0x" + strings.Repeat("78", 32) + " (65 bytes)"},
	} {
		if got := Quote(c.input); got != c.quote {
			t.Errorf("Quote of %d bytes is %s, want %s", len(c.input), got, c.quote)
		}
		if got := QuoteBytes([]byte(c.input)); got != c.bytes {
			t.Errorf("QuoteBytes of %d bytes is %s, want %s", len(c.input), got, c.bytes)
		}
		if got := Hex([]byte(c.input)); got != c.hex {
			t.Errorf("Hex of %d bytes is %s, want %s", len(c.input), got, c.hex)
		}
	}
}
