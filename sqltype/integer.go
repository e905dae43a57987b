package sqltype

import (
	"context"
	"database/sql/driver"
	"encoding"
	"io"
	"math"
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
// The zero ID ([id.ErrZero]) and an ID that Scan would refuse are errors, too.
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

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an error.
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

// Generate sets the ID by T's Generate method, and to zero beside an error.
func (i *Int64[T]) Generate() error { return generate("Int64", &i.V) }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (Int64[T]) GormDataType() string { return gormDataType }

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
// The zero ID ([id.ErrZero]) and an ID that Scan would refuse are errors, too.
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

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an error.
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

// Generate sets the ID by T's Generate method, and to zero beside an error.
func (u *Uint64[T]) Generate() error { return generate("Uint64", &u.V) }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (Uint64[T]) GormDataType() string { return gormDataType }

// adoptInteger makes n the value of dst, under T's own rules.
func adoptInteger[T id.Integer](form string, dst *T, n T, src any) error {
	*dst = n
	if err := column.VerifyNumber(any(dst)); err != nil {
		*dst = 0
		detail := ""
		if n < 0 {
			detail = "no ID of this type is negative: check that the column is the right one; use an unsigned ID type if another " +
				"program stored numbers of 2^63 or more"
		}
		return refuseFor[T](form, "Scan", src, detail, err)
	}
	return nil
}

// checkInteger refuses what must not go into a column of either kind.
func checkInteger[T id.Integer](form string, v T, zeroOK bool) error {
	if err := checkZero(form, v, zeroOK); err != nil {
		return err
	}
	if err := column.VerifyNumber(any(&v)); err != nil {
		return refuseValue(form, v, err)
	}
	return nil
}

// integerFault reports a source that is no integer.
//
//go:noinline
func integerFault[T any](form string, src any) error {
	switch src.(type) {
	case nil:
		return nullFault[T](form)
	case float64:
		return refuse[T](form, "Scan", src, ErrSource,
			"a float64 holds 53 bits, so the last bits of the ID are lost: make it an integer column")
	}
	return refuse[T](form, "Scan", src, ErrSource, "an integer column returns an int64, a uint64 or decimal digits: use the column type that fits this column")
}

// decimalFault reports a number or text that is no integer of 64 bits.
//
//go:noinline
func decimalFault[T any](form string, src any, result column.Range, overflow string) error {
	if result == column.Overflow {
		return refuse[T](form, "Scan", src, id.ErrOverflow, "the number does not fit: "+overflow)
	}
	return refuse[T](form, "Scan", src, id.ErrCharacter, "an integer column returns decimal digits without a leading zero: "+
		"use sqltype.Text for a text column, sqltype.Binary for a column of raw bytes; remove ZEROFILL")
}

// appendIntegerText is appendText for a T that may have no text form. It has
// decimal digits then.
func appendIntegerText[T id.Integer](form string, b []byte, v *T) ([]byte, error) {
	if hasText(v) {
		return appendText(form, b, v)
	}
	if column.IsUnsigned[T]() {
		return strconv.AppendUint(b, uint64(*v), 10), nil
	}
	return strconv.AppendInt(b, int64(*v), 10), nil
}

// unmarshalIntegerText is unmarshalText for a T that may have no text form.
func unmarshalIntegerText[T id.Integer](form string, dst *T, text []byte) error {
	if hasText(dst) {
		return unmarshalText(form, dst, text)
	}
	*dst = 0
	n, result := column.ParseUint64(text)
	if !column.IsUnsigned[T]() {
		var signed int64
		signed, result = column.ParseInt64(text)
		n = uint64(signed)
	}
	switch result {
	case column.InRange:
		*dst = T(n)
		return nil
	case column.Overflow:
		return refuse[T](form, "UnmarshalText", text, id.ErrOverflow, "the number does not fit 64 bits: check the input")
	}
	return refuse[T](form, "UnmarshalText", text, id.ErrCharacter, "write the ID in decimal digits without a leading zero")
}

// hasText reports whether T has any method of a text form. A type that has only one of
// the methods gets an error from the other, not decimal digits.
func hasText[T any](v *T) bool {
	switch any(v).(type) {
	case encoding.TextMarshaler, encoding.TextAppender, encoding.TextUnmarshaler:
		return true
	}
	return false
}
