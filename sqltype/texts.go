package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype/internal/pgarray"
)

// Texts is a list of IDs for a text[] of PostgreSQL, with the rules of [UUIDs].
type Texts[T id.Text] []T

// TextsOf returns a list of ids, without a copy. TextsOf() is nil, which is NULL.
func TextsOf[T id.Text](ids ...T) Texts[T] { return ids }

// Value returns the text of an array, and nil for a nil list. An element that
// [Text.Value] refuses, such as a zero ID, is an error.
func (l Texts[T]) Value() (driver.Value, error) {
	return valueArray("Texts", l, appendTextElement[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Text.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Texts[T]) Scan(src any) error {
	return scanArray("Texts", (*[]T)(l), src, scanTextElement[T])
}

// Args returns each ID as a [Text], to go with [Placeholders].
func (l Texts[T]) Args() []any { return args(l, TextOf[T]) }

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (Texts[T]) GormDataType() string { return gormDataType }

func appendTextElement[T id.Text](b []byte, v *T) ([]byte, error) {
	if err := checkZero("Text", *v, false); err != nil {
		return b, err
	}
	n := len(b)
	b, err := column.AppendText(b, any(v), *v)
	if err != nil {
		return b, refuseValue("Text", *v, err)
	}
	var text [64]byte
	return pgarray.Quote(b[:n], append(text[:0], b[n:]...)), nil
}

func scanTextElement[T id.Text](dst *T, element []byte) error {
	return readText("Text", dst, element)
}
