package wiji

import (
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base16"
	"github.com/sortid/sortid/id/internal/fault"
)

// String returns the Base32 text, 26 upper-case characters. It shows any value,
// also one that [Parse] refuses.
func (x ID) String() string {
	b := new([textSize]byte)
	hi, lo := x.words()
	crockford.Put26(b, hi, lo)
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// UUID returns the UUID form: 32 lower-case digits in groups of 8-4-4-4-12
// (section 5.2). It is no UUID of RFC 9562, and most uuid columns take it; the
// exception is MariaDB's, which rearranges the bytes.
func (x ID) UUID() string {
	b := new([uuidSize]byte)
	hi, lo := x.words()
	base16.PutUUID(b, hi, lo)
	return unsafe.String(&b[0], len(b))
}

// Hex returns 32 lower-case hexadecimal digits (section 5.3).
func (x ID) Hex() string {
	b := new([hexSize]byte)
	hi, lo := x.words()
	base16.PutHex((*[16]byte)(b[:16]), hi)
	base16.PutHex((*[16]byte)(b[16:]), lo)
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the Base32 text to b. The zero ID appends nothing; an ID
// that [Parse] would refuse is an error, and b comes back as it was.
func (x ID) AppendText(b []byte) ([]byte, error) {
	hi, lo := x.words()
	if version(lo) != Version || hi>>8 > MaxTextMicros {
		return x.appendOdd(b)
	}
	return crockford.Append26(b, hi, lo), nil
}

// appendOdd deals with the IDs that have no text.
func (x ID) appendOdd(b []byte) ([]byte, error) {
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
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, textSize)) }

// UnmarshalText reads what [Parse] reads, and "" as the zero ID. On an error x
// becomes the zero ID.
func (x *ID) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*x = ID{}
		return nil
	}
	*x, err = Parse(unsafe.String(&text[0], len(text))) // which keeps nothing of it
	return err
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
