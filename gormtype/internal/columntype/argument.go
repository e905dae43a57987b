package columntype

import (
	"bytes"
	"database/sql/driver"
	stdbinary "encoding/binary"
	"encoding/hex"
	"reflect"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// Argument is what stands for a value in a statement: SQL around a placeholder, or a literal.
type Argument struct {
	Before, After string
	Value         any
	IsLiteral     bool
}

// Equal reports whether the server reads the arguments alike. One can be a literal.
func (a Argument) Equal(b Argument) bool {
	if built, ok := b.Value.(BuiltArgument); ok {
		return a.IsBytes(built.raw())
	}
	return reflect.DeepEqual(a, b)
}

// IsBytes reports whether the server reads the argument as it reads these bytes.
func (a Argument) IsBytes(raw []byte) bool {
	digits := hex.EncodeToString(raw)
	switch {
	case a.IsLiteral:
		return a.Before == "x'"+digits+"'"
	case a.After == "::uuid":
		return len(raw) == 16 && a.Value == UUIDText(raw)
	case a.After == "::bytea":
		return a.Value == `\x`+digits
	case a.Before != "":
		return a.Value == digits
	}
	built, ok := a.Value.(BuiltArgument)
	return ok && bytes.Equal(built.raw(), raw)
}

// Refused is an argument that makes the statement fail in database/sql.
type Refused struct{ Err error }

// Value returns the error.
func (r Refused) Value() (driver.Value, error) { return "<refused>", r.Err }

// Binder makes the arguments of the IDs of a statement.
type Binder[T id.Fixed] struct {
	kind    Kind
	db      *gorm.DB
	dialect Dialect
	inlines bool
	v       T               // here, because its methods would move a variable to the heap
	texts   strings.Builder // has the texts of several arguments
}

// NewBinder returns a Binder for a kind of column.
func NewBinder[T id.Fixed](k Kind, db *gorm.DB) *Binder[T] {
	dl := DialectOf(db)
	return &Binder[T]{kind: k, db: db, dialect: dl, inlines: dl == SQLite && canInline(db)}
}

// Argument returns the argument for v, and refuses what the column could not hold or Scan
// would not read.
func (b *Binder[T]) Argument(v T) (a Argument, err error) {
	k := b.kind
	if b.dialect == Unknown {
		return a, Refuse(Describe[T](k), "GormValue", "dialect "+DialectName(b.db), ErrDialect, DialectDetail)
	}
	var zero T
	if v == zero {
		if !inCondition(b.db) {
			return a, Refuse(Describe[T](k), "GormValue", "", id.ErrZero, zeroDetail(b.db))
		}
	} else if b.v = v; column.Verify(any(&b.v), &b.v) != nil {
		return a, Relay(Describe[T](k), "GormValue", invalid(v), "")
	}
	var raw [column.MaxRaw]byte
	var text [2*column.MaxRaw + 3]byte
	switch {
	case k == Text:
		a.Value, err = textArgument(v)
	case k == Native && column.IsInteger[T]():
		a.Value, err = integerArgument[T](b.dialect, column.Bits(&v))
	case k == Native && column.RawSize[T]() == 16 && b.dialect == Postgres:
		// Without the cast, a column of another type, such as bytea, would store the text.
		column.PutUUID((*[column.UUIDSize]byte)(text[:]), [16]byte(column.AppendRaw(raw[:0], &v)))
		a.Value, a.After = b.keep(text[:column.UUIDSize]), "::uuid"
	case b.dialect == Postgres:
		a.Value, a.After = b.keep(hex.AppendEncode(append(text[:0], `\x`...), column.AppendRaw(raw[:0], &v))), "::bytea"
	case b.dialect == MySQL:
		a.Value, a.Before, a.After = b.keep(hex.AppendEncode(text[:0], column.AppendRaw(raw[:0], &v))), "UNHEX(", ")"
	case b.inlines:
		literal := hex.AppendEncode(append(text[:0], "x'"...), column.AppendRaw(raw[:0], &v))
		a.Before, a.IsLiteral = b.keep(append(literal, '\'')), true
	default:
		arg := bytesArgument[T](Raw(v))
		a.Value = &arg
	}
	return a, err
}

// keep returns the text as a string. One allocation serves many IDs of a list.
func (b *Binder[T]) keep(text []byte) string {
	if size := b.texts.Cap(); size-b.texts.Len() < len(text) {
		b.texts = strings.Builder{}
		b.texts.Grow(min(max(4*size, len(text)), 4096))
	}
	start := b.texts.Len()
	b.texts.Write(text)
	return b.texts.String()[start:]
}

// invalid returns the error of an ID that Scan would refuse.
func invalid[T id.Fixed](v T) error {
	_, err := sqltype.BinaryOf(v).Value()
	return err
}

func textArgument[T id.Fixed](v T) (any, error) {
	var zero T
	if v == zero {
		// It may have no text; as a condition it matches nothing, whatever it is.
		b, err := sqltype.TextOf(v).MarshalText()
		return string(b), err
	}
	s, err := sqltype.TextOf(v).Value()
	if err != nil {
		return nil, Relay(Describe[T](Text), "GormValue", err, "")
	}
	return s, nil
}

func integerArgument[T id.Fixed](dl Dialect, n uint64) (any, error) {
	switch {
	case !column.IsUnsigned[T]() || int64(n) >= 0:
		return int64(n), nil
	case dl == MySQL:
		return n, nil
	}
	return nil, Refuse(Describe[T](Native), "GormValue", "0x"+hex.EncodeToString(stdbinary.BigEndian.AppendUint64(nil, n)), id.ErrOverflow,
		"an ID of 2^63 or more would become a negative number in this server's bigint and sort before all others: use gormtype.Binary")
}

// UUIDText returns the UUID text of 16 bytes, which a uuid column reads.
func UUIDText(b []byte) string {
	var text [column.UUIDSize]byte
	column.PutUUID(&text, [16]byte(b))
	return string(text[:])
}

// hexOf returns the raw form in hexadecimal. PostgreSQL reads it behind a \x into a bytea
// column, and the function UNHEX of the other servers returns its bytes: each is right in
// GORM's log as well, which hides plain bytes. A type with a String method is not safe
// for bytea: in simple protocol, pgx before 5.9.1 stores the String of a byte slice.
func hexOf[T id.Fixed](v T) string {
	var raw [column.MaxRaw]byte
	var text [2 * column.MaxRaw]byte
	return string(hex.AppendEncode(text[:0], column.AppendRaw(raw[:0], &v)))
}

// bytesArgument is the raw form of an ID in a prepared statement of SQLite, whose log shows
// the text of the ID. The argument is a pointer, and so no list, and it has no method Value,
// whose bytes the log would show instead.
type bytesArgument[T id.Fixed] []byte

// String returns the text of the ID.
func (b *bytesArgument[T]) String() string {
	var v T
	column.SetRaw(&v, *b)
	return ToString(v)
}

func (b *bytesArgument[T]) raw() []byte { return *b }

// BuiltArgument is a bytesArgument without its type parameter.
type BuiltArgument interface{ raw() []byte }

// canInline reports whether a statement is executed once, and logged with its arguments.
func canInline(db *gorm.DB) bool {
	if db.PrepareStmt {
		return false
	}
	filter, ok := db.Logger.(gorm.ParamsFilter)
	if !ok {
		return true
	}
	_, params := filter.ParamsFilter(db.Statement.Context, "", 1)
	return len(params) > 0
}

// inCondition reports whether GORM is building the argument after the WHERE of its
// statement. The zero ID is harmless there: it matches nothing.
func inCondition(db *gorm.DB) bool {
	if db == nil || db.Statement == nil {
		return false
	}
	return HasWhere(db.Statement.SQL.String())
}

// HasWhere reports whether a statement has the word WHERE.
func HasWhere(sql string) bool {
	for word := range strings.FieldsSeq(sql) {
		if strings.EqualFold(word, "WHERE") {
			return true
		}
	}
	return false
}

func zeroDetail(db *gorm.DB) string {
	if db != nil && db.Statement != nil && db.Statement.Unscoped {
		if _, insert := db.Statement.Clauses["INSERT"]; insert {
			return "GORM generates no key in an Unscoped statement: remove Unscoped, which has no other effect on Create, add " +
				"the plugin by db.Use(gormtype.New()), or set the key"
		}
	}
	return "the key was never set, and only the primary key of a created row is generated: set the ID, " +
		"or make the field a pointer and leave it nil for NULL"
}
