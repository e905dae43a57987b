package gormtype

import (
	"context"
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// Text is an ID in a text column, in the text form that T's MarshalText returns:
//
//   - PostgreSQL: text COLLATE "C"
//   - MySQL and MariaDB: varchar(n) CHARACTER SET ascii COLLATE ascii_bin
//   - SQLite: text
//
// n is the length of T's text. A size tag sets it for a text without a fixed length.
// The order of the column is the order of the texts. Its comparisons distinguish upper
// case from lower case.
//
// A primary key of this type is generated as that of [ID] is. NULL and the zero value
// are as with [ID].
type Text[T id.Fixed] [1]textCell[T]

// TextOf returns v for a text column.
func TextOf[T id.Fixed](v T) Text[T] { return Text[T]{textCell[T]{v}} }

// Scan reads the text form, as a string or a []byte, in its canonical spelling only.
// Beside an error the ID is zero.
func (x *Text[T]) Scan(src any) error { return scan(text, &x[0][0], src) }

// V returns the ID.
func (x Text[T]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, a key that was never set.
func (x Text[T]) IsZero() bool { return x == Text[T]{} }

// String returns what T's String returns, or the text form of a T without one.
func (x Text[T]) String() string { return toString(x.V()) }

// AppendText appends T's text form.
func (x Text[T]) AppendText(b []byte) ([]byte, error) { return appendText(b, x.V()) }

// MarshalText returns T's text form.
func (x Text[T]) MarshalText() ([]byte, error) { return appendText(nil, x.V()) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *Text[T]) UnmarshalText(data []byte) error { return unmarshalText(text, &x[0][0], data) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. It refuses
// null: use a pointer for a value that can be null. Beside an error the ID is zero.
func (x *Text[T]) UnmarshalJSON(data []byte) error { return unmarshalJSON(text, &x[0][0], data) }

// Generate sets the ID to a new one from T's default generator. It asks no plugin. An
// ID type of another library has no default generator, which is an error. Beside an
// error the ID is zero.
func (x *Text[T]) Generate() error { return generateInto(&x[0][0]) }

// Value always fails. Without it, GORM would take the type for a list of numbers. GORM
// reads the text that Value returns beside the error, and gets the argument of a
// statement from [Text.GormValue]. Outside GORM, use package sqltype.
func (x Text[T]) Value() (driver.Value, error) { return handOver(x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An ID
// that the column cannot hold makes the statement fail, and so does the zero ID outside
// a WHERE clause.
func (x Text[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue(text, x.V(), db)
}

// GormDataType returns a name that GORM does not know. Under a name that it knows, an
// integer key would be one that the server counts.
func (Text[T]) GormDataType() string { return gormDataType }

// GormDBDataType returns the type of the column. For a dialect that this package does
// not know, and for a tag that contradicts the type, it returns an error message that
// is a syntax error on every server.
func (Text[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columnType(describe[T](text), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (Text[T]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses(traitsOf[T](text), field)
}

// QueryClauses makes GORM refuse a tag that contradicts the type, and an ID type that needs
// the plugin of [New].
func (Text[T]) QueryClauses(field *schema.Field) []clause.Interface {
	return []clause.Interface{modify(field, traitsOf[T](text))}
}

// UpdateClauses is [Text.QueryClauses].
func (x Text[T]) UpdateClauses(field *schema.Field) []clause.Interface { return x.QueryClauses(field) }

// DeleteClauses is [Text.QueryClauses].
func (x Text[T]) DeleteClauses(field *schema.Field) []clause.Interface { return x.QueryClauses(field) }

func (x Text[T]) argument(stmt *gorm.Statement) (argument, error) {
	return argumentOf(text, x.V(), stmt.DB)
}

func (Text[T]) traits() *traits { return traitsOf[T](text) }
