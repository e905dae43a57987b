package fault

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/base16"
)

const hexDigits = "the hexadecimal digits"

// UUID reports a text of 36 bytes that base16.GetUUID refused.
//
//go:noinline
func UUID(format, s string) error {
	if !base16.Hyphens(s) {
		return Text(format, "uuid", s, id.ErrSeparator, "put the hyphens after 8, 12, 16 and 20 digits")
	}
	return TextCharacter(format, "uuid", s, hexDigits, func(c byte) bool { return c == '-' || base16.IsDigit(c) })
}

// Hex reports a text of the right length that is not all digits.
//
//go:noinline
func Hex(format, s string) error {
	return TextCharacter(format, "hex", s, hexDigits, base16.IsDigit)
}
