package scru160

import (
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/internal/base16"
)

const (
	format   = "scru160"
	textSize = 32
	hexSize  = 40
)

var base32hex = base32.New(base32.Hex)

// Parse returns the ID of a text form (section Encodings). It tells the forms apart by
// their lengths: 32 characters of base32hex or 40 hexadecimal digits, all in either
// case. Reserved timestamps are valid.
//
// Parse is strict; its errors are of the type [*id.SyntaxError].
func Parse(s string) (x ID, err error) {
	top, hi, lo, ok := base32hex.Get32(s)
	if !ok {
		return parseOther(s)
	}
	x.set(top, hi, lo)
	return x, nil
}

// MustParse is [Parse] for constants. It panics on an error.
func MustParse(s string) ID { return input.Must(Parse(s)) }

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	if len(s) == hexSize {
		_, _, _, ok := decodeHex(s)
		return ok
	}
	_, _, _, ok := base32hex.Get32(s)
	return ok
}

// FromBytes returns the ID of a binary form: any 20 bytes, big-endian. Errors are of
// the type [*id.SyntaxError].
func FromBytes(b []byte) (ID, error) {
	if len(b) != 20 {
		return ID{}, fault.BinaryLength(format, b, 20)
	}
	return ID(b), nil
}

// parseOther is Parse for the hex form, and for texts that it refuses.
//
//go:noinline
func parseOther(s string) (x ID, err error) {
	switch len(s) {
	case textSize:
		return ID{}, fault.TextCharacter(format, "text", s, "the base32hex alphabet, 0 to 9 and A to V", base32hex.Contains)
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

// decodeHex returns the words of a text of 40 bytes.
func decodeHex(s string) (top uint32, hi, lo uint64, ok bool) {
	top, ok0 := base16.GetHex8(s[:8])
	hi, ok1 := base16.GetHex(s[8:24])
	lo, ok2 := base16.GetHex(s[24:])
	return top, hi, lo, ok0 && ok1 && ok2
}
