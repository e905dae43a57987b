package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
)

// NullText is a [Text] that can be NULL. Its zero value is NULL.
type NullText[T id.Text] struct {
	V     T    // the ID; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullTextOf returns v for a text column that can be NULL. The result is not NULL, even if v
// is zero.
func NullTextOf[T id.Text](v T) NullText[T] { return NullText[T]{v, true} }

// Scan reads NULL, and what [Text.Scan] reads. Beside an error n is the zero value.
func (n *NullText[T]) Scan(src any) error {
	return scanNull("NullText", &n.V, &n.Valid, src, scanText[T])
}

// Value returns nil if Valid is false, else what [Text.Value] returns. It also returns a
// zero ID that is an ID of its format.
func (n NullText[T]) Value() (driver.Value, error) {
	return valueNull("NullText", n.V, n.Valid, valueText[T])
}

// MarshalText returns what [Text.MarshalText] returns, and the empty text if Valid is
// false.
func (n NullText[T]) MarshalText() ([]byte, error) {
	return marshalNullText("NullText", &n.V, n.Valid, appendText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero value.
func (n *NullText[T]) UnmarshalText(text []byte) error {
	return unmarshalNullText("NullText", &n.V, &n.Valid, text, unmarshalText[T])
}

// MarshalJSON returns what [Text.MarshalText] returns as a JSON string, and null if
// Valid is false.
func (n NullText[T]) MarshalJSON() ([]byte, error) {
	return marshalNullJSON("NullText", &n.V, n.Valid, appendText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. It refuses an empty string. Beside an
// error n is the zero value.
func (n *NullText[T]) UnmarshalJSON(data []byte) error {
	return unmarshalNullJSON("NullText", &n.V, &n.Valid, data, unmarshalText[T])
}

// String returns what [Text.String] returns, and "NULL" if Valid is false.
func (n NullText[T]) String() string { return nullString("NullText", &n.V, n.Valid) }

// IsZero reports whether n is NULL.
func (n NullText[T]) IsZero() bool { return !n.Valid }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (NullText[T]) GormDataType() string { return gormDataType }
