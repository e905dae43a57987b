package ulid

import (
	"unsafe"

	"github.com/sortid/sortid/id/internal/base16"
)

// String returns the Base32 text, 26 upper-case characters.
func (x ID) String() string {
	b := new([textSize]byte)
	hi, lo := x.words()
	crockford.Put26(b, hi, lo)
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// UUID returns the bytes in the UUID form: 32 lower-case digits in groups of
// 8-4-4-4-12. The form is not in the specification. It is no UUID of RFC 9562, and
// most uuid columns take it; the exception is MariaDB's, which rearranges the
// bytes.
func (x ID) UUID() string {
	b := new([uuidSize]byte)
	hi, lo := x.words()
	base16.PutUUID(b, hi, lo)
	return unsafe.String(&b[0], len(b))
}

// Hex returns the bytes as 32 lower-case hexadecimal digits. The form is not in
// the specification.
func (x ID) Hex() string {
	b := new([hexSize]byte)
	hi, lo := x.words()
	base16.PutHex((*[16]byte)(b[:16]), hi)
	base16.PutHex((*[16]byte)(b[16:]), lo)
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the Base32 text to b, 26 characters. It does not fail.
func (x ID) AppendText(b []byte) ([]byte, error) {
	hi, lo := x.words()
	return crockford.Append26(b, hi, lo), nil
}

// MarshalText returns the Base32 text. It does not fail.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, textSize)) }

// UnmarshalText reads what [Parse] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalText(text []byte) (err error) {
	*x, err = Parse(unsafe.String(unsafe.SliceData(text), len(text))) // which keeps nothing of it
	return err
}

// AppendBinary appends the raw form to b, 16 bytes. It does not fail.
func (x ID) AppendBinary(b []byte) ([]byte, error) { return append(b, x[:]...), nil }

// MarshalBinary returns the raw form. It does not fail.
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, len(x))) }

// UnmarshalBinary reads what [FromBytes] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalBinary(data []byte) (err error) {
	*x, err = FromBytes(data)
	return err
}
