package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
)

// NullUint64 is a [Uint64] that can be NULL. Its zero value is NULL.
type NullUint64[T id.Integer] struct {
	V     T    // the ID; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullUint64Of returns v for an unsigned 64-bit column that can be NULL. The result is not NULL, even if v
// is zero.
func NullUint64Of[T id.Integer](v T) NullUint64[T] { return NullUint64[T]{v, true} }

// Scan reads NULL, and what [Uint64.Scan] reads. Beside an error n is the zero value.
func (n *NullUint64[T]) Scan(src any) error {
	return scanNull("NullUint64", &n.V, &n.Valid, src, scanUint64[T])
}

// Value returns nil if Valid is false, else what [Uint64.Value] returns. It also returns a
// zero ID that is an ID of its format.
func (n NullUint64[T]) Value() (driver.Value, error) {
	return valueNull("NullUint64", n.V, n.Valid, valueUint64[T])
}

// MarshalText returns what [Uint64.MarshalText] returns, and the empty text if Valid is
// false.
func (n NullUint64[T]) MarshalText() ([]byte, error) {
	return marshalNullText("NullUint64", &n.V, n.Valid, appendIntegerText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero value.
func (n *NullUint64[T]) UnmarshalText(text []byte) error {
	return unmarshalNullText("NullUint64", &n.V, &n.Valid, text, unmarshalIntegerText[T])
}

// MarshalJSON returns what [Uint64.MarshalText] returns as a JSON string, and null if
// Valid is false.
func (n NullUint64[T]) MarshalJSON() ([]byte, error) {
	return marshalNullJSON("NullUint64", &n.V, n.Valid, appendIntegerText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. It refuses an empty string. Beside an
// error n is the zero value.
func (n *NullUint64[T]) UnmarshalJSON(data []byte) error {
	return unmarshalNullJSON("NullUint64", &n.V, &n.Valid, data, unmarshalIntegerText[T])
}

// String returns what [Uint64.String] returns, and "NULL" if Valid is false.
func (n NullUint64[T]) String() string { return nullString("NullUint64", &n.V, n.Valid) }

// IsZero reports whether n is NULL.
func (n NullUint64[T]) IsZero() bool { return !n.Valid }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (NullUint64[T]) GormDataType() string { return gormDataType }
