package ulid

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base16"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
)

const (
	format   = "ulid"
	textSize = 26
	uuidSize = 36
	hexSize  = 32
)

// crockford is the alphabet of section Encoding: I, L, O and U are not in it.
var crockford = base32.Crockford

// Parse reads one of three text forms, which it knows by their lengths: 26
// characters of Base32, 36 characters of the UUID form, or 32 hexadecimal digits,
// each in either case. The last two are not in the specification.
//
// It is strict: I, L, O and U are refused, and so is a Base32 text beyond
// 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, which matches [id.ErrOverflow] (section Overflow
// Errors when Parsing Base32 Strings). Errors are of the type [*id.SyntaxError].
func Parse(s string) (x ID, err error) {
	hi, lo, first, ok := crockford.Get26(s)
	if !ok || first > 7 {
		return parseOther(s)
	}
	x.set(hi, lo)
	return x, nil
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
	_, _, first, ok := decode(s)
	return ok && first <= 7
}

// FromBytes reads the raw form: any 16 bytes.
func FromBytes(b []byte) (ID, error) {
	if len(b) != 16 {
		return ID{}, fault.BinaryLength(format, b, 16)
	}
	return ID(b), nil
}

// parseOther is Parse for the UUID and hex forms, and for what it refuses.
//
//go:noinline
func parseOther(s string) (x ID, err error) {
	hi, lo, first, ok := decode(s)
	switch {
	case !ok:
		return ID{}, decodeFault(s)
	case first > 7:
		return ID{}, fault.Text(format, "text", s, id.ErrOverflow,
			"the value does not fit 128 bits: the greatest ULID is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
	}
	x.set(hi, lo)
	return x, nil
}

// decode reads a text form. first is the value of the first character of a Base32
// text, and 0 for the other forms. decodeFault says what is wrong when ok is false.
func decode(s string) (hi, lo uint64, first byte, ok bool) {
	switch len(s) {
	case textSize:
		return crockford.Get26(s)
	case uuidSize:
		hi, lo, ok = base16.GetUUID(s)
		return hi, lo, 0, ok
	case hexSize:
		var more bool
		hi, ok = base16.GetHex(s[:16])
		lo, more = base16.GetHex(s[16:])
		return hi, lo, 0, ok && more
	}
	return 0, 0, 0, false
}

// decodeFault says why decode failed.
//
//go:noinline
func decodeFault(s string) error {
	switch len(s) {
	case textSize:
		return fault.TextCharacter(format, "text", s, "Crockford's Base32 alphabet, which leaves out I, L, O and U", crockford.Contains)
	case uuidSize:
		return base16.UUIDFault(format, s)
	case hexSize:
		return base16.HexFault(format, s)
	}
	return fault.TextLength(format, "text", s, "26 (Base32), 36 (UUID form) or 32 (hex)")
}
