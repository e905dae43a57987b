// Package web shows how IDs get from a request into a handler: with net/http, gin, echo and
// gorilla/schema, from paths, queries, forms and JSON.
//
// Each handler answers the same two requests with the IDs that it read, and bad input with
// 400:
//
//	GET /users/{user}/orders?before=order_…
//	POST /orders with a field user, as JSON or as a form
package web

import (
	"fmt"

	"github.com/sortid/sortid/id/wiji"
)

// User is the kind of the ID of a user.
type User struct{}

// IDPrefix is what its text begins with.
func (User) IDPrefix() string { return "user" }

// UserID is the ID of a user.
type UserID = wiji.For[User]

// Order is the kind of the ID of an order.
type Order struct{}

// IDPrefix is what its text begins with.
func (Order) IDPrefix() string { return "order" }

// OrderID is the ID of an order.
type OrderID = wiji.For[Order]

// List is a request for a page of orders. Without Before, it is for the first page.
type List struct {
	User   UserID  `uri:"user" param:"user"`
	Before OrderID `form:"before" query:"before" schema:"before"`
}

// NewOrder is a request with a body. The tags with "required" refuse a body without the ID:
// binding is gin's, validate that of its validator elsewhere, and schema gorilla's.
type NewOrder struct {
	User UserID `json:"user" form:"user" schema:"user,required" binding:"required" validate:"required"`
}

func (l List) String() string     { return fmt.Sprintf("%v before %v", l.User, l.Before.IsZero()) }
func (o NewOrder) String() string { return o.User.String() }
