package ulid

import (
	"database/sql/driver"

	"github.com/sortid/sortid/id/internal/fault"
)

// Value always fails with an [*github.com/sortid/sortid/id.ValueError], which names the type to use for each kind
// of column. Without it, code that builds SQL would take the array for a list of numbers
// and match other rows. The text beside the error is that of String.
//
// Package pgxtype makes pgx take plain IDs, without a call of Value.
func (x ID) Value() (driver.Value, error) { return fault.Value("ulid.ID", x.String(), len(x)) }

// GormDataType makes AutoMigrate fail on a field of this type, with the column type to use.
func (ID) GormDataType() string { return fault.DataType("ulid.ID") }
