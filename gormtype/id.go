package gormtype

import (
	"context"
	"database/sql/driver"

	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// ID is an ID in the column that fits it best on each server:
//
//	            PostgreSQL   MySQL, MariaDB     SQLite
//	16 bytes    uuid         BINARY(16)         BLOB
//	20 bytes    bytea        BINARY(20)         BLOB
//	8 bytes     bytea        BINARY(8)          BLOB
//	int64       bigint       BIGINT             INTEGER
//	uint64      bigint       BIGINT UNSIGNED    INTEGER
//
// The order of each column is the order of the IDs. PostgreSQL and SQLite would have to
// store an unsigned ID of 2^63 or more as a negative number: it is refused there. Use
// [Binary] for a format that reaches so far.
//
// A primary key of this type is generated when a row is created without one. A plain
// field is NOT NULL. Use a pointer, *ID[T], for a column that can be NULL.
//
// The zero value is a key that was never set. It is an error everywhere but in the
// primary key of a row to be created, and in a condition, which it never equals. For the
// first page of rows use [After] or [Before].
type ID[T id.Fixed] [1]idCell[T]

// Of returns v for the column that fits it best.
func Of[T id.Fixed](v T) ID[T] { return ID[T]{idCell[T]{v}} }

// Scan reads what the column returns on each server: UUID text (a string of 36
// lower-case characters), the raw bytes (a []byte of exactly their number) or an
// integer. A value that T itself refuses is an error. Beside an error the ID is zero.
func (x *ID[T]) Scan(src any) error { return scan(native, &x[0][0], src) }

// V returns the ID.
func (x ID[T]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, a key that was never set.
func (x ID[T]) IsZero() bool { return x == ID[T]{} }

// String returns what T's String returns, or the text form of a T without one.
func (x ID[T]) String() string { return toString(x.V()) }

// AppendText appends T's text form.
func (x ID[T]) AppendText(b []byte) ([]byte, error) { return appendText(b, x.V()) }

// MarshalText returns T's text form.
func (x ID[T]) MarshalText() ([]byte, error) { return appendText(nil, x.V()) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *ID[T]) UnmarshalText(data []byte) error { return unmarshalText(native, &x[0][0], data) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. It refuses
// null: use a pointer for a value that can be null. Beside an error the ID is zero.
func (x *ID[T]) UnmarshalJSON(data []byte) error { return unmarshalJSON(native, &x[0][0], data) }

// Generate sets the ID to a new one from T's default generator. It asks no plugin. An
// ID type of another library has no default generator, which is an error. Beside an
// error the ID is zero.
func (x *ID[T]) Generate() error { return generateInto(&x[0][0]) }

// Value always fails. Without it, GORM would take the type for a list of numbers. GORM
// reads the text that Value returns beside the error, and gets the argument of a
// statement from [ID.GormValue]. Outside GORM, use package sqltype.
func (x ID[T]) Value() (driver.Value, error) { return handOver(x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An ID
// that the column cannot hold makes the statement fail, and so does the zero ID outside
// a WHERE clause.
func (x ID[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue(native, x.V(), db)
}

// GormDataType returns a name that GORM does not know. Under a name that it knows, an
// integer key would be one that the server counts.
func (ID[T]) GormDataType() string { return gormDataType }

// GormDBDataType returns the type of the column. For a dialect that this package does
// not know, and for a tag that contradicts the type, it returns an error message that
// is a syntax error on every server.
func (ID[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columnType(describe[T](native), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (ID[T]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses(traitsOf[T](native), field)
}

// QueryClauses makes GORM refuse a tag that contradicts the type, and an ID type that needs
// the plugin of [New].
func (ID[T]) QueryClauses(field *schema.Field) []clause.Interface {
	return []clause.Interface{modify(field, traitsOf[T](native))}
}

// UpdateClauses is [ID.QueryClauses].
func (x ID[T]) UpdateClauses(field *schema.Field) []clause.Interface { return x.QueryClauses(field) }

// DeleteClauses is [ID.QueryClauses].
func (x ID[T]) DeleteClauses(field *schema.Field) []clause.Interface { return x.QueryClauses(field) }

func (x ID[T]) argument(stmt *gorm.Statement) (argument, error) {
	return argumentOf(native, x.V(), stmt.DB)
}

func (ID[T]) traits() *traits { return traitsOf[T](native) }
