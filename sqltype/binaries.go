package sqltype

import (
	"database/sql/driver"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// Binaries is a list of IDs in their column type, with the rules of [UUIDs]. Array is for a
// bytea[] parameter of PostgreSQL.
type Binaries[T id.Fixed] []Binary[T]

// BinariesOf returns ids in their column type. BinariesOf() is nil.
func BinariesOf[T id.Fixed](ids ...T) Binaries[T] { return listOf[Binary[T]](ids) }

// IDs returns the IDs.
func (l Binaries[T]) IDs() []T { return idsOf(l) }

// Args returns each ID as a [Binary], to go with [Placeholders].
func (l Binaries[T]) Args() []any { return args(l) }

// Array returns the list as an array parameter of PostgreSQL.
func (l Binaries[T]) Array() Array { return Array{l} }

func (l Binaries[T]) array() (driver.Value, error) {
	return valueArray("Binaries", l, appendBinaryElement[T])
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that [Binary.Scan] refuses, is an error. Beside
// an error the list is nil.
func (l *Binaries[T]) Scan(src any) error {
	return scanArray("Binaries", (*[]Binary[T])(l), src, scanBinaryElement[T])
}

// GormDataType returns words that no server takes for a type, so that GORM's
// AutoMigrate fails with a message that names package gormtype.
func (Binaries[T]) GormDataType() string { return gormDataType }

// appendBinaryElement writes what the server writes with bytea_output = hex. The
// backslash of \x is doubled inside the quotes of an array.
func appendBinaryElement[T id.Fixed](b []byte, v *T) ([]byte, error) {
	if err := checkZero("Binary", *v, false); err != nil {
		return b, err
	}
	if err := column.Verify(any(v), *v); err != nil {
		return b, refuseValue("Binary", *v, err)
	}
	var data [column.MaxRaw]byte
	b = append(b, `"\\x`...)
	b = hex.AppendEncode(b, column.AppendRaw(data[:0], v))
	return append(b, '"'), nil
}

func scanBinaryElement[T id.Fixed](dst *T, element []byte) error {
	digits, ok := strings.CutPrefix(string(element), `\x`)
	data, err := hex.DecodeString(digits)
	if !ok || err != nil || digits != strings.ToLower(digits) {
		return refuse[T]("Binary", "Scan", element, id.ErrCharacter, `an element of a bytea[] has \x and `+
			strconv.Itoa(2*column.RawSize[T]())+` lower-case digits: SET bytea_output = 'hex'; use sqltype.Texts for an array of text`)
	}
	return scanBinary("Binary", dst, data)
}
