package sqltype

import (
	"context"
	"database/sql/driver"
	"io"
	"math"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/graphql"
)

// Uint64 is a 64-bit ID in a BIGINT UNSIGNED column of MySQL or MariaDB. Its order is
// the order of the IDs. The column must be declared UNSIGNED: in a signed one, a server
// without strict mode stores 2^63-1 in place of every greater value.
//
// Value returns a uint64 for every ID, which the MySQL driver accepts. A driver that
// accepts only the types of [driver.Value] refuses every ID. [database/sql.Null] refuses
// IDs from 2^63 on: use [Null].
//
// The zero value is a key that was never set. Value refuses it.
type Uint64[T id.Integer] struct {
	V T // the ID
}

// Uint64Of returns v for an unsigned 64-bit column.
func Uint64Of[T id.Integer](v T) Uint64[T] { return Uint64[T]{v} }

// Scan reads an integer, as a uint64 or int64 or as decimal digits in a []byte
// or string (MySQL's text protocol). Beside an error the ID is zero.
func (u *Uint64[T]) Scan(src any) error {
	dst := &u.V
	*dst = 0
	var n uint64
	result := column.InRange
	switch s := src.(type) {
	case uint64:
		n = s
	case int64:
		if s < 0 {
			return refuse[T]("Uint64", "Scan", src, id.ErrRange,
				"a BIGINT UNSIGNED column holds no negative number: use sqltype.Int64 for a signed column")
		}
		n = uint64(s)
	case []byte:
		n, result = column.ParseUint64(s)
	case string:
		n, result = column.ParseUint64(s)
	default:
		return integerFault[T]("Uint64", src)
	}
	if n > math.MaxInt64 && !column.IsUnsigned[T]() {
		result = column.Overflow
	}
	if result != column.InRange {
		return decimalFault[T]("Uint64", src, result, "no ID of this type is that large: check that the column is the right one")
	}
	return adoptInteger("Uint64", dst, T(n), src)
}

// Value returns the ID as a uint64. A negative ID is an error.
// The zero ID is an error that matches [id.ErrZero]. An ID that Scan would refuse is an
// error.
func (u Uint64[T]) Value() (driver.Value, error) { return u.value(false) }

func (u Uint64[T]) value(zeroOK bool) (driver.Value, error) {
	v := u.V
	if err := checkInteger("Uint64", v, zeroOK); err != nil {
		return nil, err
	}
	if v < 0 {
		return nil, refuse[T]("Uint64", "Value", v, id.ErrRange,
			"a BIGINT UNSIGNED column holds no negative number: use sqltype.Int64")
	}
	return uint64(v), nil
}

// AppendText appends T's text form; for a T without one, decimal digits.
func (u Uint64[T]) AppendText(b []byte) ([]byte, error) { return appendIntegerText("Uint64", b, &u.V) }

// MarshalText returns T's text form; for a T without one, decimal digits.
func (u Uint64[T]) MarshalText() ([]byte, error) { return appendIntegerText("Uint64", []byte{}, &u.V) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (u *Uint64[T]) UnmarshalText(text []byte) error {
	return unmarshalIntegerText("Uint64", &u.V, text)
}

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. It
// refuses null: use a pointer or [Null] for a value that can be null.
func (u *Uint64[T]) UnmarshalJSON(data []byte) error {
	return unmarshalJSON("Uint64", &u.V, data, unmarshalIntegerText[T])
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (u Uint64[T]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, u)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (u *Uint64[T]) UnmarshalGQLContext(_ context.Context, v any) error {
	return graphql.Unmarshal(u, v)
}

// String returns what T's String returns, or the text form of a T without one.
func (u Uint64[T]) String() string { return toString("Uint64", &u.V) }

// IsZero reports whether the ID is the zero value.
func (u Uint64[T]) IsZero() bool { return u.V == *new(T) }

// Generate sets the ID to a new one from T's default generator. An ID type of another
// library has none, which is an error. Beside an error the ID is zero.
func (u *Uint64[T]) Generate() error { return generate("Uint64", &u.V) }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (Uint64[T]) GormDataType() string { return gormDataType }

func (u Uint64[T]) appendElement(b []byte) ([]byte, error) {
	if _, err := u.value(false); err != nil {
		return nil, err
	}
	return strconv.AppendUint(b, uint64(u.V), 10), nil
}

func (u *Uint64[T]) scanElement(element []byte) error { return u.Scan(element) }
