// Package text128 reads the text forms of IDs of 128 bits. It tells them apart by
// their lengths: 26 characters of Base32, 36 characters of the UUID form, or 32
// hexadecimal digits.
package text128

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/internal/base16"
)

// The lengths of the forms in bytes.
const (
	Base32 = 26
	UUID   = 36
	Hex    = 32
)

// Decode reads any of the forms. If ok is false, Fault returns the error.
func Decode(a *base32.Alphabet, s string) (hi, lo uint64, ok bool) {
	switch len(s) {
	case Base32:
		return a.Get26(s)
	case UUID:
		return base16.GetUUID(s)
	case Hex:
		var more bool
		hi, ok = base16.GetHex(s[:16])
		lo, more = base16.GetHex(s[16:])
		return hi, lo, ok && more
	}
	return 0, 0, false
}

// Fault returns the error for a text that Decode refused. letters describes the
// alphabet, greatest the greatest Base32 text, which in some formats is less than
// 128 bits.
func Fault(format string, a *base32.Alphabet, letters, greatest, s string) error {
	switch len(s) {
	case Base32:
		if inAlphabet(a, s) {
			return fault.Text(format, "text", s, id.ErrOverflow, "the value does not fit 128 bits: "+greatest)
		}
		return fault.TextCharacter(format, "text", s, letters, a.Contains)
	case UUID:
		return fault.UUID(format, s)
	case Hex:
		return fault.Hex(format, s)
	}
	return fault.TextLength(format, "text", s, "26 (Base32), 36 (UUID form) or 32 (hex)")
}

func inAlphabet(a *base32.Alphabet, s string) bool {
	for i := range len(s) {
		if !a.Contains(s[i]) {
			return false
		}
	}
	return true
}
