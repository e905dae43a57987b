package columntype

import (
	"database/sql/driver"
	"encoding"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// Raw returns the raw form of v, unchecked.
func Raw[T id.Fixed](v T) []byte {
	return column.AppendRaw(make([]byte, 0, column.RawSize[T]()), &v)
}

// HandedOver is the text of an ID that Value returns. No driver returns this type.
type HandedOver string

// ErrOutsideGORM is what the Value methods return.
var ErrOutsideGORM = errors.New("gormtype: database/sql cannot use a column type of GORM: " +
	"use the column types of package sqltype")

// HandOver is what the Value methods return. GORM ignores the error in all the
// places where it calls Value: the text stands for the ID where GORM compares keys
// in memory, where it reads rows into maps, and where it sets a pointer field from a value,
// by way of Scan.
func HandOver[T id.Fixed](v T) (driver.Value, error) {
	var zero T
	if v == zero {
		return HandedOver(""), ErrOutsideGORM
	}
	if column.Verify(any(&v), &v) != nil {
		return HandedOver("0x" + hexOf(v)), ErrOutsideGORM
	}
	return HandedOver(ToString(v)), ErrOutsideGORM
}

// takeOver reads what handOver wrote.
func takeOver[T id.Fixed](dst *T, src any) bool {
	s, ok := src.(HandedOver)
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
