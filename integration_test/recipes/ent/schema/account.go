// Package schema describes the table accounts to ent.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// columns holds the type of the column on each server. Without it ent makes a uuid
// column of a field.UUID, on MySQL char(36).
var columns = map[string]string{
	dialect.Postgres: "bytea",
	dialect.MySQL:    "binary(16)",
	dialect.SQLite:   "blob",
}

// Account is a row of the table accounts.
type Account struct{ ent.Schema }

// Annotations names the table.
func (Account) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("accounts")}
}

// Fields lists the columns. A field.UUID takes any type with Scan and Value; the
// default is called for each row that is created without a key.
func (Account) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", ID{}).Default(NewID).SchemaType(columns).Immutable(),
		field.UUID("parent", NullID{}).Optional().SchemaType(columns),
		field.String("name"),
	}
}
