package sqltype

import (
	"context"
	"database/sql/driver"
	"io"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/graphql"
)

// Int64 is a 64-bit ID in a signed column: BIGINT, or INTEGER on SQLite. Its order is
// the order of the IDs. An unsigned ID of 2^63 or more would become a negative number
// and sort before all others: Value refuses it. Use [Uint64] on MySQL and MariaDB, and
// [Binary] elsewhere, for formats that reach so far.
//
// The zero value is a key that was never set. Value refuses it.
type Int64[T id.Integer] struct {
	V T // the ID
}

// Int64Of returns v for a signed 64-bit column.
func Int64Of[T id.Integer](v T) Int64[T] { return Int64[T]{v} }

// Scan reads an integer, as an int64 or uint64 or as decimal digits in a []byte
// or string (MySQL's text protocol). Beside an error the ID is zero.
func (i *Int64[T]) Scan(src any) error {
	dst := &i.V
	*dst = 0
	var n int64
	result := column.InRange
	switch s := src.(type) {
	case int64:
		n = s
	case uint64:
		if n = int64(s); n < 0 {
			result = column.Overflow
		}
	case []byte:
		n, result = column.ParseInt64(s)
	case string:
		n, result = column.ParseInt64(s)
	default:
		return integerFault[T]("Int64", src)
	}
	switch {
	case result != column.InRange:
		return decimalFault[T]("Int64", src, result, "use sqltype.Uint64 for a column of 2^63 and more")
	case n < 0 && column.IsUnsigned[T]():
		return refuse[T]("Int64", "Scan", src, id.ErrRange, "the ID is unsigned, and another program stored one of 2^63 or more, which "+
			"lost its place in the order: use sqltype.Uint64 on MySQL and MariaDB, sqltype.Binary elsewhere")
	}
	return adoptInteger("Int64", dst, T(n), src)
}

// Value returns the ID as an int64. An ID of 2^63 or more is an error.
// The zero ID is an error that matches [id.ErrZero]. An ID that Scan would refuse is an
// error.
func (i Int64[T]) Value() (driver.Value, error) { return i.value(false) }

func (i Int64[T]) value(zeroOK bool) (driver.Value, error) {
	v := i.V
	if err := checkInteger("Int64", v, zeroOK); err != nil {
		return nil, err
	}
	if column.IsUnsigned[T]() && int64(v) < 0 {
		return nil, refuse[T]("Int64", "Value", v, id.ErrOverflow, "an ID of 2^63 or more would become a negative number and sort before "+
			"all others: use sqltype.Uint64 on MySQL and MariaDB, sqltype.Binary elsewhere")
	}
	return int64(v), nil
}

// AppendText appends T's text form; for a T without one, decimal digits.
func (i Int64[T]) AppendText(b []byte) ([]byte, error) { return appendIntegerText("Int64", b, &i.V) }

// MarshalText returns T's text form; for a T without one, decimal digits.
func (i Int64[T]) MarshalText() ([]byte, error) { return appendIntegerText("Int64", []byte{}, &i.V) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (i *Int64[T]) UnmarshalText(text []byte) error { return unmarshalIntegerText("Int64", &i.V, text) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. It
// refuses null: use a pointer or [Null] for a value that can be null.
func (i *Int64[T]) UnmarshalJSON(data []byte) error {
	return unmarshalJSON("Int64", &i.V, data, unmarshalIntegerText[T])
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (i Int64[T]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, i)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (i *Int64[T]) UnmarshalGQLContext(_ context.Context, v any) error {
	return graphql.Unmarshal(i, v)
}

// String returns what T's String returns, or the text form of a T without one.
func (i Int64[T]) String() string { return toString("Int64", &i.V) }

// IsZero reports whether the ID is the zero value.
func (i Int64[T]) IsZero() bool { return i.V == *new(T) }

// Generate sets the ID to a new one from T's default generator. An ID type of another
// library has none, which is an error. Beside an error the ID is zero.
func (i *Int64[T]) Generate() error { return generate("Int64", &i.V) }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (Int64[T]) GormDataType() string { return gormDataType }

func (i Int64[T]) appendElement(b []byte) ([]byte, error) {
	if _, err := i.value(false); err != nil {
		return nil, err
	}
	return strconv.AppendInt(b, int64(i.V), 10), nil
}

func (i *Int64[T]) scanElement(element []byte) error { return i.Scan(element) }
