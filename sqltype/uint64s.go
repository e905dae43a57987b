package sqltype

import (
	"database/sql/driver"
	"strconv"

	"github.com/sortid/sortid/id"
)

// Uint64s is a list of IDs in their column type, with the rules of [UUIDs]. Array is for a
// numeric[] parameter of PostgreSQL.
type Uint64s[T id.Integer] []Uint64[T]

// Uint64sOf returns ids in their column type. Uint64sOf() is nil.
func Uint64sOf[T id.Integer](ids ...T) Uint64s[T] { return listOf[Uint64[T]](ids) }

// IDs returns the IDs.
func (l Uint64s[T]) IDs() []T { return idsOf(l) }

// Args returns each ID as a [Uint64], to go with [Placeholders].
func (l Uint64s[T]) Args() []any { return args(l) }

// Array returns the list as an array parameter of PostgreSQL.
func (l Uint64s[T]) Array() Array { return Array{l} }

func (l Uint64s[T]) array() (driver.Value, error) {
	return valueArray("Uint64s", l, appendUint64Element[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Uint64.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Uint64s[T]) Scan(src any) error {
	return scanArray("Uint64s", (*[]Uint64[T])(l), src, scanUint64Element[T])
}

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
