package fault

import (
	"database/sql/driver"
	"strconv"

	"github.com/sortid/sortid/id"
)

// Value is the result of the Value method of an ID type whose raw form has size bytes.
// Code that ignores the error gets the text, and not nil, which would become IS NULL.
//
//go:noinline
func Value(typeName, text string, size int) (driver.Value, error) {
	return text, &id.ValueError{Type: typeName, Input: strconv.Quote(text), Size: size}
}
