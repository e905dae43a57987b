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

// NullBinaryOf returns v for a column of raw bytes that can be NULL. It is not NULL,
// not even if v is zero.
func NullBinaryOf[T id.Fixed](v T) NullBinary[T] { return NullBinary[T]{v, true} }

// Scan reads NULL, and what [Binary.Scan] reads. Beside an error n is the zero
// value.
func (n *NullBinary[T]) Scan(src any) (err error) {
	*n = NullBinary[T]{}
	if src == nil {
		return nil
	}
	err = scanBinary("NullBinary", &n.V, src)
	n.Valid = err == nil
	return err
}

// Value returns nil if Valid is false, else what [Binary.Value] returns. A zero ID
// that its format holds for valid is sent as what it is.
func (n NullBinary[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return valueBinary("NullBinary", n.V, true)
}

// MarshalText returns T's text form, and the empty text if Valid is false.
func (n NullBinary[T]) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return marshalNullText("NullBinary", &n.V, appendText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero
// value.
func (n *NullBinary[T]) UnmarshalText(text []byte) (err error) {
	*n = NullBinary[T]{}
	if len(text) == 0 {
		return nil
	}
	err = unmarshalText("NullBinary", &n.V, text)
	n.Valid = err == nil
	return err
}

// MarshalJSON returns T's text form as a string, and null if Valid is false.
func (n NullBinary[T]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return marshalNullJSON("NullBinary", &n.V, appendText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. An empty string is not null, and
// is an error. Beside an error n is the zero value.
func (n *NullBinary[T]) UnmarshalJSON(data []byte) (err error) {
	*n = NullBinary[T]{}
	if string(data) == "null" {
		return nil
	}
	err = unmarshalNullJSON("NullBinary", &n.V, data, unmarshalText[T])
	n.Valid = err == nil
	return err
}

// String shows the ID as [Binary.String] does, and NULL as "NULL".
func (n NullBinary[T]) String() string {
	if !n.Valid {
		return "NULL"
	}
	return toString("NullBinary", &n.V)
}

// IsZero reports whether n is NULL.
func (n NullBinary[T]) IsZero() bool { return !n.Valid }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
func (NullBinary[T]) GormDataType() string { return gormDataType }
