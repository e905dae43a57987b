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

// Uint64sOf returns a list of ids, which it does not copy. Uint64sOf() is nil, and
// so NULL.
func Uint64sOf[T id.Integer](ids ...T) Uint64s[T] { return ids }

// Value returns the text of an array, and nil for a nil list. An element that
// [Uint64.Value] would refuse, a zero ID for one, is an error.
func (l Uint64s[T]) Value() (driver.Value, error) {
	return valueArray("Uint64s", l, appendUint64Element[T])
}

// Scan reads the text of an array of one dimension, strictly as PostgreSQL writes
// it, and NULL as nil. An element that is NULL, or that [Uint64.Scan] would refuse,
// is an error. Beside an error the list is nil.
func (l *Uint64s[T]) Scan(src any) error {
	return scanArray("Uint64s", (*[]T)(l), src, scanUint64Element[T])
}

// Args returns each ID as a [Uint64], to go with [Placeholders].
func (l Uint64s[T]) Args() []any { return args(l, Uint64Of[T]) }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
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
