package scru160

import (
	"unsafe"

	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/internal/base16"
)

// String returns the base32hex text, 32 upper-case characters (section Encodings).
func (x ID) String() string {
	b := new([textSize]byte)
	top, hi, lo := x.words()
	base32.Hex.Put32(b, top, hi, lo)
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// Hex returns the hex text, 40 lower-case digits (section Encodings).
func (x ID) Hex() string {
	b := new([hexSize]byte)
	top, hi, lo := x.words()
	base16.PutHex8((*[8]byte)(b[:8]), top)
	base16.PutHex((*[16]byte)(b[8:24]), hi)
	base16.PutHex((*[16]byte)(b[24:]), lo)
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the base32hex text to b, 32 characters. It does not fail.
func (x ID) AppendText(b []byte) ([]byte, error) {
	top, hi, lo := x.words()
	return base32.Hex.Append32(b, top, hi, lo), nil
}

// MarshalText returns the base32hex text. It does not fail.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, textSize)) }

// UnmarshalText reads what [Parse] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalText(text []byte) (err error) {
	*x, err = Parse(unsafe.String(unsafe.SliceData(text), len(text))) // which keeps nothing of it
	return err
}

// AppendBinary appends the raw form to b, 20 bytes. It does not fail.
func (x ID) AppendBinary(b []byte) ([]byte, error) { return append(b, x[:]...), nil }

// MarshalBinary returns the raw form. It does not fail.
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, len(x))) }

// UnmarshalBinary reads what [FromBytes] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalBinary(data []byte) (err error) {
	*x, err = FromBytes(data)
	return err
}
