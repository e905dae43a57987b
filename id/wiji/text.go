package wiji

import (
	"encoding/binary"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/text128"
	"github.com/sortid/sortid/internal/base16"
)

// String returns the Base32 text, 26 upper-case characters. It shows any value,
// also one that [Parse] refuses.
func (x ID) String() string {
	b := new([text128.Base32]byte)
	hi, lo := x.words()
	crockford.Put26(b, hi, lo)
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// UUID returns the UUID form: 32 lower-case digits in groups of 8-4-4-4-12
// (section 5.2). It is no UUID of RFC 9562, and most uuid columns take it; the
// exception is MariaDB's, which rearranges the bytes.
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

// Hex returns 32 lower-case hexadecimal digits (section 5.3).
func (x ID) Hex() string {
	b := new([text128.Hex]byte)
	hi, lo := x.words()
	base16.PutHex((*[16]byte)(b[:16]), hi)
	base16.PutHex((*[16]byte)(b[16:]), lo)
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the Base32 text to b. The zero ID appends nothing; an ID
// that [Parse] would refuse is an error, and b comes back as it was.
func (x ID) AppendText(b []byte) ([]byte, error) {
	return x.appendText(b)
}

// appendText is AppendText, in place: AppendText itself becomes a part of its
// callers. It is Put26 written out, whose call would cost a tenth.
func (x *ID) appendText(b []byte) ([]byte, error) {
	hi, lo := x.words()
	if version(lo) != Version || hi>>8 > MaxTextTimestamp {
		return appendOdd(b, hi, lo)
	}
	b = base32.Room(b, text128.Base32)
	a := crockford
	head, w0, w1, w2 := a.Two(hi>>56), a.Eight(hi>>16), a.Eight(hi<<24|lo>>40), a.Eight(lo)
	dst := (*[text128.Base32]byte)(b[len(b)-text128.Base32:])
	binary.LittleEndian.PutUint16(dst[0:], head)
	binary.LittleEndian.PutUint64(dst[2:], w0)
	binary.LittleEndian.PutUint64(dst[10:], w1)
	binary.LittleEndian.PutUint64(dst[18:], w2)
	return b, nil
}

// appendOdd deals with the IDs that have no text.
func appendOdd(b []byte, hi, lo uint64) ([]byte, error) {
	var x ID
	x.set(hi, lo)
	switch {
	case x.IsZero():
		return b, nil
	case !x.IsValid():
		return b, versionFault(x.Version(), x)
	}
	return b, fault.Text(format, "text", x.String(), id.ErrFirstCharacter,
		"the timestamp is past 2540-11-07T23:35:09.481983Z, and a text could not be parsed: use the UUID, hex or binary form")
}

// MarshalText returns the Base32 text, under the rules of [ID.AppendText].
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, text128.Base32)) }

// UnmarshalText reads what [Parse] reads, and "" as the zero ID. On an error x
// becomes the zero ID.
func (x *ID) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*x = ID{}
		return nil
	}
	return x.parse(unsafe.String(&text[0], len(text))) // which keeps nothing of it
}

// AppendBinary appends the raw form to b, 16 bytes. The zero ID appends nothing;
// an ID whose version is not 1 is an error, and b comes back as it was.
func (x ID) AppendBinary(b []byte) ([]byte, error) {
	switch {
	case x.IsValid():
		return append(b, x[:]...), nil
	case x.IsZero():
		return b, nil
	}
	return b, versionFault(x.Version(), x)
}

// MarshalBinary returns the raw form, under the rules of [ID.AppendBinary].
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, len(x))) }

// UnmarshalBinary reads what [FromBytes] reads, and no bytes as the zero ID. On
// an error x becomes the zero ID.
func (x *ID) UnmarshalBinary(data []byte) (err error) {
	if len(data) == 0 {
		*x = ID{}
		return nil
	}
	*x, err = FromBytes(data)
	return err
}
