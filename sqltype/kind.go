package sqltype

import "github.com/sortid/sortid/internal/column"

// ColumnKind returns the type of the column on PostgreSQL, for package pgxtype.
func (UUID[T]) ColumnKind() string { return column.KindUUID.String() }

// ColumnKind returns the type of the column on PostgreSQL, for package pgxtype.
func (Binary[T]) ColumnKind() string { return column.KindBytea.String() }

// ColumnKind returns the type of the column on PostgreSQL, for package pgxtype.
func (Text[T]) ColumnKind() string { return column.KindText.String() }

// ColumnKind returns the type of the column on PostgreSQL, for package pgxtype.
func (Int64[T]) ColumnKind() string { return column.KindInt8.String() }

// ColumnKind returns the type of the column on PostgreSQL, for package pgxtype.
func (Uint64[T]) ColumnKind() string { return column.KindInt8.String() }

// pgx sends what Value returns, and a bytea column stores the characters of any text. It asks
// for BytesValue first where it knows that the column is bytea.

// BytesValue refuses a bytea column of pgx, where the server would store characters.
func (u UUID[T]) BytesValue() ([]byte, error) { return nil, refuseBytea[T]("UUID", u.V) }

// BytesValue refuses a bytea column of pgx, where the server would store characters.
func (t Text[T]) BytesValue() ([]byte, error) { return nil, refuseBytea[T]("Text", t.V) }

// BytesValue refuses a bytea column of pgx, where the server would store characters.
func (i Int64[T]) BytesValue() ([]byte, error) { return nil, refuseBytea[T]("Int64", i.V) }

// BytesValue refuses a bytea column of pgx, where the server would store characters.
func (u Uint64[T]) BytesValue() ([]byte, error) { return nil, refuseBytea[T]("Uint64", u.V) }

func refuseBytea[T any](form string, v T) error {
	return refuse[T](form, "Value", v, ErrSource, "the column is bytea: use sqltype.Binary")
}

// gormDataType is the name that GORM uses as the type of a column. It must be a syntax
// error with a readable message on every server. SQLite accepts any words as a type, but
// expects NULL after NOT, and every server's message shows the word at which it stopped.
const gormDataType = "sqltype NOT sqltype_is_not_for_GORM_use_gormtype"
