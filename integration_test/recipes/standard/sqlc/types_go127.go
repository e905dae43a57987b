//go:build go1.27

package sqlc

import (
	"uuid"

	"github.com/sortid/sortid/sqltype"
)

// ID is the type of the keys, under a name that sqlc can write.
type ID = sqltype.Binary[uuid.UUID]
