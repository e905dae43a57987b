// Package typed shows typed IDs with sqlx, a library on top of database/sql. Those of ent and
// sqlc are in the packages of their generated code.
package typed

import (
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// User is a row of the table users, and the kind of its key.
type User struct {
	ID     UserKey     `db:"id" json:"id"`
	Code   UserCode    `db:"code" json:"code"`
	Parent NullUserKey `db:"parent" json:"parent,omitzero"`
}

// IDPrefix is the prefix of the texts: user_069q6zxr120002m45bsqqg28t5.
func (User) IDPrefix() string { return "user" }

// UserID is the ID of a user.
type UserID = wiji.For[User]

// The columns of IDs of users. The argument is the type and not its alias UserID: two structs
// that use the aliases of both as type arguments crash the compilers of Go 1.25 to 1.27
// (go.dev/issue/78296), as TestAlias shows.
type (
	// UserKey is a column of bytes.
	UserKey = sqltype.Binary[wiji.For[User]]
	// NullUserKey is a column of bytes that can be NULL.
	NullUserKey = sqltype.Null[sqltype.Binary[wiji.For[User]]]
	// UserCode is a column of texts, with the prefix.
	UserCode = sqltype.Text[wiji.For[User]]
)

// ParseEither reads the text of a user with the prefix and without it, while old clients send
// those that they got before the kind had a prefix.
func ParseEither(s string) (UserID, error) {
	if x, err := wiji.Parse(s); err == nil {
		return UserID(x), nil
	}
	return wiji.ParseFor[User](s)
}

// EitherUserID is a field of a request that [ParseEither] reads.
type EitherUserID struct{ V UserID }

// MarshalText returns the text with the prefix.
func (x EitherUserID) MarshalText() ([]byte, error) { return x.V.MarshalText() }

// UnmarshalText reads both texts, and the empty text as the zero ID.
func (x *EitherUserID) UnmarshalText(text []byte) (err error) {
	x.V = UserID{}
	if len(text) > 0 {
		x.V, err = ParseEither(string(text))
	}
	return err
}
