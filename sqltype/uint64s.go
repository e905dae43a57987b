package sqltype

import (
	"database/sql/driver"
	"strconv"

	"github.com/sortid/sortid/id"
)

// Uint64s is a list of IDs for MySQL and MariaDB, which have no arrays: its Args
// method serves them. As a value it is the text of an array that fits a
// numeric[] of PostgreSQL, and a bigint[] as long as all IDs are below 2^63; above
// that the server refuses it. The terms are those of [UUIDs].
type Uint64s[T id.Integer] []T

// Uint64sOf returns a list of ids, without a copy. Uint64sOf() is nil, which is NULL.
func Uint64sOf[T id.Integer](ids ...T) Uint64s[T] { return ids }

// Value returns the text of an array, and nil for a nil list. An element that
// [Uint64.Value] refuses, such as a zero ID, is an error.
func (l Uint64s[T]) Value() (driver.Value, error) {
	return valueArray("Uint64s", l, appendUint64Element[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Uint64.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Uint64s[T]) Scan(src any) error {
	return scanArray("Uint64s", (*[]T)(l), src, scanUint64Element[T])
}

// Args returns each ID as a [Uint64], to go with [Placeholders].
func (l Uint64s[T]) Args() []any { return args(l, Uint64Of[T]) }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (Uint64s[T]) GormDataType() string { return gormDataType }

func appendUint64Element[T id.Integer](b []byte, v *T) ([]byte, error) {
	if _, err := valueUint64("Uint64", *v, false); err != nil {
		return b, err
	}
	return strconv.AppendUint(b, uint64(*v), 10), nil
}

func scanUint64Element[T id.Integer](dst *T, element []byte) error {
	return scanUint64("Uint64", dst, element)
}
