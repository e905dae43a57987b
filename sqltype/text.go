package sqltype

import (
	"context"
	"database/sql/driver"
	"io"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/graphql"
)

// Text is an ID in a text column, in the text form that T's MarshalText returns. The
// order of the column is the order of the texts if the column compares bytes:
//
//   - PostgreSQL: text or varchar with COLLATE "C". A char(n) column pads with spaces,
//     which Scan refuses.
//   - MySQL and MariaDB: CHAR(n) CHARACTER SET ascii COLLATE ascii_bin. The default
//     collation ignores case, which merges keys of a case-sensitive format such as
//     uid11.
//   - SQLite: TEXT. A column of another declared type can convert a text of digits to a
//     number, which Scan refuses.
//
// The zero value is a key that was never set. Value refuses it.
type Text[T id.Text] struct {
	V T // the ID
}

// TextOf returns v for a text column.
func TextOf[T id.Text](v T) Text[T] { return Text[T]{v} }

// Scan reads the text form, as a string or a []byte, in the canonical spelling, which is
// that of MarshalText. The error for another spelling matches [id.ErrNotCanonical]: a
// column with two spellings of an ID has neither the order nor the uniqueness of the
// IDs. Beside an error the ID is zero.
func (t *Text[T]) Scan(src any) error {
	dst := &t.V
	switch s := src.(type) {
	case string:
		return readText(dst, s)
	case []byte:
		return readText(dst, s)
	}
	*dst = *new(T)
	return textFault[T](src)
}

// Value returns the text form as a string. The zero ID is an error that matches
// [id.ErrZero]. An ID that Scan would refuse is an error.
func (t Text[T]) Value() (driver.Value, error) { return t.value(false) }

func (t Text[T]) value(zeroOK bool) (driver.Value, error) {
	v := t.V
	if err := checkZero("Text", v, zeroOK); err != nil {
		return nil, err
	}
	text, err := column.Text(any(&v), v)
	if err != nil {
		return nil, refuseValue("Text", v, err)
	}
	return text, nil
}

// AppendText appends T's text form.
func (t Text[T]) AppendText(b []byte) ([]byte, error) { return appendText("Text", b, &t.V) }

// MarshalText returns T's text form.
func (t Text[T]) MarshalText() ([]byte, error) { return appendText("Text", []byte{}, &t.V) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (t *Text[T]) UnmarshalText(text []byte) error { return unmarshalText("Text", &t.V, text) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an error.
func (t *Text[T]) UnmarshalJSON(data []byte) error {
	return unmarshalJSON("Text", &t.V, data, unmarshalText[T])
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (t Text[T]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, t)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (t *Text[T]) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(t, v) }

// String returns what T's String returns, or the text form of a T without one.
func (t Text[T]) String() string { return toString("Text", &t.V) }

// IsZero reports whether the ID is the zero value.
func (t Text[T]) IsZero() bool { return t.V == *new(T) }

// Generate sets the ID by T's Generate method, and to zero beside an error.
func (t *Text[T]) Generate() error { return generate("Text", &t.V) }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (Text[T]) GormDataType() string { return gormDataType }

// readText reads a text in its canonical spelling.
func readText[T id.Text, S string | []byte](dst *T, text S) error {
	if len(text) == 0 { // which some types read as their zero value
		*dst = *new(T)
		return textFault[T](text)
	}
	canonical, err := column.ReadText(dst, text)
	switch {
	case err == nil:
		return nil
	case canonical != "":
		return refuse[T]("Text", "Scan", text, id.ErrNotCanonical, "the one spelling that has the order of the IDs is "+
			column.Quote(canonical)+": rewrite the column's values")
	}
	return refuseFor[T]("Text", "Scan", text, textHint(text), err)
}

// textHint says what is wrong where T's own error cannot know it.
func textHint[S string | []byte](text S) string {
	switch s := string(text); {
	case !column.IsPrintable(s):
		return "use sqltype.Binary for a column of raw bytes"
	case s[len(s)-1] == ' ':
		return "a char(n) column pads with spaces: make it varchar or text"
	}
	return ""
}

// textFault says why src is not even a text.
//
//go:noinline
func textFault[T any](src any) error {
	switch src.(type) {
	case nil:
		return nullFault[T]("Text")
	case string, []byte:
		return refuse[T]("Text", "Scan", src, id.ErrLength, "an empty text is no ID: store NULL in a row without an ID")
	case int64, uint64, float64:
		return refuse[T]("Text", "Scan", src, ErrSource, "the database returned a number: use sqltype.Int64 or sqltype.Uint64 for an integer "+
			"column; on SQLite, declare a text column as TEXT")
	}
	return refuse[T]("Text", "Scan", src, ErrSource, "a text column returns a string or a []byte: use the column type that fits this column")
}
