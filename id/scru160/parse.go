package scru160

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/internal/base16"
)

const (
	format   = "scru160"
	textSize = 32
	hexSize  = 40
)

// Parse reads one of the two text forms of section Encodings, which it knows by
// their lengths: 32 characters of base32hex or 40 hexadecimal digits, each in
// either case. Reserved timestamps are read like any other.
//
// It is strict: no byte beside those characters is taken. Errors are of the type
// [*id.SyntaxError].
func Parse(s string) (x ID, err error) {
	top, hi, lo, ok := base32.Hex.Get32(s)
	if !ok {
		return parseOther(s)
	}
	x.set(top, hi, lo)
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
	if len(s) == hexSize {
		_, _, _, ok := decodeHex(s)
		return ok
	}
	_, _, _, ok := base32.Hex.Get32(s)
	return ok
}

// FromBytes reads the raw form: any 20 bytes.
func FromBytes(b []byte) (ID, error) {
	if len(b) != 20 {
		return ID{}, fault.BinaryLength(format, b, 20)
	}
	return ID(b), nil
}

// CompareText returns -1, 0 or +1 as the ID of a comes before, is, or comes after
// the ID of b, for two texts of the same form in any case: the order in which
// section Encodings has a decoder sort texts.
//
// A base32hex text and a hex text are an error that matches [id.ErrLength], since
// the specification gives them no order; parse both and compare the IDs. What
// [Parse] refuses is an error, too.
func CompareText(a, b string) (int, error) {
	x, err := Parse(a)
	if err != nil {
		return 0, err
	}
	y, err := Parse(b)
	if err != nil {
		return 0, err
	}
	if len(a) != len(b) {
		return 0, fault.Text(format, "text", b, id.ErrLength,
			"base32hex (32 characters) and hex (40) cannot be mixed in one order: parse both and compare the IDs")
	}
	return x.Compare(y), nil
}

// parseOther is Parse for the hex form, and for what it refuses.
//
//go:noinline
func parseOther(s string) (x ID, err error) {
	switch len(s) {
	case textSize:
		return ID{}, fault.TextCharacter(format, "text", s, "the base32hex alphabet, 0 to 9 and A to V", base32.Hex.Contains)
	case hexSize:
		top, hi, lo, ok := decodeHex(s)
		if !ok {
			return ID{}, fault.Hex(format, s)
		}
		x.set(top, hi, lo)
		return x, nil
	}
	return ID{}, fault.TextLength(format, "text", s, "32 (base32hex) or 40 (hex)")
}

// decodeHex reads a text of 40 bytes.
func decodeHex(s string) (top uint32, hi, lo uint64, ok bool) {
	top, ok0 := base16.GetHex8(s[:8])
	hi, ok1 := base16.GetHex(s[8:24])
	lo, ok2 := base16.GetHex(s[24:])
	return top, hi, lo, ok0 && ok1 && ok2
}
