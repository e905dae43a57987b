package gormtype

import (
	"context"
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// Binary is an ID in a column of raw bytes on every server: bytea on PostgreSQL,
// BINARY(n) on MySQL and MariaDB, BLOB on SQLite. The bytes are big-endian. The order
// of the column is the order of the IDs, and of signed integers that are not negative.
// It holds every uid11 on every server.
//
// A primary key of this type is generated as that of [ID] is. NULL and the zero value
// are as with [ID].
type Binary[T id.Fixed] [1]binaryCell[T]

// BinaryOf returns v for a column of raw bytes.
func BinaryOf[T id.Fixed](v T) Binary[T] { return Binary[T]{binaryCell[T]{v}} }

// Scan reads a []byte of exactly the size of the raw form. It does not keep src. Beside
// an error the ID is zero.
func (x *Binary[T]) Scan(src any) error { return scan(binary, &x[0][0], src) }

// V returns the ID.
func (x Binary[T]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, a key that was never set.
func (x Binary[T]) IsZero() bool { return x == Binary[T]{} }

// String returns what T's String returns, or the text form of a T without one.
func (x Binary[T]) String() string { return toString(x.V()) }

// AppendText appends T's text form.
func (x Binary[T]) AppendText(b []byte) ([]byte, error) { return appendText(b, x.V()) }

// MarshalText returns T's text form.
func (x Binary[T]) MarshalText() ([]byte, error) { return appendText(nil, x.V()) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *Binary[T]) UnmarshalText(data []byte) error { return unmarshalText(binary, &x[0][0], data) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. It refuses
// null: use a pointer for a value that can be null. Beside an error the ID is zero.
func (x *Binary[T]) UnmarshalJSON(data []byte) error { return unmarshalJSON(binary, &x[0][0], data) }

// Generate sets the ID to a new one from T's default generator. It asks no plugin. An
// ID type of another library has no default generator, which is an error. Beside an
// error the ID is zero.
func (x *Binary[T]) Generate() error { return generateInto(&x[0][0]) }

// Value always fails. Without it, GORM would take the type for a list of numbers. GORM
// reads the text that Value returns beside the error, and gets the argument of a
// statement from [Binary.GormValue]. Outside GORM, use package sqltype.
func (x Binary[T]) Value() (driver.Value, error) { return handOver(x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An ID
// that the column cannot hold makes the statement fail, and so does the zero ID outside
// a WHERE clause.
func (x Binary[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue(binary, x.V(), db)
}

// GormDataType returns a name that GORM does not know. Under a name that it knows, an
// integer key would be one that the server counts.
func (Binary[T]) GormDataType() string { return gormDataType }

// GormDBDataType returns the type of the column. For a dialect that this package does
// not know, and for a tag that contradicts the type, it returns an error message that
// is a syntax error on every server.
func (Binary[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columnType(describe[T](binary), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (Binary[T]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses(traitsOf[T](binary), field)
}

// QueryClauses makes GORM refuse a tag that contradicts the type, and an ID type that needs
// the plugin of [New].
func (Binary[T]) QueryClauses(field *schema.Field) []clause.Interface {
	return []clause.Interface{modify(field, traitsOf[T](binary))}
}

// UpdateClauses is [Binary.QueryClauses].
func (x Binary[T]) UpdateClauses(field *schema.Field) []clause.Interface {
	return x.QueryClauses(field)
}

// DeleteClauses is [Binary.QueryClauses].
func (x Binary[T]) DeleteClauses(field *schema.Field) []clause.Interface {
	return x.QueryClauses(field)
}

func (x Binary[T]) argument(stmt *gorm.Statement) (argument, error) {
	return argumentOf(binary, x.V(), stmt.DB)
}

func (Binary[T]) traits() *traits { return traitsOf[T](binary) }
