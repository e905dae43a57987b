package scru160

import (
	"fmt"

	"github.com/sortid/sortid/id/internal/input"
)

// UnmarshalJSON sets x to the ID of a JSON string, as UnmarshalText does. Any other JSON
// value is an [*github.com/sortid/sortid/id.SyntaxError], also null, for which
// encoding/json would leave the old ID: use a pointer for a field that can be null. On an
// error it sets x to the zero ID.
func (x *ID) UnmarshalJSON(data []byte) error {
	return input.JSON(x, format, "", data)
}

// Scan reads the text form for the Scan functions of package fmt: up to the next space,
// with the verbs %v and %s. On an error it sets x to the zero ID.
//
// It is not the Scan of database/sql; package sqltype has types with that method.
func (x *ID) Scan(state fmt.ScanState, verb rune) error {
	return input.Scan(x, format, state, verb)
}
