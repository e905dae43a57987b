package sqlc

import (
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

type (
	// ID is the type of the keys, under a name that sqlc can write.
	ID = sqltype.Binary[wiji.ID]
	// NullID is an ID that can be NULL.
	NullID = sqltype.NullBinary[wiji.ID]
)
