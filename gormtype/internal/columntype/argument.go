package columntype

import (
	"database/sql/driver"
	stdbinary "encoding/binary"
	"encoding/hex"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Bound is an ID as a driver gets it: a string, an int64, a uint64 or a []byte.
type Bound struct {
	Value  any
	Form   Form
	IsZero bool // the zero ID
}

// Binder makes what drivers get of the IDs of a statement. Its memory serves many of them.
type Binder struct {
	Dialect Dialect // a known one
	raws    []byte
}

// mostRaws is the greatest piece of memory for raw IDs, in bytes.
const mostRaws = 4096

// Bind returns what the driver gets of v for a kind of column. It refuses what the column could
// not hold or Scan would not read, but not the zero ID.
func Bind[T id.Fixed](b *Binder, k Kind, v *T) (bound Bound, err error) {
	var zero T
	bound.IsZero = *v == zero
	if !bound.IsZero && column.Verify(any(v), v) != nil {
		return Bound{}, Relay(Describe[T](k), "GormValue", invalid(*v), "")
	}
	switch bound.Form = formOf[T](k, b.Dialect); bound.Form {
	case TextForm:
		bound.Value, err = textArgument(*v)
		return bound, err
	case IntegerForm:
		bound.Value, err = integerArgument[T](b.Dialect, column.Bits(v))
		return bound, err
	}
	if cap(b.raws)-len(b.raws) < column.MaxRaw { // those before keep their memory
		b.raws = make([]byte, 0, min(2*cap(b.raws)+column.MaxRaw, mostRaws))
	}
	start := len(b.raws)
	b.raws = column.AppendRaw(b.raws, v)
	raw := b.raws[start:len(b.raws):len(b.raws)]
	if bound.Form == UUIDForm {
		bound.Value = UUIDText(raw)
	} else {
		bound.Value = raw
	}
	return bound, nil
}

// Argument returns what stands for v in a statement of a DB without the plugin. It refuses what Bind
// refuses, and the zero ID: whether the statement stores it or compares it, is not known.
func Argument[T id.Fixed](k Kind, db *gorm.DB, v T) (a clause.Expr, err error) {
	b := Binder{Dialect: DialectOf(db)}
	if b.Dialect == Unknown {
		return a, Refuse(Describe[T](k), "GormValue", "dialect "+DialectName(db), ErrDialect, DialectDetail)
	}
	bound, err := Bind(&b, k, &v)
	switch {
	case bound.IsZero:
		return a, ZeroError(Describe[T](k), "GormValue", db)
	case err != nil:
		return a, err
	}
	if raw, ok := bound.Value.([]byte); ok {
		if b.Dialect == Postgres {
			bound.Value = `\x` + hex.EncodeToString(raw)
		} else {
			shown := bytesArgument[T](raw)
			bound.Value = &shown
		}
	}
	return clause.Expr{SQL: "?" + bound.Form.Cast(b.Dialect), Vars: []any{bound.Value}}, nil
}

// ZeroError returns the error of a zero ID that a statement would store.
func ZeroError(d Description, op string, db *gorm.DB) error {
	return Refuse(d, op, "", id.ErrZero, zeroDetail(db))
}

// Refused is an argument that makes the statement fail in database/sql.
type Refused struct{ Err error }

// Value returns the error.
func (r Refused) Value() (driver.Value, error) { return "<refused>", r.Err }

// invalid returns the error of an ID that Scan would refuse.
func invalid[T id.Fixed](v T) error {
	_, err := sqltype.BinaryOf(v).Value()
	return err
}

func textArgument[T id.Fixed](v T) (string, error) {
	var zero T
	if v == zero {
		// It may have no text; as a condition it matches nothing, whatever it is.
		b, err := sqltype.TextOf(v).MarshalText()
		return string(b), err
	}
	s, err := sqltype.TextOf(v).Value()
	if err != nil {
		return "", Relay(Describe[T](Text), "GormValue", err, "")
	}
	text, _ := s.(string)
	return text, nil
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

// bytesArgument is the raw form of an ID, for which a log shows its text. The argument is a
// pointer, and so no list, and it has no method Value, whose bytes the log would show instead.
type bytesArgument[T id.Fixed] []byte

// String returns the text of the ID.
func (b *bytesArgument[T]) String() string {
	var v T
	column.SetRaw(&v, *b)
	return ToString(v)
}

func zeroDetail(db *gorm.DB) string {
	if db != nil && db.Statement != nil && db.Statement.Unscoped {
		if _, insert := db.Statement.Clauses["INSERT"]; insert {
			return "GORM generates no key in an Unscoped statement: remove Unscoped, which has no other effect on Create, add " +
				"the plugin by db.Use(gormtype.New()), or set the key"
		}
	}
	return "the key was never set, and only the primary key of a created row is generated: set the ID, " +
		"give the field the tag generate, make it a pointer and leave it nil for NULL, or, if the zero ID is a value, give it the tag zero and the DB the plugin"
}
