package uid11

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unsafe"

	"github.com/sortid/sortid/id/internal/base58"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/base16"
)

// String returns the text form: 11 characters of Base58 (section 3.3).
func (x ID) String() string {
	b := new([textSize]byte)
	base58.Put11(b, uint64(x))
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// Hex returns the binary form as 16 lower-case hexadecimal digits.
func (x ID) Hex() string {
	b := new([hexSize]byte)
	base16.PutHex(b, uint64(x))
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// AppendText appends the text form to b. The zero ID appends nothing. It does not fail.
func (x ID) AppendText(b []byte) ([]byte, error) {
	if x == 0 {
		return b, nil
	}
	n := len(b)
	if cap(b)-n < textSize {
		b = slices.Grow(b, textSize)
	}
	b = b[:n+textSize]
	base58.Put11((*[textSize]byte)(b[n:]), uint64(x))
	return b, nil
}

// MarshalText returns the text form. It does not fail. With it, an ID is a string in
// JSON; JavaScript would round integers above 2^53.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, textSize)) }

// UnmarshalText sets x to the ID that [Parse] returns, and to the zero ID if text is
// empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*x = 0
		return nil
	}
	*x, err = Parse(unsafe.String(&text[0], len(text))) // Parse does not keep it
	return err
}

// UnmarshalParam sets x to the ID that [Parse] returns. On an error it sets x to the zero
// ID. Gin and echo call it for parameters of paths and queries.
func (x *ID) UnmarshalParam(param string) (err error) {
	*x, err = Parse(param)
	return err
}

// AppendBinary appends the binary form to b: 8 bytes. The zero ID appends nothing. It does not
// fail.
func (x ID) AppendBinary(b []byte) ([]byte, error) {
	if x == 0 {
		return b, nil
	}
	return binary.BigEndian.AppendUint64(b, uint64(x)), nil
}

// MarshalBinary returns the binary form. It does not fail.
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, rawSize)) }

// UnmarshalBinary sets x to the ID that [FromBytes] returns, and to the zero ID if
// data is empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalBinary(data []byte) (err error) {
	if len(data) == 0 {
		*x = 0
		return nil
	}
	*x, err = FromBytes(data)
	return err
}

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an [*github.com/sortid/sortid/id.SyntaxError], also null, for which
// encoding/json would leave the old ID: use a pointer for a field that can be null. On an
// error it sets x to the zero ID.
//
// A number is an error, because other programs round numbers above 2^53: if it is exact,
// read it as a uint64 and use [FromUint64]. Do not use the option ",string" in the tag
// of a field: it removes the quotes, which is an error, too.
func (x *ID) UnmarshalJSON(data []byte) error {
	return input.JSON(x, format, "read a number as a uint64 and use uid11.FromUint64", data)
}

// Scan reads the text form for the Scan functions of package fmt: up to the next space,
// with the verbs %v and %s. On an error it sets x to the zero ID.
//
// It is not the Scan of database/sql; package sqltype has types with that method.
func (x *ID) Scan(state fmt.ScanState, verb rune) error {
	return input.Scan(x, format, state, verb)
}

// GoString returns the type and the text of String, such as uid11.ID("…"), for the verb %#v,
// with which test libraries show values.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }
