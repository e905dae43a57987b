package ulidflake

import (
	"encoding/binary"
	"unsafe"

	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/internal/base16"
)

// String returns the text, 13 upper-case characters. It shows any value, also a
// negative one, whose text begins with 8 to F and which [Parse] refuses.
func (x ID) String() string {
	b := new([textSize]byte)
	base32.Crockford.Put13(b, uint64(x))
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// Hex returns the binary form as 16 lower-case hexadecimal digits. It
// formats any value, also one that [FromBytes] refuses.
func (x ID) Hex() string {
	b := new([hexSize]byte)
	base16.PutHex(b, uint64(x))
	return unsafe.String(&b[0], len(b)) // nobody else has b
}

// AppendText appends the text to b. A negative ID is an error that matches
// [id.ErrOverflow], and b comes back as it was.
func (x ID) AppendText(b []byte) ([]byte, error) {
	if x < 0 {
		return b, x.signFault()
	}
	return base32.Crockford.Append13(b, uint64(x)), nil
}

// MarshalText returns the text, under the rules of [ID.AppendText]. By it, an ID
// is a string in JSON, which JavaScript does not round as it does integers past
// 2^53.
func (x ID) MarshalText() ([]byte, error) {
	if x < 0 {
		return nil, x.signFault()
	}
	return x.AppendText(make([]byte, 0, textSize))
}

// UnmarshalText reads what [Parse] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalText(text []byte) (err error) {
	// Parse keeps nothing of its argument.
	*x, err = Parse(unsafe.String(unsafe.SliceData(text), len(text)))
	return err
}

// AppendBinary appends the raw form to b, 8 bytes, under the rules of
// [ID.AppendText].
func (x ID) AppendBinary(b []byte) ([]byte, error) {
	if x < 0 {
		return b, x.signFault()
	}
	return binary.BigEndian.AppendUint64(b, uint64(x)), nil
}

// MarshalBinary returns the raw form, under the rules of [ID.AppendText].
func (x ID) MarshalBinary() ([]byte, error) {
	if x < 0 {
		return nil, x.signFault()
	}
	return x.AppendBinary(make([]byte, 0, rawSize))
}

// UnmarshalBinary reads what [FromBytes] reads. On an error x becomes the zero ID.
func (x *ID) UnmarshalBinary(data []byte) (err error) {
	*x, err = FromBytes(data)
	return err
}
