package ulid

import (
	"unsafe"

	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/text128"
)

const format = "ulid"

// crockford is the alphabet of section Encoding, without I, L, O and U.
var crockford = base32.New(base32.Crockford)

// Parse returns the ID of a text form. It tells the forms apart by their lengths: 26
// characters of Base32, 36 characters of the UUID form, or 32 hexadecimal digits, all
// in either case. The last two are not in the specification.
//
// Parse is strict; its errors are of the type [*id.SyntaxError]. I, L, O and U are
// not in the alphabet. A Base32 text above 7ZZZZZZZZZZZZZZZZZZZZZZZZZ is an error
// that matches [id.ErrOverflow] (section Overflow Errors when Parsing Base32
// Strings).
func Parse(s string) (x ID, err error) {
	err = x.parse(s)
	return x, err
}

// parse is Parse in place, so that Parse is inlined.
func (x *ID) parse(s string) error {
	var hi, lo uint64
	var ok bool
	if len(s) == text128.Base32 {
		b := (*[text128.Base32]byte)(unsafe.Pointer(unsafe.StringData(s)))
		g0, k0 := crockford.Group((*[8]byte)(b[2:]))
		g1, k1 := crockford.Group((*[8]byte)(b[10:]))
		g2, k2 := crockford.Group((*[8]byte)(b[18:]))
		hi, lo, ok = crockford.Join((*[2]byte)(b[0:]), g0, g1, g2, k0&k1&k2, base32.NoPlace)
	} else {
		hi, lo, ok = text128.Decode(crockford, s)
	}
	if !ok {
		*x = ID{}
		return text128.Fault(format, crockford, "Crockford's Base32 alphabet, without I, L, O and U",
			"the greatest text is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ", s)
	}
	x.set(hi, lo)
	return nil
}

// MustParse is [Parse] for constants. It panics on an error.
func MustParse(s string) ID { return input.Must(Parse(s)) }

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	_, _, ok := text128.Decode(crockford, s)
	return ok
}

// FromBytes returns the ID of a binary form: any 16 bytes, big-endian. Errors are of
// the type [*id.SyntaxError].
func FromBytes(b []byte) (ID, error) {
	if len(b) != 16 {
		return ID{}, fault.BinaryLength(format, b, 16)
	}
	return ID(b), nil
}
