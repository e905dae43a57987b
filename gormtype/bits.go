package gormtype

import (
	"crypto/rand"
	"database/sql/driver"
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

// handOverMark begins the text that Value returns. It is another one in each
// process, so that no text in a database can pass for it.
var handOverMark = "\x00gormtype " + rand.Text() + " "

var errValue = errors.New("gormtype: database/sql cannot use a column type of GORM: " +
	"use the column types of package sqltype")

// handOver is what the Value methods return. GORM ignores the error in all the
// places where it calls Value: the text stands for the ID where GORM compares keys
// in memory, and where it sets a pointer field from a value, by way of Scan.
func handOver[T id.Fixed](v T) (driver.Value, error) {
	return handOverMark + hex.EncodeToString(bits(v)), errValue
}

// takeOver reads what handOver wrote.
func takeOver[T id.Fixed](dst *T, src any) bool {
	s, ok := src.(string)
	if !ok || !strings.HasPrefix(s, handOverMark) {
		return false
	}
	b, err := hex.DecodeString(s[len(handOverMark):])
	if err != nil || len(b) != column.RawSize[T]() {
		return false // an ID of another size, which Scan reports as text
	}
	column.SetRaw(dst, b)
	return true
}
