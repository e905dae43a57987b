package ulidflake

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id/internal/fault"
)

// Value always fails with an [*github.com/sortid/sortid/id.ValueError], which names the type to use for each kind
// of column. Without it, a driver would store the characters of the number, or of the text, in
// a text, bytea or BINARY column. The text beside the error is that of String.
//
// Package pgxtype makes pgx take plain IDs, without a call of Value.
func (x ID) Value() (driver.Value, error) { return fault.Value(format+".ID", x.String(), 8) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType(format + ".ID") }
