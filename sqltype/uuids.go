package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// UUIDs is a list of IDs in their column type. As an argument:
//
//	db.Query("SELECT … WHERE id = ANY($1)", ids.Array())   // PostgreSQL
//	db.Query("SELECT … WHERE id IN (?,?)", ids.Args()...)  // every server
//	squirrel.Eq{"id": ids}, sqlx.In("… IN (?)", ids), bun.List(ids)
//
// A list itself is an error in database/sql. Libraries that build an IN list take it
// apart into its elements, which are right on every server. pgx encodes it as an array
// where it knows the type of the parameter.
//
// A nil list is NULL as an array, and an empty list is {}. Neither matches a row with
// = ANY. With <> ALL, NULL matches no row and {} matches every row.
type UUIDs[T id.Array16] []UUID[T]

// UUIDsOf returns ids in their column type. UUIDsOf() is nil.
func UUIDsOf[T id.Array16](ids ...T) UUIDs[T] { return listOf[UUID[T]](ids) }

// IDs returns the IDs.
func (l UUIDs[T]) IDs() []T { return idsOf(l) }

// Args returns each ID as a [UUID], to go with [Placeholders].
func (l UUIDs[T]) Args() []any { return args(l) }

// Array returns the list as an array parameter of PostgreSQL.
func (l UUIDs[T]) Array() Array { return Array{l} }

func (l UUIDs[T]) array() (driver.Value, error) {
	return valueArray("UUIDs", l, appendUUIDElement[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [UUID.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *UUIDs[T]) Scan(src any) error {
	return scanArray("UUIDs", (*[]UUID[T])(l), src, scanUUIDElement[T])
}

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (UUIDs[T]) GormDataType() string { return gormDataType }

func appendUUIDElement[T id.Array16](b []byte, v *T) ([]byte, error) {
	if err := checkZero("UUID", *v, false); err != nil {
		return b, err
	}
	if err := column.Verify(any(v), *v); err != nil {
		return b, refuseValue("UUID", *v, err)
	}
	var text [column.UUIDSize]byte
	column.PutUUID(&text, *v)
	return append(b, text[:]...), nil
}

func scanUUIDElement[T id.Array16](dst *T, element []byte) error {
	return scanUUID("UUID", dst, element)
}
