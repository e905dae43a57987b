package sqltype

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype/internal/pgarray"
)

// Texts is a list of IDs in their column type, with the rules of [UUIDs]. Array is for a
// text[] parameter of PostgreSQL.
type Texts[T id.Text] []Text[T]

// TextsOf returns ids in their column type. TextsOf() is nil.
func TextsOf[T id.Text](ids ...T) Texts[T] { return listOf[Text[T]](ids) }

// IDs returns the IDs.
func (l Texts[T]) IDs() []T { return idsOf(l) }

// Args returns each ID as a [Text], to go with [Placeholders].
func (l Texts[T]) Args() []any { return args(l) }

// Array returns the list as an array parameter of PostgreSQL.
func (l Texts[T]) Array() Array { return Array{l} }

func (l Texts[T]) array() (driver.Value, error) {
	return valueArray("Texts", l, appendTextElement[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Text.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Texts[T]) Scan(src any) error {
	return scanArray("Texts", (*[]Text[T])(l), src, scanTextElement[T])
}

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
