package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
)

// NullInt64 is a [Int64] that can be NULL. Its zero value is NULL.
type NullInt64[T id.Integer] struct {
	V     T    // the ID; zero if Valid is false
	Valid bool // the column is not NULL
}

// NullInt64Of returns v for a signed 64-bit column that can be NULL. It is not NULL,
// not even if v is zero.
func NullInt64Of[T id.Integer](v T) NullInt64[T] { return NullInt64[T]{v, true} }

// Scan reads NULL, and what [Int64.Scan] reads. Beside an error n is the zero
// value.
func (n *NullInt64[T]) Scan(src any) (err error) {
	*n = NullInt64[T]{}
	if src == nil {
		return nil
	}
	err = scanInt64("NullInt64", &n.V, src)
	n.Valid = err == nil
	return err
}

// Value returns nil if Valid is false, else what [Int64.Value] returns. A zero ID
// that its format holds for valid is sent as what it is.
func (n NullInt64[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return valueInt64("NullInt64", n.V, true)
}

// MarshalText returns what [Int64.MarshalText] returns, and the empty text if Valid is false.
func (n NullInt64[T]) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return marshalNullText("NullInt64", &n.V, appendIntegerText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero
// value.
func (n *NullInt64[T]) UnmarshalText(text []byte) (err error) {
	*n = NullInt64[T]{}
	if len(text) == 0 {
		return nil
	}
	err = unmarshalIntegerText("NullInt64", &n.V, text)
	n.Valid = err == nil
	return err
}

// MarshalJSON returns T's text form as a string, and null if Valid is false.
func (n NullInt64[T]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return marshalNullJSON("NullInt64", &n.V, appendIntegerText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. An empty string is not null, and
// is an error. Beside an error n is the zero value.
func (n *NullInt64[T]) UnmarshalJSON(data []byte) (err error) {
	*n = NullInt64[T]{}
	if string(data) == "null" {
		return nil
	}
	err = unmarshalNullJSON("NullInt64", &n.V, data, unmarshalIntegerText[T])
	n.Valid = err == nil
	return err
}

// String shows the ID as [Int64.String] does, and NULL as "NULL".
func (n NullInt64[T]) String() string {
	if !n.Valid {
		return "NULL"
	}
	return toString("NullInt64", &n.V)
}

// IsZero reports whether n is NULL.
func (n NullInt64[T]) IsZero() bool { return !n.Valid }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
func (NullInt64[T]) GormDataType() string { return gormDataType }
