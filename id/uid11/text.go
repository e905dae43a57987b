package uid11

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"github.com/sortid/sortid/id/internal/base58"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/base16"
	"github.com/sortid/sortid/internal/graphql"
)

// String returns the text form: 11 characters of Base58 (section 3.3). The zero ID is
// 11111111111 here, and the empty text in [ID.MarshalText] and in JSON.
func (x ID) String() string {
	b := new([textSize]byte)
	base58.Put11(b, uint64(x))
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// Hex returns the binary form as 16 lower-case hexadecimal digits.
func (x ID) Hex() string { return base16.Hex(uint64(x)) }

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

// MarshalText returns the text form, and the empty text for the zero ID, whose String is
// 11111111111. It does not fail. With it, an ID is a string in JSON; JavaScript would round
// integers above 2^53.
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
func (x *ID) UnmarshalBinary(data []byte) error { return input.Binary(x, data, FromBytes) }

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an error, also null and a number: use a pointer for a field that can be
// null, and read a number, if it is exact, as a uint64 for [FromUint64]. On an error it sets x
// to the zero ID.
func (x *ID) UnmarshalJSON(data []byte) error { return input.JSON(x, format, numberDetail, data) }

// numberDetail says how to read an ID that is a number in JSON.
const numberDetail = "read a number as a uint64 and use uid11.FromUint64"

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (x ID) MarshalGQLContext(_ context.Context, w io.Writer) error { return graphql.Marshal(w, x) }

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (x *ID) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(x, v) }

// Scan reads the text form for the Scan functions of package fmt, with the verbs %v and %s: it
// is not the Scan of database/sql. On an error it sets x to the zero ID.
func (x *ID) Scan(state fmt.ScanState, verb rune) error { return input.Scan(x, format, state, verb) }

// GoString returns the type and the text, such as uid11.ID("…"), for the verb %#v.
func (x ID) GoString() string { return typed.GoString(format+".ID", x.String()) }

// Value always fails with an error that matches [github.com/sortid/sortid/id.ErrPlain] and names
// the type to use for each kind of column: a driver would store the characters of the number.
// The text beside the error is that of String. Package pgxtype makes pgx take plain IDs.
func (x ID) Value() (driver.Value, error) { return fault.Value(format+".ID", x.String(), 8) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType(format + ".ID") }
