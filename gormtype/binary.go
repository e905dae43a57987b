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

// Binary is an ID in a column of raw bytes on every server: bytea on PostgreSQL,
// BINARY(n) on MySQL and MariaDB, BLOB on SQLite. The bytes are big-endian, and the
// order of the column is the order of the IDs; of a signed integer, that of the IDs
// which are not negative. It holds all of uid11 wherever it is.
//
// As a primary key it fills itself; NULL and the zero value are as with [ID].
type Binary[T id.Fixed] [1]binaryCell[T]

// BinaryOf returns v for a column of raw bytes.
func BinaryOf[T id.Fixed](v T) Binary[T] { return Binary[T]{binaryCell[T]{v}} }

// Scan reads a []byte of exactly the size of the raw form, of which it keeps
// nothing. Beside an error the ID is zero.
func (x *Binary[T]) Scan(src any) error { return scan(binary, &x[0][0], src) }

// V returns the ID.
func (x Binary[T]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, which stands for a key that was
// never set.
func (x Binary[T]) IsZero() bool { return x == Binary[T]{} }

// String shows the ID as T shows itself, else its text form.
func (x Binary[T]) String() string { return sqltype.TextOf(x.V()).String() }

// AppendText appends T's text form.
func (x Binary[T]) AppendText(b []byte) ([]byte, error) { return sqltype.TextOf(x.V()).AppendText(b) }

// MarshalText returns T's text form.
func (x Binary[T]) MarshalText() ([]byte, error) { return sqltype.TextOf(x.V()).MarshalText() }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *Binary[T]) UnmarshalText(data []byte) error { return unmarshalText(binary, &x[0][0], data) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an
// error: it has its place in a pointer.
func (x *Binary[T]) UnmarshalJSON(data []byte) error { return unmarshalJSON(binary, &x[0][0], data) }

// Generate sets the ID to a new one of T's default generator, and asks no plugin. A
// type of another library has none, which is an error. Beside an error the ID is
// zero.
func (x *Binary[T]) Generate() (err error) {
	x[0][0], err = generate[T](nil)
	return err
}

// Value always fails. It exists because GORM takes a type without it for a list of
// numbers, and reads the text that it returns beside the error. GORM gets the
// argument of a statement from [Binary.GormValue]; what other packages need is in
// package sqltype.
func (x Binary[T]) Value() (driver.Value, error) { return handOver(binary, x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An
// ID that the column could not hold, and the zero ID outside a WHERE clause, make
// the statement fail.
func (x Binary[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue(binary, x.V(), db)
}

// GormDataType returns a name of this package's own: under a name that GORM knows,
// an integer key would be one that the server counts.
func (Binary[T]) GormDataType() string { return gormDataType }

// GormDBDataType returns the type of the column. Where there is none, because of a
// dialect that this package does not know or a tag that contradicts the type, it
// returns words that are a syntax error on every server, and say why.
func (Binary[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columnType(describe[T](binary), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (Binary[T]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses[T](binary, field)
}

// QueryClauses makes GORM refuse a plain ID in a condition.
func (Binary[T]) QueryClauses(field *schema.Field) []clause.Interface {
	return conditionClauses[T](binary, field)
}

// UpdateClauses makes GORM refuse a plain ID in a condition, and put one that is set
// into the column type.
func (Binary[T]) UpdateClauses(field *schema.Field) []clause.Interface {
	return updateClauses[T](binary, field)
}

// DeleteClauses makes GORM refuse a plain ID in a condition.
func (Binary[T]) DeleteClauses(field *schema.Field) []clause.Interface {
	return conditionClauses[T](binary, field)
}

func (Binary[T]) describe() description { return describe[T](binary) }

func (Binary[T]) reads(s string) bool { return reads[T](s) }

func (Binary[T]) fresh(db *gorm.DB) (any, error) {
	v, err := generate[T](db)
	return BinaryOf(v), err
}

func (Binary[T]) adopt(v any) (any, bool) {
	switch v := v.(type) {
	case T:
		return BinaryOf(v), true
	case *T:
		if v != nil {
			return BinaryOf(*v), true
		}
	}
	return nil, false
}

func (x Binary[T]) when() (time.Time, bool) { return when(x.V()) }
