package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
)

// NullUUID is a [UUID] that can be NULL. Its zero value is NULL.
type NullUUID[T id.Array16] struct {
	V     T    // the ID; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullUUIDOf returns v for a uuid column that can be NULL. The result is not NULL, even if v
// is zero.
func NullUUIDOf[T id.Array16](v T) NullUUID[T] { return NullUUID[T]{v, true} }

// Scan reads NULL, and what [UUID.Scan] reads. Beside an error n is the zero value.
func (n *NullUUID[T]) Scan(src any) error {
	return scanNull("NullUUID", &n.V, &n.Valid, src, scanUUID[T])
}

// Value returns nil if Valid is false, else what [UUID.Value] returns. It also returns a
// zero ID that is an ID of its format.
func (n NullUUID[T]) Value() (driver.Value, error) {
	return valueNull("NullUUID", n.V, n.Valid, valueUUID[T])
}

// MarshalText returns what [UUID.MarshalText] returns, and the empty text if Valid is
// false.
func (n NullUUID[T]) MarshalText() ([]byte, error) {
	return marshalNullText("NullUUID", &n.V, n.Valid, appendText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero value.
func (n *NullUUID[T]) UnmarshalText(text []byte) error {
	return unmarshalNullText("NullUUID", &n.V, &n.Valid, text, unmarshalText[T])
}

// MarshalJSON returns what [UUID.MarshalText] returns as a JSON string, and null if
// Valid is false.
func (n NullUUID[T]) MarshalJSON() ([]byte, error) {
	return marshalNullJSON("NullUUID", &n.V, n.Valid, appendText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. It refuses an empty string. Beside an
// error n is the zero value.
func (n *NullUUID[T]) UnmarshalJSON(data []byte) error {
	return unmarshalNullJSON("NullUUID", &n.V, &n.Valid, data, unmarshalText[T])
}

// String returns what [UUID.String] returns, and "NULL" if Valid is false.
func (n NullUUID[T]) String() string { return nullString("NullUUID", &n.V, n.Valid) }

// IsZero reports whether n is NULL.
func (n NullUUID[T]) IsZero() bool { return !n.Valid }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (NullUUID[T]) GormDataType() string { return gormDataType }
