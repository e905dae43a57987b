package gormtype

import (
	"context"
	"database/sql/driver"
	"io"
	"time"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/graphql"
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
// [Binary] for a format that reaches so far. [Column] has the methods.
type ID[T id.Fixed] = Column[T, native]

// Text is an ID in a text column, in the text form that T's MarshalText returns:
//
//   - PostgreSQL: text COLLATE "C"
//   - MySQL and MariaDB: varchar(n) CHARACTER SET ascii COLLATE ascii_bin
//   - SQLite: text
//
// n is the length of T's text. A size tag sets it for a text without a fixed length.
// The order of the column is the order of the texts. Its comparisons distinguish upper
// case from lower case. Scan reads the canonical spelling only. [Column] has the methods.
type Text[T id.Fixed] = Column[T, text]

// Binary is an ID in a column of raw bytes on every server: bytea on PostgreSQL,
// BINARY(n) on MySQL and MariaDB, BLOB on SQLite. The bytes are big-endian. The order
// of the column is the order of the IDs, and of signed integers that are not negative.
// It holds every uid11 on every server. [Column] has the methods.
type Binary[T id.Fixed] = Column[T, binary]

// Of returns v for the column that fits it best.
func Of[T id.Fixed](v T) ID[T] { return ID[T]{cell[T, native]{v}} }

// TextOf returns v for a column of text.
func TextOf[T id.Fixed](v T) Text[T] { return Text[T]{cell[T, text]{v}} }

// BinaryOf returns v for a column of raw bytes.
func BinaryOf[T id.Fixed](v T) Binary[T] { return Binary[T]{cell[T, binary]{v}} }

// Column is the type of [ID], [Text] and [Binary].
//
// A primary key of this type is generated when a row is created without one. A plain
// field is NOT NULL. Use a pointer for a column that can be NULL.
//
// The zero value is a key that was never set. It is an error but in the primary key of a row to
// be created, in a field with the tag zero, and with the plugin in a condition. For the first page
// of rows use [After] or [Before].
type Column[T id.Fixed, F form] [1]cell[T, F]

// A column type is an array of one cell, and a cell is an array of one ID. GORM
// decides by the kind of a Go type, and this is the form that it treats rightly
// everywhere: it takes a struct among query arguments for a model, and an array of
// bytes for a list of numbers. Where GORM scans a single column into an array, as
// db.Scan(&one) does, it scans into the array's element: so the cell, too, has a
// Scan method.
type cell[T id.Fixed, F form] [1]T

// The forms are arrays of different lengths, so that the compiler knows the kind of each.
type (
	native [columntype.Native]struct{}
	text   [columntype.Text]struct{}
	binary [columntype.Binary]struct{}

	form interface{ native | text | binary }
)

func kindOf[F form]() columntype.Kind {
	var f F
	return columntype.Kind(len(f))
}

// Scan is [Column.Scan].
func (c *cell[T, F]) Scan(src any) error { return columntype.Scan(kindOf[F](), &c[0], src) }

// Scan reads what the column returns: the text, the raw bytes (a []byte of exactly their
// number), or for an [ID] also UUID text (a string of 36 lower-case characters) or an
// integer. A value that T itself refuses is an error. It does not keep src. Beside an error
// the ID is zero.
func (x *Column[T, F]) Scan(src any) error { return columntype.Scan(kindOf[F](), &x[0][0], src) }

// V returns the ID. It is a method, where the types of package sqltype have a field V: GORM takes a
// struct among the arguments of a query for a model, so a Column is an array, which has no fields.
func (x Column[T, F]) V() T { return x[0][0] }

// IsZero reports whether the ID is the zero value, a key that was never set.
func (x Column[T, F]) IsZero() bool { return x == Column[T, F]{} }

// String returns what T's String returns, or the text form of a T without one.
func (x Column[T, F]) String() string { return columntype.ToString(x.V()) }

// AppendText appends T's text form.
func (x Column[T, F]) AppendText(b []byte) ([]byte, error) { return columntype.AppendText(b, x.V()) }

// MarshalText returns T's text form.
func (x Column[T, F]) MarshalText() ([]byte, error) { return columntype.AppendText([]byte{}, x.V()) }

// UnmarshalText reads what MarshalText writes. Beside an error the ID is zero.
func (x *Column[T, F]) UnmarshalText(data []byte) error {
	return columntype.UnmarshalText(kindOf[F](), &x[0][0], data)
}

// UnmarshalJSON reads a JSON string that holds what MarshalText writes. It refuses other
// values by a [encoding/json.UnmarshalTypeError], to which package json adds the name of the field
// before Go 1.27.
// Use a pointer for a value that can be null. Beside an error the ID is zero.
func (x *Column[T, F]) UnmarshalJSON(data []byte) error {
	return columntype.UnmarshalJSON(kindOf[F](), &x[0][0], data)
}

// MarshalGQLContext writes the text form as a string of GraphQL. The code of gqlgen calls it.
func (x Column[T, F]) MarshalGQLContext(_ context.Context, w io.Writer) error {
	return graphql.Marshal(w, x)
}

// UnmarshalGQLContext reads a value of GraphQL as UnmarshalJSON reads one of JSON.
func (x *Column[T, F]) UnmarshalGQLContext(_ context.Context, v any) error {
	return graphql.Unmarshal(x, v)
}

// Generate sets the ID to a new one from T's default generator. It asks no plugin. An
// ID type of another library has no default generator, which is an error. Beside an
// error the ID is zero.
func (x *Column[T, F]) Generate() error {
	x[0][0] = *new(T)
	return columntype.Generate(&x[0][0])
}

// Value always fails. Without it, GORM would take the type for a list of numbers. GORM
// reads the text that Value returns beside the error, and gets the argument of a
// statement from [Column.GormValue]. Outside GORM, use package sqltype.
func (x Column[T, F]) Value() (driver.Value, error) { return columntype.HandOver(x.V()) }

// GormValue returns the argument of a statement, which depends on the dialect. An ID
// that the column cannot hold makes the statement fail, and so does the zero ID outside
// a WHERE clause.
func (x Column[T, F]) GormValue(_ context.Context, db *gorm.DB) clause.Expr {
	return gormValue[F](x.V(), db)
}

// GormDataType returns words that GORM does not know, and that are a syntax error where it makes a
// column of them, as of a field of sql.Null. Under a name that it knows, such as "int", an integer
// key would be one that the server counts.
func (Column[T, F]) GormDataType() string {
	return `gormtype NOT "use a pointer to the column type for a column that can be NULL"`
}

// GormDBDataType returns the type of the column. For a dialect that this package does
// not know, and for a tag that contradicts the type, it returns an error message that
// is a syntax error on every server.
func (Column[T, F]) GormDBDataType(db *gorm.DB, field *schema.Field) string {
	return columntype.SQLType(columntype.Describe[T](kindOf[F]()), db, field)
}

// CreateClauses makes GORM generate the key of a row that has none.
func (Column[T, F]) CreateClauses(field *schema.Field) []clause.Interface {
	return createClauses(traitsOf[T, F](), field)
}

// QueryClauses makes GORM refuse a tag that contradicts the type, and an ID type that needs
// the plugin of [New].
func (Column[T, F]) QueryClauses(field *schema.Field) []clause.Interface {
	return []clause.Interface{modify(field, traitsOf[T, F]())}
}

// UpdateClauses is [Column.QueryClauses].
func (x Column[T, F]) UpdateClauses(field *schema.Field) []clause.Interface {
	return x.QueryClauses(field)
}

// DeleteClauses is [Column.QueryClauses].
func (x Column[T, F]) DeleteClauses(field *schema.Field) []clause.Interface {
	return x.QueryClauses(field)
}

func (x Column[T, F]) bound(b *binder) (columntype.Bound, error) { return late[T, F](x).bound(b) }

func (Column[T, F]) traits() *traits { return traitsOf[T, F]() }

// Model is [gorm.Model] with a key of type [ID], to be embedded:
//
//	type User struct {
//		gormtype.Model[wiji.ID]
//		Name string
//	}
type Model[T id.Fixed] struct {
	ID        ID[T] `gorm:"primaryKey"`
	CreatedAt time.Time
	UpdatedAt time.Time
	DeletedAt gorm.DeletedAt `gorm:"index"`
}
