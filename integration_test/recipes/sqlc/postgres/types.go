// Package postgres has the code that sqlc generates for pgx.
package postgres

import "github.com/sortid/sortid/id/wiji"

// UserID is the type of the keys of users, which are typed IDs, under a name that sqlc can
// write.
type UserID = wiji.For[User]

// IDPrefix is the prefix of the texts: user_069q6zxr120002m45bsqqg28t5.
func (User) IDPrefix() string { return "user" }
