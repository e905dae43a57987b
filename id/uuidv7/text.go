package uuidv7

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

// String returns the text form: 32 lower-case hexadecimal digits in groups of
// 8-4-4-4-12 (section 4). It formats any value, also one that [Parse] refuses. The zero ID is
// the nil UUID here, and the empty text in [ID.MarshalText] and in JSON.
func (x ID) String() string { return base16.UUID((*[16]byte)(&x)) }

// UUID returns the text form, as [ID.String] does. All formats of 16 bytes have this
// method.
func (x ID) UUID() string { return base16.UUID((*[16]byte)(&x)) }

// AppendUUID appends the text form to b. It formats any value, also one that [Parse]
// refuses.
func (x ID) AppendUUID(b []byte) []byte { return base16.AppendUUID(b, (*[16]byte)(&x)) }

// Hex returns the binary form as 32 lower-case hexadecimal digits. It formats any value,
// also one that [Parse] refuses.
func (x ID) Hex() string { return base16.Hex16((*[16]byte)(&x)) }

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

// MarshalText returns the text form, and the empty text for the zero ID, whose String is zeros.
// It fails where [ID.AppendText] fails.
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
func (x *ID) UnmarshalBinary(data []byte) error { return input.Binary(x, data, FromBytes) }

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an error, also null: use a pointer for a field that can be null. On an
// error it sets x to the zero ID.
func (x *ID) UnmarshalJSON(data []byte) error { return input.JSON(x, format, "", data) }

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (x ID) MarshalGQLContext(_ context.Context, w io.Writer) error { return graphql.Marshal(w, x) }

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (x *ID) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(x, v) }

// GoString returns the type and the text, such as uuidv7.ID("…"), for the verb %#v.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }

// Value always fails with an error that matches [github.com/sortid/sortid/id.ErrPlain] and names
// the type to use for each kind of column. The text beside the error is that of String.
// Package pgxtype makes pgx take plain IDs.
func (x ID) Value() (driver.Value, error) { return fault.Value("uuidv7.ID", x.String(), len(x)) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType("uuidv7.ID") }
