package sqltype

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/graphql"
)

// Binary is an ID in a column of raw bytes: BINARY(16) on MySQL and MariaDB, bytea on
// PostgreSQL, BLOB on SQLite. The column holds the raw form of the ID, 8, 16 or 20
// bytes, big-endian. Its order is the order of the IDs, and of signed 64-bit integers
// that are not negative.
//
// The column must have exactly that length: MySQL without strict mode cuts longer
// values.
//
// The zero value is a key that was never set. Value refuses it.
type Binary[T id.Fixed] struct {
	V T // the ID
}

// BinaryOf returns v for a column of raw bytes.
func BinaryOf[T id.Fixed](v T) Binary[T] { return Binary[T]{v} }

// Scan reads a []byte of exactly the size of the raw form, and does not keep it. A
// string is an error: use [Text] or [UUID] for that column. Beside an error the ID is
// zero.
func (b *Binary[T]) Scan(src any) error {
	dst := &b.V
	raw, ok := src.([]byte)
	if !ok || len(raw) != column.RawSize[T]() {
		*dst = *new(T)
		return binaryFault[T](src)
	}
	column.SetRaw(dst, raw)
	if err := column.Verify(any(dst), dst); err != nil {
		*dst = *new(T)
		return refuseFor[T]("Binary", "Scan", src, "", err)
	}
	return nil
}

// Value returns the raw bytes, big-endian, in a new slice. The zero ID is an error that
// matches [id.ErrZero]. An ID that Scan would refuse is an error.
func (b Binary[T]) Value() (driver.Value, error) { return b.value(false) }

func (b Binary[T]) value(zeroOK bool) (driver.Value, error) {
	v := b.V
	if err := checkZero("Binary", v, zeroOK); err != nil {
		return nil, err
	}
	// One piece of memory for the copy that T's methods see and for the bytes.
	out := &struct {
		v    T
		data [column.MaxRaw]byte
	}{v: v}
	if err := column.Verify(any(&out.v), &out.v); err != nil {
		return nil, refuseValue("Binary", v, err)
	}
	return slices.Clip(column.AppendRaw(out.data[:0], &v)), nil
}

// AppendText appends T's text form.
func (b Binary[T]) AppendText(dst []byte) ([]byte, error) {
	return appendText("Binary", dst, &b.V)
}

// MarshalText returns T's text form.
func (b Binary[T]) MarshalText() ([]byte, error) { return appendText("Binary", []byte{}, &b.V) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (b *Binary[T]) UnmarshalText(text []byte) error { return unmarshalText("Binary", &b.V, text) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an error.
func (b *Binary[T]) UnmarshalJSON(data []byte) error {
	return unmarshalJSON("Binary", &b.V, data, unmarshalText[T])
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (b Binary[T]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, b)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (b *Binary[T]) UnmarshalGQLContext(_ context.Context, v any) error {
	return graphql.Unmarshal(b, v)
}

// String returns what T's String returns, or the text form of a T without one.
func (b Binary[T]) String() string { return toString("Binary", &b.V) }

// IsZero reports whether the ID is the zero value.
func (b Binary[T]) IsZero() bool { return b.V == *new(T) }

// Generate sets the ID by T's Generate method, and to zero beside an error.
func (b *Binary[T]) Generate() error { return generate("Binary", &b.V) }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (Binary[T]) GormDataType() string { return gormDataType }

// binaryFault says why src is no raw form.
//
//go:noinline
func binaryFault[T id.Fixed](src any) error {
	size := strconv.Itoa(column.RawSize[T]())
	switch s := src.(type) {
	case nil:
		return nullFault[T]("Binary")
	case string:
		return refuse[T]("Binary", "Scan", src, ErrSource, "the driver returned text instead of "+size+
			" raw bytes: use sqltype.Text for a text column, sqltype.UUID for a uuid column")
	case []byte:
		detail := "the ID has " + size + " raw bytes: give the column exactly that length"
		switch {
		case column.HasHyphens(column.String(s)):
			detail = "this is UUID text instead of " + size + " raw bytes: use sqltype.UUID for a uuid column; in a column of " +
				"bytes, rewrite the values that another program stored as text"
		case column.IsPrintable(s):
			detail = "this looks like text instead of " + size + " raw bytes: use sqltype.Text for a text column, " +
				"sqltype.Int64 or sqltype.Uint64 for an integer column"
		}
		return refuse[T]("Binary", "Scan", src, id.ErrLength, detail)
	case int64, uint64:
		return refuse[T]("Binary", "Scan", src, ErrSource, "use sqltype.Int64 or sqltype.Uint64 for an integer column")
	}
	return refuse[T]("Binary", "Scan", src, ErrSource, "a BINARY("+size+"), bytea or BLOB column returns a []byte: use the column type that fits this column")
}

// scanElement reads what the server writes with bytea_output = hex.
func (b *Binary[T]) scanElement(element []byte) error {
	digits, ok := strings.CutPrefix(string(element), `\x`)
	data, err := hex.DecodeString(digits)
	if !ok || err != nil || digits != strings.ToLower(digits) {
		return refuse[T]("Binary", "Scan", element, id.ErrCharacter, `an element of a bytea[] has \x and `+
			strconv.Itoa(2*column.RawSize[T]())+` lower-case digits: SET bytea_output = 'hex'; use sqltype.Text for an array of text`)
	}
	return b.Scan(data)
}
