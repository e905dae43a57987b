//go:build go1.27

package schema

import (
	"uuid"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"

	"github.com/sortid/sortid/sqltype"
)

type (
	// ID is the type of a key in a uuid column. A plain uuid.UUID has no method Value, which ent
	// asks for, and ent cannot write a generic type: so the key has a type of its own, with the
	// methods of what it embeds.
	ID struct{ sqltype.UUID[uuid.UUID] }
	// RawID is the type of a key in a column of 16 bytes.
	RawID struct{ sqltype.Binary[uuid.UUID] }
)

// NewID returns a new key, for the default of a field.
func NewID() ID { return ID{sqltype.UUIDOf(uuid.NewV7())} }

// NewRawID returns a new key, for the default of a field.
func NewRawID() RawID { return RawID{sqltype.BinaryOf(uuid.NewV7())} }

// Order is a row of a table in Postgres, whose keys are in columns of the type uuid.
type Order struct{ ent.Schema }

// Fields lists the columns.
func (Order) Fields() []ent.Field {
	columns := map[string]string{dialect.Postgres: "uuid"}
	return []ent.Field{
		field.UUID("id", ID{}).Default(NewID).SchemaType(columns).Immutable(),
		field.UUID("parent", ID{}).Optional().Nillable().SchemaType(columns),
	}
}

// Event is a row of a table whose keys are in columns of 16 bytes, on each server.
type Event struct{ ent.Schema }

// Fields lists the columns.
func (Event) Fields() []ent.Field {
	columns := map[string]string{dialect.Postgres: "bytea", dialect.MySQL: "binary(16)", dialect.SQLite: "blob"}
	return []ent.Field{
		field.UUID("id", RawID{}).Default(NewRawID).SchemaType(columns).Immutable(),
		field.UUID("parent", RawID{}).Optional().Nillable().SchemaType(columns),
	}
}
