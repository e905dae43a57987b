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

// NullUUIDOf returns v for a uuid column that can be NULL. It is not NULL,
// not even if v is zero.
func NullUUIDOf[T id.Array16](v T) NullUUID[T] { return NullUUID[T]{v, true} }

// Scan reads NULL, and what [UUID.Scan] reads. Beside an error n is the zero
// value.
func (n *NullUUID[T]) Scan(src any) (err error) {
	*n = NullUUID[T]{}
	if src == nil {
		return nil
	}
	err = scanUUID("NullUUID", &n.V, src)
	n.Valid = err == nil
	return err
}

// Value returns nil if Valid is false, else what [UUID.Value] returns. A zero ID
// that its format holds for valid is sent as what it is.
func (n NullUUID[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return valueUUID("NullUUID", n.V, true)
}

// MarshalText returns T's text form, and the empty text if Valid is false.
func (n NullUUID[T]) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return marshalNullText("NullUUID", &n.V, appendText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero
// value.
func (n *NullUUID[T]) UnmarshalText(text []byte) (err error) {
	*n = NullUUID[T]{}
	if len(text) == 0 {
		return nil
	}
	err = unmarshalText("NullUUID", &n.V, text)
	n.Valid = err == nil
	return err
}

// MarshalJSON returns T's text form as a string, and null if Valid is false.
func (n NullUUID[T]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return marshalNullJSON("NullUUID", &n.V, appendText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. An empty string is not null, and
// is an error. Beside an error n is the zero value.
func (n *NullUUID[T]) UnmarshalJSON(data []byte) (err error) {
	*n = NullUUID[T]{}
	if string(data) == "null" {
		return nil
	}
	err = unmarshalNullJSON("NullUUID", &n.V, data, unmarshalText[T])
	n.Valid = err == nil
	return err
}

// String shows the ID as [UUID.String] does, and NULL as "NULL".
func (n NullUUID[T]) String() string {
	if !n.Valid {
		return "NULL"
	}
	return toString("NullUUID", &n.V)
}

// IsZero reports whether n is NULL.
func (n NullUUID[T]) IsZero() bool { return !n.Valid }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
func (NullUUID[T]) GormDataType() string { return gormDataType }
