package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
)

// NullInt64 is an [Int64] that can be NULL. Its zero value is NULL.
type NullInt64[T id.Integer] struct {
	V     T    // the ID; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullInt64Of returns v for a signed 64-bit column that can be NULL. The result is not NULL, even if v
// is zero.
func NullInt64Of[T id.Integer](v T) NullInt64[T] { return NullInt64[T]{v, true} }

// Scan reads NULL, and what [Int64.Scan] reads. Beside an error n is the zero value.
func (n *NullInt64[T]) Scan(src any) error {
	return scanNull("NullInt64", &n.V, &n.Valid, src, scanInt64[T])
}

// Value returns nil if Valid is false, else what [Int64.Value] returns. It also returns a
// zero ID that is an ID of its format.
func (n NullInt64[T]) Value() (driver.Value, error) {
	return valueNull("NullInt64", n.V, n.Valid, valueInt64[T])
}

// MarshalText returns what [Int64.MarshalText] returns, and the empty text if Valid is
// false.
func (n NullInt64[T]) MarshalText() ([]byte, error) {
	return marshalNullText("NullInt64", &n.V, n.Valid, appendIntegerText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero value.
func (n *NullInt64[T]) UnmarshalText(text []byte) error {
	return unmarshalNullText("NullInt64", &n.V, &n.Valid, text, unmarshalIntegerText[T])
}

// MarshalJSON returns what [Int64.MarshalText] returns as a JSON string, and null if
// Valid is false.
func (n NullInt64[T]) MarshalJSON() ([]byte, error) {
	return marshalNullJSON("NullInt64", &n.V, n.Valid, appendIntegerText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. It refuses an empty string. Beside an
// error n is the zero value.
func (n *NullInt64[T]) UnmarshalJSON(data []byte) error {
	return unmarshalNullJSON("NullInt64", &n.V, &n.Valid, data, unmarshalIntegerText[T])
}

// String returns what [Int64.String] returns, and "NULL" if Valid is false.
func (n NullInt64[T]) String() string { return nullString("NullInt64", &n.V, n.Valid) }

// IsZero reports whether n is NULL.
func (n NullInt64[T]) IsZero() bool { return !n.Valid }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (NullInt64[T]) GormDataType() string { return gormDataType }
