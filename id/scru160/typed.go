package scru160

import (
	"context"
	"database/sql/driver"
	"io"
	"time"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/typed"
	"github.com/sortid/sortid/internal/graphql"
)

// For is an ID of things of one kind, such as users or orders. The compiler refuses one
// kind where another, or a plain ID, is expected:
//
//	type UserID = scru160.For[User]
//
// It has the bits, the zero value and the methods of [ID]. If K or *K has a method
// IDPrefix() string, the text form is that prefix, an underscore and the text form of the plain
// ID in lower case: user_05pm3bcsb3utr2k4m5n6o7p8q9r0s1t2. Package id has the rules, under Typed IDs.
type For[K any] [20]byte

// textForm is the text form of plain IDs.
var textForm = typed.Format{Name: format, Size: textSize}

// NewFor returns a new ID as [New] does, and panics where it does.
func NewFor[K any]() (x For[K]) {
	// Generate writes in place.
	if err := (*ID)(&x).Generate(); err != nil {
		panic(err)
	}
	return x
}

// ParseFor returns the ID of a text. Without a prefix, it reads what [Parse] reads. A kind
// with a prefix has no other text than the prefix and the text form: without the prefix,
// or with that of another kind, the error matches [id.ErrPrefix].
func ParseFor[K any](s string) (For[K], error) {
	x, err := typed.Parse[K](&textForm, s, Parse)
	return For[K](x), err
}

// String returns the text form. It formats any value, also one that [ParseFor] refuses. If
// the prefix breaks the rule, it returns the text of the plain ID. The zero ID has digits
// here, and is the empty text in [For.MarshalText].
func (x For[K]) String() string {
	if k := typed.Of[K](); !k.Plain() {
		return typed.String(k, &textForm, ID(x))
	}
	return ID(x).String()
}

// AppendText appends the text form to b, as [ID.AppendText] does.
func (x For[K]) AppendText(b []byte) ([]byte, error) {
	if k := typed.Of[K](); !k.Plain() {
		return typed.AppendText(k, &textForm, b, ID(x))
	}
	return ID(x).AppendText(b)
}

// MarshalText returns the text form, and the empty text for the zero ID, as [ID.MarshalText]
// does. It fails where [For.AppendText] fails.
func (x For[K]) MarshalText() ([]byte, error) { return x.AppendText([]byte{}) }

// UnmarshalText sets x to the ID that [ParseFor] returns, as [ID.UnmarshalText] does.
func (x *For[K]) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 || typed.Of[K]().Plain() {
		return (*ID)(x).UnmarshalText(text)
	}
	*x, err = ParseFor[K](unsafe.String(&text[0], len(text))) // ParseFor does not keep it
	return err
}

// UnmarshalJSON sets x to the ID of a JSON string, as [ID.UnmarshalJSON] does.
func (x *For[K]) UnmarshalJSON(data []byte) error { return input.JSON(x, format, "", data) }

// MarshalGQLContext writes the text form, as [ID.MarshalGQLContext] does.
func (x For[K]) MarshalGQLContext(_ context.Context, w io.Writer) error { return graphql.Marshal(w, x) }

// UnmarshalGQLContext reads a value of GraphQL, as [ID.UnmarshalGQLContext] does.
func (x *For[K]) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(x, v) }

// UnmarshalParam sets x to the ID that [ParseFor] returns, as [ID.UnmarshalParam] does.
func (x *For[K]) UnmarshalParam(param string) (err error) {
	*x, err = ParseFor[K](param)
	return err
}

// Value always fails, as [ID.Value] does.
func (x For[K]) Value() (driver.Value, error) {
	return typed.Of[K]().Value(&textForm, x.String(), len(x))
}

// Generate sets x to a new ID, as [ID.Generate] does.
func (x *For[K]) Generate() error { return (*ID)(x).Generate() }

// Hex returns the binary form as hexadecimal digits, which have no prefix.
func (x For[K]) Hex() string { return ID(x).Hex() }

// Bytes returns what [ID.Bytes] returns.
func (x For[K]) Bytes() id.Bytes20 { return id.Bytes20(x) }

// AppendBinary appends the binary form to b, as [ID.AppendBinary] does.
func (x For[K]) AppendBinary(b []byte) ([]byte, error) { return ID(x).AppendBinary(b) }

// MarshalBinary returns the binary form. It fails where [ID.AppendBinary] fails.
func (x For[K]) MarshalBinary() ([]byte, error) { return ID(x).MarshalBinary() }

// UnmarshalBinary sets x as [ID.UnmarshalBinary] does.
func (x *For[K]) UnmarshalBinary(data []byte) error { return (*ID)(x).UnmarshalBinary(data) }

// UnixMillis returns what [ID.UnixMillis] returns.
func (x For[K]) UnixMillis() int64 { return ID(x).UnixMillis() }

// Time returns what [ID.Time] returns.
func (x For[K]) Time() time.Time { return ID(x).Time() }

// IsZero reports whether x is the zero value.
func (x For[K]) IsZero() bool { return x == For[K]{} }

// IsValid reports whether x is a valid ID, as [ID.IsValid] does.
func (x For[K]) IsValid() bool { return ID(x).IsValid() }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is greater.
func (x For[K]) Compare(y For[K]) int { return ID(x).Compare(ID(y)) }

// Equal reports whether x == y, as [ID.Equal] does.
func (x For[K]) Equal(y For[K]) bool { return x == y }

// GoString returns the type and the text of String, as [ID.GoString] does.
func (x For[K]) GoString() string { return typed.Of[K]().GoString(&textForm, x.String()) }

// GormDataType makes AutoMigrate fail on a field of this type, as [ID.GormDataType] does.
func (For[K]) GormDataType() string { return fault.DataType(typed.Of[K]().Type(&textForm)) }
