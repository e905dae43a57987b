// Package protobuf shows IDs in the fields of messages: as text, as raw bytes, and 64-bit IDs
// as numbers.
package protobuf

import (
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// User is the kind of the ID of a user.
type User struct{}

// IDPrefix is what its text begins with.
func (User) IDPrefix() string { return "user" }

// Order is the kind of the ID of an order.
type Order struct{}

// IDPrefix is what its text begins with.
func (Order) IDPrefix() string { return "order" }

// message is what a protocol compiler makes of
//
//	message Order {
//	  string id = 1;
//	  bytes user_id = 2;
//	  fixed64 parent_id = 3;
//	}
//
// with protobuf's own messages of one field each.
type message struct {
	ID     wrapperspb.StringValue
	User   wrapperspb.BytesValue
	Parent wrapperspb.UInt64Value
}

// order is the same in the program.
type order struct {
	ID     wiji.For[Order]
	User   wiji.For[User]
	Parent uid11.ID
}

func (m *message) write(o order) (err error) {
	user := o.User.Bytes()
	m.ID.Value, m.User.Value = o.ID.String(), user[:]
	m.Parent.Value, err = o.Parent.Uint64()
	return err
}

// read returns an error for a request that a server answers with codes.InvalidArgument.
func (m *message) read() (o order, err error) {
	if o.ID, err = wiji.ParseFor[Order](m.ID.GetValue()); err != nil {
		return order{}, err
	}
	user, err := wiji.FromBytes(m.User.GetValue())
	if err != nil {
		return order{}, err
	}
	o.User = wiji.For[User](user)
	o.Parent, err = uid11.FromUint64(m.Parent.GetValue())
	return o, err
}
