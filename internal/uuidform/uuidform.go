// Package uuidform encodes 16 bytes as the text that a uuid column speaks: 32
// lower-case hexadecimal digits in groups of 8-4-4-4-12. It reads this one
// spelling and no other.
package uuidform

import "github.com/sortid/sortid/internal/base16"

// Size is the length of the text in bytes.
const Size = 36

// starts holds where the text has the digits of each byte.
var starts = [16]uint8{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

// Put writes the text of raw.
func Put(dst *[Size]byte, raw [16]byte) { base16.PutUUID(dst, &raw) }

const bad = 0xFF

// digits maps a byte to the value of the digit, and to bad if it is no digit in
// lower case.
var digits = func() (t [256]uint8) {
	for i := range t {
		t[i] = bad
	}
	for i, c := range "0123456789abcdef" {
		t[c] = uint8(i)
	}
	return t
}()

// Get reads s. ok is false, and raw the zero value, if s is not the text that Put
// writes.
func Get[S ~string | ~[]byte](s S) (raw [16]byte, ok bool) {
	if len(s) != Size || !Hyphens(s) {
		return raw, false
	}
	var wrong uint8
	for i, at := range starts {
		hi, lo := digits[s[at]], digits[s[at+1]]
		wrong |= hi | lo
		raw[i] = hi<<4 | lo&0xF
	}
	if wrong > 0xF {
		return [16]byte{}, false
	}
	return raw, true
}

// Hyphens reports whether s has a text's length, and its hyphens at their places.
func Hyphens[S ~string | ~[]byte](s S) bool {
	return len(s) == Size && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
}
