package public

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/graphql"
	"github.com/sortid/sortid/internal/typename"
)

// Keys is a type that names the ring of its IDs. Its method gets the zero value, at each text
// that is written or read, and must be safe for concurrent use.
type Keys interface{ PublicRing() *Ring }

// ID holds a plain ID whose forms are all public. Its zero value is the zero ID. IDs can be
// compared with ==. Package fmt calls no methods of an ID in an unexported field, and prints the
// plain bytes.
type ID[T id.Fixed, K Keys] struct {
	v T // not exported, so that no encoder finds it by reflection
}

// Of returns x with public forms: public.Of[Keys](x).
func Of[K Keys, T id.Fixed](x T) ID[T, K] { return ID[T, K]{x} }

// Plain returns the plain ID.
func (x ID[T, K]) Plain() T { return x.v }

func ringOf[K Keys]() *Ring {
	var k K
	return k.PublicRing()
}

// IsZero reports whether the plain ID is the zero value.
func (x ID[T, K]) IsZero() bool { return x.v == *new(T) }

// AppendText appends the public text to b, and nothing for the zero ID. A value that has no
// text, and a nil ring, are errors that match [ErrNoID] and [id.ErrConfig]. Beside an error it
// returns b.
func (x ID[T, K]) AppendText(b []byte) ([]byte, error) { return appendText(ringOf[K](), b, x.v) }

// MarshalText returns the public text. It fails where AppendText fails.
func (x ID[T, K]) MarshalText() ([]byte, error) { return x.AppendText([]byte{}) }

// MarshalBinary returns the public text, so that encoders that prefer this method send no
// other form.
func (x ID[T, K]) MarshalBinary() ([]byte, error) { return x.MarshalText() }

// String returns the public text. For an ID without one it returns a word in parentheses that
// is not a text and does not show the plain ID.
func (x ID[T, K]) String() string {
	s, err := Text(ringOf[K](), x.v)
	if err != nil {
		return "public(" + column.Reason(err, ErrNoID).Error() + ")"
	}
	return s
}

// GoString returns the type and the text of String.
func (x ID[T, K]) GoString() string {
	return typename.For[ID[T, K]]() + "(" + strconv.Quote(x.String()) + ")"
}

// Format writes String for each verb that takes text, GoString for %#v, and a word of package fmt
// for the others: %d does not show the plain ID.
func (x ID[T, K]) Format(s fmt.State, verb rune) {
	if verb == 'v' && s.Flag('#') {
		_, _ = io.WriteString(s, x.GoString())
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), x.String())
}

// Equal reports whether x == y. Package go-cmp calls it.
func (x ID[T, K]) Equal(y ID[T, K]) bool { return x == y }

// UnmarshalText sets x to the ID of a public text, as [Parse] does, and to the zero ID if text
// is empty. Beside an error x is the zero ID.
func (x *ID[T, K]) UnmarshalText(text []byte) (err error) {
	*x = ID[T, K]{}
	if len(text) > 0 {
		x.v, err = Parse[T](ringOf[K](), string(text))
	}
	return err
}

// UnmarshalBinary reads what MarshalBinary writes.
func (x *ID[T, K]) UnmarshalBinary(data []byte) error { return x.UnmarshalText(data) }

// UnmarshalParam sets x to the ID of a public text. The empty text is an error. Beside an error
// x is the zero ID. Gin and echo call it for parameters of paths and queries.
func (x *ID[T, K]) UnmarshalParam(param string) (err error) {
	x.v, err = Parse[T](ringOf[K](), param)
	return err
}

// UnmarshalJSON reads a JSON string as UnmarshalText does. Any other JSON value is an error
// that matches [id.ErrForm], also null: use a pointer. Beside an error x is the zero ID.
func (x *ID[T, K]) UnmarshalJSON(data []byte) error {
	*x = ID[T, K]{}
	var text *string
	if err := json.Unmarshal(data, &text); err != nil || text == nil {
		return refuse[T](string(data), id.ErrForm, "write the text as a JSON string, and use a pointer for a value that can be null")
	}
	return x.UnmarshalText([]byte(*text))
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (x ID[T, K]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, x)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (x *ID[T, K]) UnmarshalGQLContext(_ context.Context, v any) error {
	return graphql.Unmarshal(x, v)
}

// Value always fails with an error that matches [id.ErrPlain]: columns hold plain IDs. The text
// beside the error is that of String.
func (x ID[T, K]) Value() (driver.Value, error) {
	text := x.String()
	return text, &id.ValueError{Type: typename.For[ID[T, K]](), Input: strconv.Quote(text), Size: column.RawSize[T]()}
}

// MarshalBSONValue fails as Value does: MongoDB's encoder would write an empty document.
func (x ID[T, K]) MarshalBSONValue() (typ byte, data []byte, err error) {
	_, err = x.Value()
	return 0, nil, err
}

// UnmarshalBSONValue fails as MarshalBSONValue does. x becomes the zero ID.
func (x *ID[T, K]) UnmarshalBSONValue(byte, []byte) error {
	*x = ID[T, K]{}
	_, err := x.Value()
	return err
}

// GormDataType returns words that no server takes for a type, so that AutoMigrate fails.
func (ID[T, K]) GormDataType() string {
	return `text NOT "use gormtype.ID for a column, and public.Of for the answer of a handler"`
}
