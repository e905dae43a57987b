package column

import "github.com/sortid/sortid/internal/base16"

// UUIDSize is the length of UUID text in bytes: 32 hexadecimal digits in groups of
// 8-4-4-4-12.
const UUIDSize = 36

// AppendUUID appends the UUID text of raw, in lower case.
func AppendUUID(b []byte, raw [16]byte) []byte { return base16.AppendUUID(b, &raw) }

// PutUUID writes the UUID text of raw, in lower case.
func PutUUID(dst *[UUIDSize]byte, raw [16]byte) { base16.PutUUID(dst, &raw) }

// starts holds the position of the digits of each byte.
var starts = [16]uint8{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

const noDigit = 0xFF

// lowerDigits maps a byte to the value of a digit in lower case, and to noDigit.
var lowerDigits = func() (t [256]uint8) {
	for i := range t {
		t[i] = noDigit
	}
	for i, c := range "0123456789abcdef" {
		t[c] = uint8(i)
	}
	return t
}()

// ParseUUID reads UUID text in lower case, the one spelling that a uuid column gives.
// ok is false, and raw zero, for any other text.
func ParseUUID[S ~string | ~[]byte](s S) (raw [16]byte, ok bool) {
	if !HasHyphens(s) {
		return raw, false
	}
	var wrong uint8
	for i, at := range starts {
		hi, lo := lowerDigits[s[at]], lowerDigits[s[at+1]]
		wrong |= hi | lo
		raw[i] = hi<<4 | lo&0xF
	}
	if wrong > 0xF {
		return [16]byte{}, false
	}
	return raw, true
}

// HasHyphens reports whether s has the length and the hyphens of UUID text.
func HasHyphens[S ~string | ~[]byte](s S) bool {
	return len(s) == UUIDSize && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
}
