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

// Text is an ID in a text column, in the one text form that T's MarshalText gives:
//
//   - PostgreSQL: text COLLATE "C"
//   - MySQL and MariaDB: varchar(n) CHARACTER SET ascii COLLATE ascii_bin
//   - SQLite: text
//
// where n is the length of T's text, or what a size tag says for a text of no fixed
// length. The order of the column is the order of the texts, and its comparison
// tells upper case from lower case.
//
// As a primary key it fills itself; NULL and the zero value are as with [ID].
type Text[T id.Fixed] [1]textCell[T]

// TextOf returns v for a text column.
func TextOf[T id.Fixed](v T) Text[T] { return Text[T]{textCell[T]{v}} }

// Scan reads the text form, as a string or a []byte, in its canonical spelling
// alone. Beside an error the ID is zero.
func (x *Text[T]) Scan(src any) error { return scan(text, &x[0][0], src) }

// V returns the ID.
func (x Text[T]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, which stands for a key that was
// never set.
func (x Text[T]) IsZero() bool { return x == Text[T]{} }

// String shows the ID as T shows itself, else its text form.
func (x Text[T]) String() string { return sqltype.TextOf(x.V()).String() }

// AppendText appends T's text form.
func (x Text[T]) AppendText(b []byte) ([]byte, error) { return sqltype.TextOf(x.V()).AppendText(b) }

// MarshalText returns T's text form.
func (x Text[T]) MarshalText() ([]byte, error) { return sqltype.TextOf(x.V()).MarshalText() }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *Text[T]) UnmarshalText(data []byte) error { return unmarshalText(text, &x[0][0], data) }

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. Null is an
// error: it has its place in a pointer.
func (x *Text[T]) UnmarshalJSON(data []byte) error { return unmarshalJSON(text, &x[0][0], data) }

// Generate sets the ID to a new one of T's default generator, and asks no plugin. A
// type of another library has none, which is an error. Beside an error the ID is
// zero.
func (x *Text[T]) Generate() (err error) {
	x[0][0], err = generate[T](nil)
	return err
}

// Value always fails. It exists because GORM takes a type without it for a list of
// numbers, and reads the text that it returns beside the error. GORM gets the
// argument of a statement from [Text.GormValue]; what other packages need is in
// package sqltype.
func (x Text[T]) Value() (driver.Value, error) { return handOver(text, x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An
// ID that the column could not hold, and the zero ID outside a WHERE clause, make
// the statement fail.
func (x Text[T]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue(text, x.V(), db)
}

// GormDataType returns a name of this package's own: under a name that GORM knows,
// an integer key would be one that the server counts.
func (Text[T]) GormDataType() string { return gormDataType }

// GormDBDataType returns the type of the column. Where there is none, because of a
// dialect that this package does not know or a tag that contradicts the type, it
// returns words that are a syntax error on every server, and say why.
func (Text[T]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columnType(describe[T](text), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (Text[T]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses[T](text, field)
}

// QueryClauses makes GORM refuse a plain ID in a condition.
func (Text[T]) QueryClauses(field *schema.Field) []clause.Interface {
	return conditionClauses[T](text, field)
}

// UpdateClauses makes GORM refuse a plain ID in a condition, and put one that is set
// into the column type.
func (Text[T]) UpdateClauses(field *schema.Field) []clause.Interface {
	return updateClauses[T](text, field)
}

// DeleteClauses makes GORM refuse a plain ID in a condition.
func (Text[T]) DeleteClauses(field *schema.Field) []clause.Interface {
	return conditionClauses[T](text, field)
}

func (Text[T]) describe() description { return describe[T](text) }

func (Text[T]) reads(s string) bool { return reads[T](s) }

func (Text[T]) fresh(db *gorm.DB) (any, error) {
	v, err := generate[T](db)
	return TextOf(v), err
}

func (Text[T]) adopt(v any) (any, bool) {
	switch v := v.(type) {
	case T:
		return TextOf(v), true
	case *T:
		if v != nil {
			return TextOf(*v), true
		}
	}
	return nil, false
}

func (x Text[T]) when() (time.Time, bool) { return when(x.V()) }
