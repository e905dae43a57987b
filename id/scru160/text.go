package scru160

import (
	"context"
	"database/sql/driver"
	"io"
	"unsafe"

	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/base16"
	"github.com/sortid/sortid/internal/graphql"
)

// String returns the text form: 32 upper-case characters of base32hex (section
// Encodings). The zero ID is 32 zeros here, and the empty text in [ID.MarshalText] and in
// JSON.
func (x ID) String() string {
	b := new([textSize]byte)
	top, hi, lo := x.words()
	base32hex.Put32(b, top, hi, lo)
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// Hex returns the binary form as 40 lower-case hexadecimal digits (section
// Encodings).
func (x ID) Hex() string {
	b := new([hexSize]byte)
	top, hi, lo := x.words()
	base16.PutHex8((*[8]byte)(b[:8]), top)
	base16.PutHex((*[16]byte)(b[8:24]), hi)
	base16.PutHex((*[16]byte)(b[24:]), lo)
	return unsafe.String(&b[0], len(b))
}

// AppendText appends the text form to b. The zero ID appends nothing. It does not fail.
func (x ID) AppendText(b []byte) ([]byte, error) {
	if x.IsZero() {
		return b, nil
	}
	top, hi, lo := x.words()
	return base32hex.Append32(b, top, hi, lo), nil
}

// MarshalText returns the text form, and the empty text for the zero ID, whose String is zeros.
// It does not fail.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, textSize)) }

// UnmarshalText sets x to the ID that [Parse] returns, and to the zero ID if text is
// empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*x = ID{}
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

// AppendBinary appends the binary form to b: 20 bytes. The zero ID appends nothing. It does
// not fail.
func (x ID) AppendBinary(b []byte) ([]byte, error) {
	if x.IsZero() {
		return b, nil
	}
	return append(b, x[:]...), nil
}

// MarshalBinary returns the binary form. It does not fail.
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, len(x))) }

// UnmarshalBinary sets x to the ID that [FromBytes] returns, and to the zero ID if
// data is empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalBinary(data []byte) error { return input.Binary(x, data, FromBytes) }

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an error, also null: use a pointer for a field that can be null. On an
// error it sets x to the zero ID.
func (x *ID) UnmarshalJSON(data []byte) error { return input.JSON(x, format, "", data) }

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (x ID) MarshalGQLContext(_ context.Context, w io.Writer) error { return graphql.Marshal(w, x) }

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (x *ID) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(x, v) }

// GoString returns the type and the text, such as scru160.ID("…"), for the verb %#v.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }

// Value always fails with an error that matches [github.com/sortid/sortid/id.ErrPlain] and names
// the type to use for each kind of column. The text beside the error is that of String.
// Package pgxtype makes pgx take plain IDs.
func (x ID) Value() (driver.Value, error) { return fault.Value("scru160.ID", x.String(), len(x)) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType("scru160.ID") }
