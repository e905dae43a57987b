package sqlc

import (
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

type (
	// ID is the type of the keys of accounts, under a name that sqlc can write.
	ID = sqltype.Binary[wiji.ID]
	// NullID is an ID that can be NULL.
	NullID = sqltype.Null[sqltype.Binary[wiji.ID]]
	// UserID is the type of the keys of users, which are typed IDs.
	UserID = sqltype.Binary[wiji.For[User]]
	// NullUserID is a UserID that can be NULL.
	NullUserID = sqltype.Null[sqltype.Binary[wiji.For[User]]]
)

// IDPrefix is the prefix of the texts: user_069q6zxr120002m45bsqqg28t5.
func (User) IDPrefix() string { return "user" }
