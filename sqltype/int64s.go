package sqltype

import (
	"database/sql/driver"
	"strconv"

	"github.com/sortid/sortid/id"
)

// Int64s is a list of IDs in their column type, with the rules of [UUIDs]. Array is for a
// bigint[] parameter of PostgreSQL.
type Int64s[T id.Integer] []Int64[T]

// Int64sOf returns ids in their column type. Int64sOf() is nil.
func Int64sOf[T id.Integer](ids ...T) Int64s[T] { return listOf[Int64[T]](ids) }

// IDs returns the IDs.
func (l Int64s[T]) IDs() []T { return idsOf(l) }

// Args returns each ID as a [Int64], to go with [Placeholders].
func (l Int64s[T]) Args() []any { return args(l) }

// Array returns the list as an array parameter of PostgreSQL.
func (l Int64s[T]) Array() Array { return Array{l} }

func (l Int64s[T]) array() (driver.Value, error) {
	return valueArray("Int64s", l, appendInt64Element[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Int64.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Int64s[T]) Scan(src any) error {
	return scanArray("Int64s", (*[]Int64[T])(l), src, scanInt64Element[T])
}

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (Int64s[T]) GormDataType() string { return gormDataType }

func appendInt64Element[T id.Integer](b []byte, v *T) ([]byte, error) {
	if _, err := valueInt64("Int64", *v, false); err != nil {
		return b, err
	}
	return strconv.AppendInt(b, int64(*v), 10), nil
}

func scanInt64Element[T id.Integer](dst *T, element []byte) error {
	return scanInt64("Int64", dst, element)
}
