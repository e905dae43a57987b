package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// UUIDs is a list of IDs for a uuid[] of PostgreSQL, such as the argument of
//
//	WHERE id = ANY($1)
//
// which replaces an IN with one placeholder for each ID.
//
// A nil list is NULL, and an empty list is {}. Neither matches a row with = ANY. With
// <> ALL, NULL matches no row and {} matches every row.
type UUIDs[T id.Array16] []T

// UUIDsOf returns a list of ids, without a copy. UUIDsOf() is nil, which is NULL.
func UUIDsOf[T id.Array16](ids ...T) UUIDs[T] { return ids }

// Value returns the text of an array, and nil for a nil list. An element that
// [UUID.Value] refuses, such as a zero ID, is an error.
func (l UUIDs[T]) Value() (driver.Value, error) {
	return valueArray("UUIDs", l, appendUUIDElement[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [UUID.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *UUIDs[T]) Scan(src any) error {
	return scanArray("UUIDs", (*[]T)(l), src, scanUUIDElement[T])
}

// Args returns each ID as a [UUID], to go with [Placeholders].
func (l UUIDs[T]) Args() []any { return args(l, UUIDOf[T]) }

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
