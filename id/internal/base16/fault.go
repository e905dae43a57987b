package base16

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

const alphabet = "the hexadecimal digits"

// UUIDFault says what is wrong with a text of 36 bytes that GetUUID refused.
func UUIDFault(format, s string) error {
	if !hyphens(s) {
		return fault.Text(format, "uuid", s, id.ErrSeparator, "the UUID form has its hyphens after 8, 12, 16 and 20 digits")
	}
	return fault.TextCharacter(format, "uuid", s, alphabet, func(c byte) bool { return c == '-' || IsDigit(c) })
}

// HexFault says what is wrong with a text of the right length that GetHex
// refused.
func HexFault(format, s string) error {
	return fault.TextCharacter(format, "hex", s, alphabet, IsDigit)
}
