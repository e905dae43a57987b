package sqltype

import (
	"context"
	"database/sql/driver"
	"io"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/graphql"
)

// UUID is an ID of 16 bytes in a uuid column of PostgreSQL. The column holds the raw
// form of the ID, and its order is the order of the IDs. SQL shows it as UUID text,
// whatever the text form of T is.
//
// MariaDB's uuid type rearranges the bytes of an ID that is not a UUID of RFC 9562 and
// loses the order. Use [Binary] on MariaDB, MySQL and SQLite.
//
// The zero value is a key that was never set. Value refuses it.
type UUID[T id.Array16] struct {
	V T // the ID
}

// UUIDOf returns v for a uuid column.
func UUIDOf[T id.Array16](v T) UUID[T] { return UUID[T]{v} }

// Scan reads UUID text of 36 lower-case characters, as a string or a []byte, or an
// array of 16 bytes. A slice of 16 bytes is an error: use [Binary] for that column.
// Beside an error the ID is zero.
func (u *UUID[T]) Scan(src any) error {
	dst := &u.V
	var ok bool
	switch s := src.(type) {
	case string:
		ok = column.SetUUID(dst, s)
	case []byte:
		ok = column.SetUUID(dst, column.String(s))
	default:
		var bits [16]byte
		bits, ok = column.Array16(src)
		*dst = T(bits)
	}
	if !ok {
		return uuidFault[T](src)
	}
	if err := column.Verify(any(dst), dst); err != nil {
		*dst = T([16]byte{})
		return refuseFor[T]("UUID", "Scan", src, "", err)
	}
	return nil
}

// Value returns the UUID text of the raw bytes: 36 lower-case characters. The zero ID is an
// error that matches [id.ErrZero]. An ID that Scan would refuse is an error.
func (u UUID[T]) Value() (driver.Value, error) { return u.value(false) }

func (u UUID[T]) value(zeroOK bool) (driver.Value, error) {
	v := u.V
	if err := checkZero("UUID", v, zeroOK); err != nil {
		return nil, err
	}
	// One piece of memory for the copy that T's methods see and for the text.
	out := &struct {
		v    T
		text [column.UUIDSize]byte
	}{v: v}
	if err := column.Verify(any(&out.v), &out.v); err != nil {
		return nil, refuseValue("UUID", v, err)
	}
	column.PutUUID(&out.text, v)
	return column.String(out.text[:]), nil
}

// AppendText appends T's text form, which is not the UUID text of the column.
func (u UUID[T]) AppendText(b []byte) ([]byte, error) { return appendText("UUID", b, &u.V) }

// MarshalText returns T's text form, which is not the UUID text of the column.
func (u UUID[T]) MarshalText() ([]byte, error) { return appendText("UUID", []byte{}, &u.V) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (u *UUID[T]) UnmarshalText(text []byte) error { return unmarshalText("UUID", &u.V, text) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an error.
func (u *UUID[T]) UnmarshalJSON(data []byte) error {
	return unmarshalJSON("UUID", &u.V, data, unmarshalText[T])
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (u UUID[T]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, u)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (u *UUID[T]) UnmarshalGQLContext(_ context.Context, v any) error { return graphql.Unmarshal(u, v) }

// String returns what T's String returns, or the text form of a T without one.
func (u UUID[T]) String() string { return toString("UUID", &u.V) }

// IsZero reports whether the ID is the zero value.
func (u UUID[T]) IsZero() bool { return u.V == *new(T) }

// Generate sets the ID by T's Generate method, and to zero beside an error.
func (u *UUID[T]) Generate() error { return generate("UUID", &u.V) }

// GormDataType makes GORM's AutoMigrate fail with a message that names package gormtype.
func (UUID[T]) GormDataType() string { return gormDataType }

// uuidFault says why src is no UUID text.
//
//go:noinline
func uuidFault[T any](src any) error {
	reason, detail := ErrSource, "a uuid column returns text of 36 characters: use the column type that fits this column"
	switch s := src.(type) {
	case nil:
		return nullFault[T]("UUID")
	case string:
		reason, detail = uuidTextFault(s)
	case []byte:
		if len(s) == 16 {
			return refuse[T]("UUID", "Scan", src, id.ErrLength,
				"16 raw bytes instead of 36 characters: use sqltype.Binary for a BINARY(16), bytea or BLOB column")
		}
		reason, detail = uuidTextFault(string(s[:min(len(s), column.UUIDSize+1)]))
	}
	return refuse[T]("UUID", "Scan", src, reason, detail)
}

func uuidTextFault(s string) (id.Reason, string) {
	if len(s) != column.UUIDSize {
		return id.ErrLength, "UUID text has 36 characters: use sqltype.Text for a column of another text form"
	}
	if !column.HasHyphens(s) {
		return id.ErrSeparator, "UUID text has its hyphens after 8, 12, 16 and 20 digits: use sqltype.Text for a column of another text form"
	}
	var lower [16]byte
	if column.SetUUID(&lower, strings.ToLower(s)) {
		return id.ErrNotCanonical, "a uuid column returns lower-case digits, so this is a text column, in which two spellings of " +
			"an ID are two values: change its type to uuid, or its values to lower case"
	}
	return id.ErrCharacter, "UUID text consists of hexadecimal digits: use sqltype.Text for a column of another text form"
}
