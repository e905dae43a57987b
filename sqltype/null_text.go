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

// NullTextOf returns v for a text column that can be NULL. It is not NULL,
// not even if v is zero.
func NullTextOf[T id.Text](v T) NullText[T] { return NullText[T]{v, true} }

// Scan reads NULL, and what [Text.Scan] reads. Beside an error n is the zero
// value.
func (n *NullText[T]) Scan(src any) (err error) {
	*n = NullText[T]{}
	if src == nil {
		return nil
	}
	err = scanText("NullText", &n.V, src)
	n.Valid = err == nil
	return err
}

// Value returns nil if Valid is false, else what [Text.Value] returns. A zero ID
// that its format holds for valid is sent as what it is.
func (n NullText[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return valueText("NullText", n.V, true)
}

// MarshalText returns T's text form, and the empty text if Valid is false.
func (n NullText[T]) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return marshalNullText("NullText", &n.V, appendText[T])
}

// UnmarshalText reads what MarshalText writes. Beside an error n is the zero
// value.
func (n *NullText[T]) UnmarshalText(text []byte) (err error) {
	*n = NullText[T]{}
	if len(text) == 0 {
		return nil
	}
	err = unmarshalText("NullText", &n.V, text)
	n.Valid = err == nil
	return err
}

// MarshalJSON returns T's text form as a string, and null if Valid is false.
func (n NullText[T]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return marshalNullJSON("NullText", &n.V, appendText[T])
}

// UnmarshalJSON reads what MarshalJSON writes. An empty string is not null, and
// is an error. Beside an error n is the zero value.
func (n *NullText[T]) UnmarshalJSON(data []byte) (err error) {
	*n = NullText[T]{}
	if string(data) == "null" {
		return nil
	}
	err = unmarshalNullJSON("NullText", &n.V, data, unmarshalText[T])
	n.Valid = err == nil
	return err
}

// String shows the ID as [Text.String] does, and NULL as "NULL".
func (n NullText[T]) String() string {
	if !n.Valid {
		return "NULL"
	}
	return toString("NullText", &n.V)
}

// IsZero reports whether n is NULL.
func (n NullText[T]) IsZero() bool { return !n.Valid }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
func (NullText[T]) GormDataType() string { return gormDataType }
