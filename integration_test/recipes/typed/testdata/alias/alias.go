// Package alias does not compile: see TestAlias.
package alias

import (
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

type UserID = wiji.For[User]

type OrderID = wiji.For[Order]

type User struct {
	ID   sqltype.Binary[UserID]
	Last sqltype.Binary[OrderID]
}

type Order struct {
	ID   sqltype.Binary[OrderID]
	User sqltype.Binary[UserID]
}
