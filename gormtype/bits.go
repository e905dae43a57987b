package gormtype

import (
	"database/sql/driver"
	"encoding"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// bits returns the raw form of v, unchecked.
func bits[T id.Fixed](v T) []byte {
	return column.AppendRaw(make([]byte, 0, column.RawSize[T]()), &v)
}

// handedOver is the text of an ID that Value returns. No driver returns this type.
type handedOver string

var errValue = errors.New("gormtype: database/sql cannot use a column type of GORM: " +
	"use the column types of package sqltype")

// handOver is what the Value methods return. GORM ignores the error in all the
// places where it calls Value: the text stands for the ID where GORM compares keys
// in memory, where it reads rows into maps, and where it sets a pointer field from a value,
// by way of Scan.
func handOver[T id.Fixed](v T) (driver.Value, error) {
	var zero T
	if v == zero {
		return handedOver(""), errValue
	}
	if verify(v) != nil {
		return handedOver("0x" + hexOf(v)), errValue
	}
	return handedOver(toString(v)), errValue
}

// takeOver reads what handOver wrote.
func takeOver[T id.Fixed](dst *T, src any) bool {
	s, ok := src.(handedOver)
	if !ok || s == "" {
		return ok
	}
	if digits, ok := strings.CutPrefix(string(s), "0x"); ok {
		b, err := hex.DecodeString(digits)
		if err != nil || len(b) != column.RawSize[T]() {
			return false
		}
		column.SetRaw(dst, b)
		return true
	}
	decoder, ok := any(dst).(encoding.TextUnmarshaler)
	return ok && decoder.UnmarshalText([]byte(s)) == nil
}
