package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// UUIDs is a list of IDs for a uuid[] of PostgreSQL, above all for
//
//	WHERE id = ANY($1)
//
// in place of an IN with as many placeholders as there are IDs.
//
// A nil list is NULL, as nil slices are in the drivers, and an empty one is {}.
// Both match nothing with = ANY; with <> ALL, NULL matches nothing and {} all
// rows.
type UUIDs[T id.Array16] []T

// UUIDsOf returns a list of ids, which it does not copy. UUIDsOf() is nil, and
// so NULL.
func UUIDsOf[T id.Array16](ids ...T) UUIDs[T] { return ids }

// Value returns the text of an array, and nil for a nil list. An element that
// [UUID.Value] would refuse, a zero ID for one, is an error.
func (l UUIDs[T]) Value() (driver.Value, error) {
	return valueArray("UUIDs", l, appendUUIDElement[T])
}

// Scan reads the text of an array of one dimension, strictly as PostgreSQL writes
// it, and NULL as nil. An element that is NULL, or that [UUID.Scan] would refuse,
// is an error. Beside an error the list is nil.
func (l *UUIDs[T]) Scan(src any) error {
	return scanArray("UUIDs", (*[]T)(l), src, scanUUIDElement[T])
}

// Args returns each ID as a [UUID], to go with [Placeholders].
func (l UUIDs[T]) Args() []any { return args(l, UUIDOf[T]) }

// GormDataType is no SQL type, so that GORM's AutoMigrate fails and says why.
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
