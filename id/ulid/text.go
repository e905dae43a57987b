package ulid

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"io"
	"unsafe"

	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/text128"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/base16"
	"github.com/sortid/sortid/internal/graphql"
)

// String returns the text form: 26 upper-case characters of Base32 (section Encoding).
// The zero ID is 26 zeros here, and the empty text in [ID.MarshalText] and in JSON.
func (x ID) String() string {
	b := new([text128.Base32]byte)
	hi, lo := x.words()
	crockford.Put26(b, hi, lo)
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// UUID returns the UUID form: 32 lower-case hexadecimal digits in groups of
// 8-4-4-4-12, which is not in the specification. It is not a UUID of RFC 9562, but
// uuid columns accept it. Do not use it in those of MariaDB, which rearranges the
// bytes.
func (x ID) UUID() string { return base16.UUID((*[16]byte)(&x)) }

// AppendUUID appends the UUID form to b.
func (x ID) AppendUUID(b []byte) []byte { return base16.AppendUUID(b, (*[16]byte)(&x)) }

// Hex returns the binary form as 32 lower-case hexadecimal digits, which is not in
// the specification.
func (x ID) Hex() string { return base16.Hex16((*[16]byte)(&x)) }

// AppendText appends the text form to b. The zero ID appends nothing. It does not fail.
func (x ID) AppendText(b []byte) ([]byte, error) {
	return x.appendText(b), nil
}

// appendText is AppendText in place, so that AppendText is inlined.
func (x *ID) appendText(b []byte) []byte {
	hi, lo := x.words()
	if hi|lo == 0 {
		return b
	}
	b = base32.Room(b, text128.Base32)
	a := crockford
	head, w0, w1, w2 := a.Two(hi>>56), a.Eight(hi>>16), a.Eight(hi<<24|lo>>40), a.Eight(lo)
	dst := (*[text128.Base32]byte)(b[len(b)-text128.Base32:])
	binary.LittleEndian.PutUint16(dst[0:], head)
	binary.LittleEndian.PutUint64(dst[2:], w0)
	binary.LittleEndian.PutUint64(dst[10:], w1)
	binary.LittleEndian.PutUint64(dst[18:], w2)
	return b
}

// MarshalText returns the text form, and the empty text for the zero ID, whose String is zeros.
// It does not fail.
func (x ID) MarshalText() ([]byte, error) { return x.AppendText(make([]byte, 0, text128.Base32)) }

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

// AppendBinary appends the binary form to b: 16 bytes. The zero ID appends nothing. It does
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

// GoString returns the type and the text, such as ulid.ID("…"), for the verb %#v.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }

// Value always fails with an error that matches [github.com/sortid/sortid/id.ErrPlain] and names
// the type to use for each kind of column. The text beside the error is that of String.
// Package pgxtype makes pgx take plain IDs.
func (x ID) Value() (driver.Value, error) { return fault.Value("ulid.ID", x.String(), len(x)) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType("ulid.ID") }
