package ulidflake

import (
	"encoding/binary"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
)

const (
	format   = "ulidflake"
	textSize = 13
	hexSize  = 16
	rawSize  = 8
)

// Parse reads the text: 13 characters of Crockford's Base32, in either case
// ("Canonical String Representation", "Encoding").
//
// It is strict. A text that begins with a character above 7 is more than 63 bits,
// an error that matches [id.ErrOverflow]; I, L, O and U are not in the alphabet.
// Errors are of the type [*id.SyntaxError].
//
// A text of 13 decimal digits is read as Base32, too: [ParseInt64] reads the
// decimal form, and only the caller knows which one it has.
func Parse(s string) (ID, error) {
	v, first, ok := base32.Crockford.Get13(s)
	if !ok || first > 7 {
		return 0, textFault(s)
	}
	return ID(v), nil
}

// MustParse is Parse for constants: it panics on an error.
func MustParse(s string) ID {
	x, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return x
}

// Valid reports whether Parse takes s.
func Valid(s string) bool {
	_, first, ok := base32.Crockford.Get13(s)
	return ok && first <= 7
}

// FromBytes reads the raw form: 8 bytes, big-endian, whose first bit must be 0.
func FromBytes(b []byte) (ID, error) {
	if len(b) != rawSize {
		return 0, fault.BinaryLength(format, b, rawSize)
	}
	if x := ID(binary.BigEndian.Uint64(b)); x >= 0 {
		return x, nil
	}
	return 0, fault.Binary(format, b, id.ErrOverflow, signDetail, nil)
}

const signDetail = "the sign bit is 0 in every Ulid-Flake: a negative number is of another column or format, so check where it comes from"

// textFault says why Parse refuses s.
//
//go:noinline
func textFault(s string) error {
	_, _, ok := base32.Crockford.Get13(s)
	switch {
	case len(s) != textSize:
		return fault.TextLength(format, "text", s, "13")
	case !ok:
		return fault.TextCharacter(format, "text", s, "Crockford's Base32 alphabet (0-9 and A-Z without I, L, O and U)",
			base32.Crockford.Contains)
	}
	return fault.Text(format, "text", s, id.ErrOverflow, "the greatest text is 7ZZZZZZZZZZZZ: a text begins with 0 to 7")
}
