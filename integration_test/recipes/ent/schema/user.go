package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// User is a row of the table users, whose keys are typed, and the kind of these keys.
type User struct{ ent.Schema }

// IDPrefix is the prefix of the texts: user_069q6zxr120002m45bsqqg28t5.
func (User) IDPrefix() string { return "user" }

type (
	// UserID is the type of the keys of users.
	UserID struct{ sqltype.Binary[wiji.For[User]] }
	// NullUserID is a UserID that can be NULL.
	NullUserID struct {
		sqltype.Null[sqltype.Binary[wiji.For[User]]]
	}
)

// UserIDOf returns x as a key.
func UserIDOf(x wiji.For[User]) UserID { return UserID{sqltype.BinaryOf(x)} }

// NullUserIDOf returns x for a column that can be NULL.
func NullUserIDOf(x wiji.For[User]) NullUserID {
	return NullUserID{sqltype.NullOf(sqltype.BinaryOf(x))}
}

// NewUserID returns a new key, for the default of a field.
func NewUserID() UserID { return UserIDOf(wiji.NewFor[User]()) }

// Annotations names the table.
func (User) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("users")}
}

// Fields lists the columns, which hold what those of plain IDs hold.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", UserID{}).Default(NewUserID).SchemaType(columns).Immutable(),
		field.UUID("manager", NullUserID{}).Optional().SchemaType(columns),
		field.String("name"),
	}
}
