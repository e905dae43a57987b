package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
)

// NullBinary is a [Binary] that can be NULL. Its zero value is NULL.
type NullBinary[T id.Fixed] struct {
	V     T    // the ID; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullBinaryOf returns v for a column of raw bytes that can be NULL. The result is not NULL, even if v
// is zero.
func NullBinaryOf[T id.Fixed](v T) NullBinary[T] { return NullBinary[T]{v, true} }

// Scan reads NULL, and what [Binary.Scan] reads. Beside an error n is the zero value.
func (n *NullBinary[T]) Scan(src any) error {
	return scanNull("NullBinary", &n.V, &n.Valid, src, scanBinary[T])
}

// Value returns nil if Valid is false, else what [Binary.Value] returns. It also returns a
// zero ID that is an ID of its format.
func (n NullBinary[T]) Value() (driver.Value, error) {
	return valueNull("NullBinary", n.V, n.Valid, valueBinary[T])
}

// MarshalText returns what [Binary.MarshalText] returns, and the empty text if Valid is
// false.
func (n NullBinary[T]) MarshalText() ([]byte, error) {
	return marshalNullText("NullBinary", &n.V, n.Valid, appendText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero value.
func (n *NullBinary[T]) UnmarshalText(text []byte) error {
	return unmarshalNullText("NullBinary", &n.V, &n.Valid, text, unmarshalText[T])
}

// MarshalJSON returns what [Binary.MarshalText] returns as a JSON string, and null if
// Valid is false.
func (n NullBinary[T]) MarshalJSON() ([]byte, error) {
	return marshalNullJSON("NullBinary", &n.V, n.Valid, appendText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. It refuses an empty string. Beside an
// error n is the zero value.
func (n *NullBinary[T]) UnmarshalJSON(data []byte) error {
	return unmarshalNullJSON("NullBinary", &n.V, &n.Valid, data, unmarshalText[T])
}

// String returns what [Binary.String] returns, and "NULL" if Valid is false.
func (n NullBinary[T]) String() string { return nullString("NullBinary", &n.V, n.Valid) }

// IsZero reports whether n is NULL.
func (n NullBinary[T]) IsZero() bool { return !n.Valid }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (NullBinary[T]) GormDataType() string { return gormDataType }
