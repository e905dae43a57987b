package ulidflake

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"io"
	"unsafe"

	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/base16"
	"github.com/sortid/sortid/internal/graphql"
)

// String returns the text form: 13 upper-case characters of Base32 (section Canonical
// String Representation). It formats any value, also one that [Parse] refuses: the
// text of a negative ID begins with 8 to F. The zero ID is 13 zeros here, and the empty text in
// [ID.MarshalText] and in JSON.
func (x ID) String() string {
	b := new([textSize]byte)
	crockford.Put13(b, uint64(x))
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// Hex returns the binary form as 16 lower-case hexadecimal digits. It
// formats any value, also one that [FromBytes] refuses.
func (x ID) Hex() string { return base16.Hex(uint64(x)) }

// AppendText appends the text form to b. The zero ID appends nothing. A negative ID is a [*id.SyntaxError] that
// matches [id.ErrOverflow], and AppendText returns b unchanged.
func (x ID) AppendText(b []byte) ([]byte, error) {
	if x <= 0 {
		return x.appendInvalid(b)
	}
	return crockford.Append13(b, uint64(x)), nil
}

// MarshalText returns the text form, and the empty text for the zero ID, whose String is zeros.
// It fails where [ID.AppendText] fails. With it, an ID is a string in JSON; JavaScript would
// round integers above 2^53.
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

// appendInvalid is AppendText and AppendBinary for the IDs that have nothing to append.
func (x ID) appendInvalid(b []byte) ([]byte, error) {
	if x == 0 {
		return b, nil
	}
	return b, x.signFault()
}

// AppendBinary appends the binary form to b: 8 bytes. The zero ID appends nothing. It fails
// where [ID.AppendText] fails.
func (x ID) AppendBinary(b []byte) ([]byte, error) {
	if x <= 0 {
		return x.appendInvalid(b)
	}
	return binary.BigEndian.AppendUint64(b, uint64(x)), nil
}

// MarshalBinary returns the binary form. It fails where [ID.AppendBinary] fails.
func (x ID) MarshalBinary() ([]byte, error) { return x.AppendBinary(make([]byte, 0, rawSize)) }

// UnmarshalBinary sets x to the ID that [FromBytes] returns, and to the zero ID if
// data is empty. On an error it sets x to the zero ID.
func (x *ID) UnmarshalBinary(data []byte) error { return input.Binary(x, data, FromBytes) }

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an error, also null and a number: use a pointer for a field that can be
// null, and read a number, if it is exact, as an int64 for [FromInt64]. On an error it sets x
// to the zero ID.
func (x *ID) UnmarshalJSON(data []byte) error { return input.JSON(x, format, numberDetail, data) }

// numberDetail says how to read an ID that is a number in JSON.
const numberDetail = "read a number as an int64 and use ulidflake.FromInt64"

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (x ID) MarshalGQLContext(_ context.Context, w io.Writer) error { return graphql.Marshal(w, x) }

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (x *ID) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(x, v) }

// Scan reads the text form for the Scan functions of package fmt, with the verbs %v and %s: it
// is not the Scan of database/sql. On an error it sets x to the zero ID.
func (x *ID) Scan(state fmt.ScanState, verb rune) error { return input.Scan(x, format, state, verb) }

// GoString returns the type and the text, such as ulidflake.ID("…"), for the verb %#v.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }

// Value always fails with an error that matches [github.com/sortid/sortid/id.ErrPlain] and names
// the type to use for each kind of column: a driver would store the characters of the number.
// The text beside the error is that of String. Package pgxtype makes pgx take plain IDs.
func (x ID) Value() (driver.Value, error) { return fault.Value(format+".ID", x.String(), 8) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType(format + ".ID") }
