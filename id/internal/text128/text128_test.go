package text128

import (
	"testing"

	"github.com/sortid/sortid/id/internal/base32"
)

var crockford = base32.New(base32.Crockford)

// TestDecode: each form is known by its length, and gives the same 128 bits.
func TestDecode(t *testing.T) {
	const hi, lo = 0x0123456789abcdef, 0xfedcba9876543210
	for _, s := range []string{"014D2PF2DBSQQZXQ5TK1V58CGG", "01234567-89ab-cdef-fedc-ba9876543210", "0123456789abcdeffedcba9876543210"} {
		if h, l, ok := Decode(crockford, s); h != hi || l != lo || !ok {
			t.Errorf("%s is read as %x, %x, %v", s, h, l, ok)
		}
	}
}

// TestFault: each form has its errors, and so has a text of another length.
func TestFault(t *testing.T) {
	for s, want := range map[string]string{
		"":                                     `f: text "": wrong length: it has 0 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex)`,
		"0123456789abcdeffedcba98765":          `f: text "0123456789abcdeffedcba98765": wrong length: it has 27 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex)`,
		"8ZZZZZZZZZZZZZZZZZZZZZZZZZ":           `f: text "8ZZZZZZZZZZZZZZZZZZZZZZZZZ": overflow: the value does not fit 128 bits: use 7Z…`,
		"0ZZZZZZZZZZZZZZZZZZZZZZZZ!":           `f: text "0ZZZZZZZZZZZZZZZZZZZZZZZZ!": character outside the alphabet: "!" at byte 25 is not in the letters`,
		"!ZZZZZZZZZZZZZZZZZZZZZZZZZ":           `f: text "!ZZZZZZZZZZZZZZZZZZZZZZZZZ": character outside the alphabet: "!" at byte 0 is not in the letters`,
		"01234567-89ab-cdef-fedc-ba987654321g": `f: uuid "01234567-89ab-cdef-fedc-ba987654321g": character outside the alphabet: "g" at byte 35 is not in the hexadecimal digits`,
		"01234567089ab-cdef-fedc-ba9876543210": `f: uuid "01234567089ab-cdef-fedc-ba9876543210": misplaced separator: put the hyphens after 8, 12, 16 and 20 digits`,
		"g123456789abcdeffedcba9876543210":     `f: hex "g123456789abcdeffedcba9876543210": character outside the alphabet: "g" at byte 0 is not in the hexadecimal digits`,
		"0123456789abcdeffedcba987654321g":     `f: hex "0123456789abcdeffedcba987654321g": character outside the alphabet: "g" at byte 31 is not in the hexadecimal digits`,
	} {
		if h, l, ok := Decode(crockford, s); ok || len(s) < Base32 && h|l != 0 {
			t.Errorf("%q is read as %x, %x, %v", s, h, l, ok)
		}
		if err := Fault("f", crockford, "the letters", "use 7Z…", s); err == nil || err.Error() != want {
			t.Errorf("%q: the error is\n\t%v\nwant\n\t%s", s, err, want)
		}
	}
}
