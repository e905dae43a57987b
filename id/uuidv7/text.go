package uuidv7

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/base16"
)

// String returns the text form: 32 lower-case hexadecimal digits in groups of
// 8-4-4-4-12 (section 4). It formats any value, also one that [Parse] refuses.
func (x ID) String() string { return x.text() }

// UUID returns the text form, as [ID.String] does. All formats of 16 bytes have this
// method.
func (x ID) UUID() string { return x.text() }

// text is String in place.
func (x *ID) text() string {
	b := new([textSize]byte)
	base16.PutUUID(b, (*[16]byte)(x))
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// AppendUUID appends the text form to b. It formats any value, also one that [Parse]
// refuses.
func (x ID) AppendUUID(b []byte) []byte { return base16.AppendUUID(b, (*[16]byte)(&x)) }

// Hex returns the binary form as 32 lower-case hexadecimal digits. It formats any value,
// also one that [Parse] refuses.
func (x ID) Hex() string {
	b := new([hexSize]byte)
	base16.PutHex((*[16]byte)(b[:16]), binary.BigEndian.Uint64(x[:8]))
	base16.PutHex((*[16]byte)(b[16:]), binary.BigEndian.Uint64(x[8:]))
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the text form to b. The zero ID appends nothing. An ID that is not
// valid is a [*github.com/sortid/sortid/id.SyntaxError], and AppendText returns b
// unchanged.
func (x ID) AppendText(b []byte) ([]byte, error) {
	if x.IsValid() {
		return base16.AppendUUID(b, (*[16]byte)(&x)), nil
	}
	return x.appendInvalid(b)
}

// appendInvalid is AppendText and AppendBinary for an ID that is not valid.
func (x ID) appendInvalid(b []byte) ([]byte, error) {
	if x.IsZero() {
		return b, nil
	}
	return b, versionFault(x)
}

// MarshalText returns the text form. It fails where [ID.AppendText] fails.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, textSize)) }

// UnmarshalText sets x to the ID that [Parse] returns, and to the zero ID if text is
// empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*x = ID{}
		return nil
	}
	return x.parse(unsafe.String(&text[0], len(text))) // parse does not keep it
}

// UnmarshalParam sets x to the ID that [Parse] returns. On an error it sets x to the zero
// ID. Gin and echo call it for parameters of paths and queries.
func (x *ID) UnmarshalParam(param string) error { return x.parse(param) }

// AppendBinary appends the binary form to b: 16 bytes. The zero ID appends nothing. An
// ID that is not valid is a [*github.com/sortid/sortid/id.SyntaxError], and AppendBinary
// returns b unchanged.
func (x ID) AppendBinary(b []byte) ([]byte, error) {
	if x.IsValid() {
		return append(b, x[:]...), nil
	}
	return x.appendInvalid(b)
}

// MarshalBinary returns the binary form. It fails where [ID.AppendBinary] fails.
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, len(x))) }

// UnmarshalBinary sets x to the ID that [FromBytes] returns, and to the zero ID if
// data is empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalBinary(data []byte) (err error) {
	if len(data) == 0 {
		*x = ID{}
		return nil
	}
	*x, err = FromBytes(data)
	return err
}

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an [*github.com/sortid/sortid/id.SyntaxError], also null, for which
// encoding/json would leave the old ID: use a pointer for a field that can be null. On an
// error it sets x to the zero ID.
func (x *ID) UnmarshalJSON(data []byte) error {
	return input.JSON(x, format, "", data)
}

// Scan reads the text form for the Scan functions of package fmt: up to the next space,
// with the verbs %v and %s. On an error it sets x to the zero ID.
//
// It is not the Scan of database/sql; package sqltype has types with that method.
func (x *ID) Scan(state fmt.ScanState, verb rune) error {
	return input.Scan(x, format, state, verb)
}

// GoString returns the type and the text of String, such as uuidv7.ID("…"), for the verb %#v,
// with which test libraries show values.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }
