package sqltype

import (
	"database/sql/driver"
	"strconv"

	"github.com/sortid/sortid/id"
)

// Int64s is a list of IDs for a bigint[] of PostgreSQL, with the rules of
// [UUIDs].
type Int64s[T id.Integer] []T

// Int64sOf returns a list of ids, without a copy. Int64sOf() is nil, which is NULL.
func Int64sOf[T id.Integer](ids ...T) Int64s[T] { return ids }

// Value returns the text of an array, and nil for a nil list. An element that
// [Int64.Value] refuses, such as a zero ID, is an error.
func (l Int64s[T]) Value() (driver.Value, error) {
	return valueArray("Int64s", l, appendInt64Element[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Int64.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Int64s[T]) Scan(src any) error {
	return scanArray("Int64s", (*[]T)(l), src, scanInt64Element[T])
}

// Args returns each ID as a [Int64], to go with [Placeholders].
func (l Int64s[T]) Args() []any { return args(l, Int64Of[T]) }

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
