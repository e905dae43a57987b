package ulidflake

import (
	"encoding/binary"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
)

const (
	format   = "ulidflake"
	textSize = 13
	rawSize  = 8
)

// crockford is the alphabet of the text form, without I, L, O and U.
var crockford = base32.New(base32.Crockford)

// Parse returns the ID of a text form: 13 characters of Crockford's Base32, in either
// case (sections Canonical String Representation and Encoding).
//
// Parse is strict; its errors are of the type [*id.SyntaxError]. I, L, O and U are
// not in the alphabet. A text whose first character is above 7 has more than 63 bits
// and is an error that matches [id.ErrOverflow].
//
// Parse reads 13 decimal digits as Base32, too. Use [ParseInt64] for decimal numbers;
// only the caller can know which of the two a text is.
func Parse(s string) (ID, error) {
	v, first, ok := crockford.Get13(s)
	if !ok || first > 7 {
		return 0, textFault(s)
	}
	return ID(v), nil
}

// MustParse is [Parse] for constants. It panics on an error.
func MustParse(s string) ID { return input.Must(Parse(s)) }

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	_, first, ok := crockford.Get13(s)
	return ok && first <= 7
}

// FromBytes returns the ID of a binary form: 8 bytes, big-endian, whose first bit is 0.
// Errors are of the type [*id.SyntaxError].
func FromBytes(b []byte) (ID, error) {
	if len(b) != rawSize {
		return 0, fault.BinaryLength(format, b, rawSize)
	}
	if x := ID(binary.BigEndian.Uint64(b)); x >= 0 {
		return x, nil
	}
	return 0, fault.Binary(format, b, id.ErrOverflow, signDetail, nil)
}

const signDetail = "the sign bit of a Ulid-Flake is 0: check where the number comes from"

// textFault returns the error for a text that Parse refused.
//
//go:noinline
func textFault(s string) error {
	_, _, ok := crockford.Get13(s)
	switch {
	case len(s) != textSize:
		return fault.TextLength(format, "text", s, "13")
	case !ok:
		return fault.TextCharacter(format, "text", s, "Crockford's Base32 alphabet, without I, L, O and U",
			crockford.Contains)
	}
	return fault.Text(format, "text", s, id.ErrOverflow, "the greatest text is 7ZZZZZZZZZZZZ: the first character must be 0 to 7")
}
