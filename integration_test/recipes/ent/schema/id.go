package schema

import (
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// ID is the type of the keys. Ent writes the name of a field's type into the code
// that it generates and cannot write that of a generic type, so the type needs a
// name of its own. It has the methods of what it embeds.
type ID struct{ sqltype.Binary[wiji.ID] }

// NullID is an ID that can be NULL.
type NullID struct {
	sqltype.Null[sqltype.Binary[wiji.ID]]
}

// IDOf returns x as a key.
func IDOf(x wiji.ID) ID { return ID{sqltype.BinaryOf(x)} }

// NullIDOf returns x for a column that can be NULL.
func NullIDOf(x wiji.ID) NullID { return NullID{sqltype.NullOf(sqltype.BinaryOf(x))} }

// NewID returns a new key, for the default of a field.
func NewID() ID { return IDOf(wiji.New()) }

// IDsOf returns a list of keys.
func IDsOf(list ...wiji.ID) []ID {
	ids := make([]ID, len(list))
	for i, x := range list {
		ids[i] = IDOf(x)
	}
	return ids
}
