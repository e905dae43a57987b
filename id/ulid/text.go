package ulid

import (
	"encoding/binary"
	"unsafe"

	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/text128"
	"github.com/sortid/sortid/internal/base16"
)

// String returns the Base32 text, 26 upper-case characters.
func (x ID) String() string {
	b := x.appendText(make([]byte, 0, text128.Base32))
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// UUID returns the bytes in the UUID form: 32 lower-case digits in groups of
// 8-4-4-4-12. The form is not in the specification. It is no UUID of RFC 9562, and
// most uuid columns take it; the exception is MariaDB's, which rearranges the
// bytes.
func (x ID) UUID() string { return x.uuid() }

// uuid is UUID, in place.
func (x *ID) uuid() string {
	b := new([text128.UUID]byte)
	base16.PutUUID(b, (*[16]byte)(x))
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// AppendUUID appends the UUID form to b.
func (x ID) AppendUUID(b []byte) []byte {
	return base16.AppendUUID(b, (*[16]byte)(&x))
}

// Hex returns the bytes as 32 lower-case hexadecimal digits. The form is not in
// the specification.
func (x ID) Hex() string {
	b := new([text128.Hex]byte)
	hi, lo := x.words()
	base16.PutHex((*[16]byte)(b[:16]), hi)
	base16.PutHex((*[16]byte)(b[16:]), lo)
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the Base32 text to b, 26 characters. It does not fail.
func (x ID) AppendText(b []byte) ([]byte, error) {
	return x.appendText(b), nil
}

// appendText is AppendText, in place: AppendText itself becomes a part of its
// callers.
func (x *ID) appendText(b []byte) []byte {
	b = base32.Room(b, text128.Base32)
	hi, lo := x.words()
	a := crockford
	head, w0, w1, w2 := a.Two(hi>>56), a.Eight(hi>>16), a.Eight(hi<<24|lo>>40), a.Eight(lo)
	dst := (*[text128.Base32]byte)(b[len(b)-text128.Base32:])
	binary.LittleEndian.PutUint16(dst[0:], head)
	binary.LittleEndian.PutUint64(dst[2:], w0)
	binary.LittleEndian.PutUint64(dst[10:], w1)
	binary.LittleEndian.PutUint64(dst[18:], w2)
	return b
}

// MarshalText returns the Base32 text. It does not fail.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, text128.Base32)) }

// UnmarshalText reads what [Parse] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalText(text []byte) error {
	return x.parse(unsafe.String(unsafe.SliceData(text), len(text))) // which keeps nothing of it
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
