package gormtype

import (
	"context"
	"database/sql/driver"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
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
// The order of each is the order of the IDs. An unsigned ID of 2^63 or more, which
// PostgreSQL and SQLite would have to make a negative number, is refused there: a
// format that reaches so far lives in [Binary].
//
// As a primary key it fills itself when a row is created without one. A field of
// this type is NOT NULL, one that can be NULL is a pointer: *ID[T].
//
// The zero value is a key that was never set. It is filled where it is the key of a
// row to be created, and refused elsewhere; in a condition it matches nothing.
type ID[T id.Fixed] [1]idCell[T]

// Of returns v for a column of its own kind.
func Of[T id.Fixed](v T) ID[T] { return ID[T]{idCell[T]{v}} }

// Scan reads what the column of each server gives: UUID text (a string of 36
// lower-case characters), the raw bytes (a []byte of their exact number) or an
// integer. What T itself would refuse is an error. Beside an error the ID is zero.
func (x *ID[T]) Scan(src any) error { return scan(native, &x[0][0], src) }

// V returns the ID.
func (x ID[T]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, which stands for a key that was
// never set.
func (x ID[T]) IsZero() bool { return x == ID[T]{} }

// String shows the ID as T shows itself, else its text form.
func (x ID[T]) String() string { return sqltype.TextOf(x.V()).String() }

// AppendText appends T's text form.
func (x ID[T]) AppendText(b []byte) ([]byte, error) { return sqltype.TextOf(x.V()).AppendText(b) }

// MarshalText returns T's text form.
func (x ID[T]) MarshalText() ([]byte, error) { return sqltype.TextOf(x.V()).MarshalText() }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *ID[T]) UnmarshalText(data []byte) error { return unmarshalText(native, &x[0][0], data) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an
// error: it has its place in a pointer.
func (x *ID[T]) UnmarshalJSON(data []byte) error { return unmarshalJSON(native, &x[0][0], data) }

// Generate sets the ID to a new one of T's default generator, and asks no plugin. A
// type of another library has none, which is an error. Beside an error the ID is
// zero.
func (x *ID[T]) Generate() (err error) {
	x[0][0], err = generate[T](nil)
	return err
}

// Value always fails. It exists because GORM takes a type without it for a list of
// numbers, and reads the text that it returns beside the error. GORM gets the
// argument of a statement from [ID.GormValue]; what other packages need is in
// package sqltype.
func (x ID[T]) Value() (driver.Value, error) { return handOver(native, x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An
// ID that the column could not hold, and the zero ID outside a WHERE clause, make
// the statement fail.
func (x ID[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue(native, x.V(), db)
}

// GormDataType returns a name of this package's own: under a name that GORM knows,
// an integer key would be one that the server counts.
func (ID[T]) GormDataType() string { return gormDataType }

// GormDBDataType returns the type of the column. Where there is none, because of a
// dialect that this package does not know or a tag that contradicts the type, it
// returns words that are a syntax error on every server, and say why.
func (ID[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columnType(describe[T](native), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (ID[T]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses[T](native, field)
}

// QueryClauses makes GORM refuse a plain ID in a condition.
func (ID[T]) QueryClauses(field *schema.Field) []clause.Interface {
	return conditionClauses[T](native, field)
}

// UpdateClauses makes GORM refuse a plain ID in a condition, and put one that is set
// into the column type.
func (ID[T]) UpdateClauses(field *schema.Field) []clause.Interface {
	return updateClauses[T](native, field)
}

// DeleteClauses makes GORM refuse a plain ID in a condition.
func (ID[T]) DeleteClauses(field *schema.Field) []clause.Interface {
	return conditionClauses[T](native, field)
}

func (ID[T]) describe() description { return describe[T](native) }

func (ID[T]) reads(s string) bool { return reads[T](s) }

func (ID[T]) fresh(db *gorm.DB) (any, error) {
	v, err := generate[T](db)
	return Of(v), err
}

func (ID[T]) adopt(v any) (any, bool) {
	switch v := v.(type) {
	case T:
		return Of(v), true
	case *T:
		if v != nil {
			return Of(*v), true
		}
	}
	return nil, false
}

func (x ID[T]) when() (time.Time, bool) { return when(x.V()) }
