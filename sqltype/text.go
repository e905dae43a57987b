package sqltype

import (
	"database/sql/driver"
	"encoding"

	"github.com/sortid/sortid/id"
)

// Text is an ID in a text column, in the one text form that T's MarshalText
// gives. The order of the column is the order of the texts, if the column
// compares bytes:
//
//   - PostgreSQL: text or varchar with COLLATE "C". A char(n) column pads with
//     spaces, which are refused.
//   - MySQL and MariaDB: CHAR(n) CHARACTER SET ascii COLLATE ascii_bin. The
//     default collation takes letters of either case for equal, which merges keys
//     of a case-sensitive format such as uid11.
//   - SQLite: TEXT. A column of another declared type may turn a text of digits
//     into a number, which is refused when it is read.
//
// The zero value is a key that was never set. Value refuses it.
type Text[T id.Text] struct {
	V T // the ID
}

// TextOf returns v for a text column.
func TextOf[T id.Text](v T) Text[T] { return Text[T]{v} }

// Scan reads the text form, as a string or a []byte. It must be the canonical
// spelling, the one that MarshalText gives, or the error matches
// [id.ErrNotCanonical]: a column with two spellings of an ID has neither the order
// nor the uniqueness of the IDs. Beside an error the ID is zero.
func (t *Text[T]) Scan(src any) error { return scanText("Text", &t.V, src) }

// Value returns the text form as a string.
// The zero ID is an error that matches [id.ErrZero]; an ID that Scan would refuse
// is an error as well.
func (t Text[T]) Value() (driver.Value, error) { return valueText("Text", t.V, false) }

// AppendText appends T's text form.
func (t Text[T]) AppendText(b []byte) ([]byte, error) { return appendText("Text", b, &t.V) }

// MarshalText returns T's text form.
func (t Text[T]) MarshalText() ([]byte, error) { return appendText("Text", nil, &t.V) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (t *Text[T]) UnmarshalText(text []byte) error { return unmarshalText("Text", &t.V, text) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is
// an error: it has its place in [NullText] and in a pointer.
func (t *Text[T]) UnmarshalJSON(data []byte) error {
	return unmarshalJSON("Text", &t.V, data, unmarshalText[T])
}

// String shows the ID as T shows itself, else its text form.
func (t Text[T]) String() string { return toString("Text", &t.V) }

// IsZero reports whether the ID is the zero value.
func (t Text[T]) IsZero() bool {
	var zero T
	return t.V == zero
}

// Generate sets the ID to a new one of T's default generator. A type of another
// library has none, which is an error. Beside an error the ID is zero.
func (t *Text[T]) Generate() error { return generate("Text", &t.V) }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
func (Text[T]) GormDataType() string { return gormDataType }

func scanText[T id.Text](form string, dst *T, src any) error {
	switch s := src.(type) {
	case string:
		return readText(form, dst, s)
	case []byte:
		return readText(form, dst, s)
	}
	var zero T
	*dst = zero
	return textFault[T](form, src)
}

// readText has T decode text and encode it again.
func readText[T id.Text, S string | []byte](form string, dst *T, text S) error {
	var zero T
	*dst = zero
	if len(text) == 0 { // which some types read as their zero value
		return textFault[T](form, text)
	}
	decoder, ok := any(dst).(encoding.TextUnmarshaler)
	if !ok {
		return noUnmarshalText[T](form, "Scan")
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	err := decoder.UnmarshalText(append(s.in[:0], text...))
	if err != nil {
		*dst = zero
		return refuseFor[T](form, "Scan", text, textHint(text), err)
	}
	out, err := appendText(form, s.out[:0], dst)
	if err == nil {
		if valid, decided := judge(dst); decided && !valid {
			err = errIsValid
		}
	}
	switch {
	case err != nil:
		*dst = zero
		return refuseFor[T](form, "Scan", text, "", err)
	case string(out) != string(text):
		*dst = zero
		return refuse[T](form, "Scan", text, id.ErrNotCanonical, "the one spelling that has the order of the IDs is "+
			quote(string(out))+": rewrite the column's values")
	}
	return nil
}

// textHint says what is wrong where T's own error cannot know it.
func textHint[S string | []byte](text S) string {
	switch s := string(text); {
	case !isPrintable(s):
		return "a column of raw bytes is one for sqltype.Binary"
	case s[len(s)-1] == ' ':
		return "a char(n) column pads with spaces: make it varchar or text"
	}
	return ""
}

// textFault says why src is not even a text.
//
//go:noinline
func textFault[T any](form string, src any) error {
	switch src.(type) {
	case nil:
		return nullFault[T](form)
	case string, []byte:
		return refuse[T](form, "Scan", src, id.ErrLength, "an empty text is no ID: where a row can be without one, the column is NULL")
	case int64, uint64, float64:
		return refuse[T](form, "Scan", src, ErrSource, "the database gives a number: an integer column is one for sqltype.Int64 or "+
			"sqltype.Uint64; on SQLite, declare a text column as TEXT")
	}
	return refuse[T](form, "Scan", src, ErrSource, "a text column gives a string or a []byte: use the column type that fits this column")
}

func valueText[T id.Text](form string, v T, zeroOK bool) (driver.Value, error) {
	if err := checkZero(form, v, zeroOK); err != nil {
		return nil, err
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	text, err := writeText(form, &v, s)
	if err != nil {
		return nil, refuseValue(form, v, err)
	}
	return string(text), nil
}

// writeText encodes v into the memory of s, and makes sure that Scan would read
// the text. As with raw bytes, IsValid decides where T has it; else the text is
// decoded again.
func writeText[T id.Text](form string, v *T, s *scratch) ([]byte, error) {
	decoder, ok := any(v).(encoding.TextUnmarshaler)
	if !ok {
		return nil, noUnmarshalText[T](form, "Value")
	}
	valid, decided := judge(v)
	if decided && !valid {
		return nil, errIsValid
	}
	text, err := appendText(form, s.out[:0], v)
	switch {
	case err != nil:
		return nil, err
	case len(text) == 0:
		return nil, errEmptyText
	case decided:
		return text, nil
	}
	before := *v
	err = decoder.UnmarshalText(append(s.in[:0], text...))
	if err == nil && *v != before {
		err = errOtherText
	}
	*v = before
	return text, err
}
