package gormtype

import (
	"database/sql/driver"
	stdbinary "encoding/binary"
	"encoding/hex"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// gormValue returns what stands for v in a statement: a placeholder, and the
// argument that the driver gets.
func gormValue[T id.Fixed](k kind, v T, db *gorm.DB) clause.Expr {
	expr := clause.Expr{SQL: "?"}
	arg, err := argument(k, v, db)
	if err != nil {
		if db != nil && db.Statement != nil && db.Error == nil { // one error says it
			db.AddError(err)
		}
		// GORM drops the errors of a subquery, so that the argument must fail as well.
		arg = refused{err}
	}
	switch v := arg.(type) {
	case literal:
		return clause.Expr{SQL: string(v)}
	case hexText:
		expr.SQL, arg = "UNHEX(?)", string(v)
	}
	expr.Vars = []any{arg}
	return expr
}

// refused is an argument that makes the statement fail in database/sql.
type refused struct{ err error }

// Value returns the error.
func (r refused) Value() (driver.Value, error) { return "<refused>", r.err }

// argument returns the driver's argument for v, and refuses what the column could
// not hold or Scan would not read.
func argument[T id.Fixed](k kind, v T, db *gorm.DB) (any, error) {
	dl := dialectOf(db)
	if dl == unknown {
		return nil, refuse(describe[T](k), "GormValue", "dialect "+dialectName(db), ErrDialect, dialectDetail)
	}
	var zero T
	if v == zero {
		if !inCondition(db) {
			return nil, refuse(describe[T](k), "GormValue", "", id.ErrZero, zeroDetail(db))
		}
	} else if err := verify(v); err != nil {
		return nil, relay(describe[T](k), "GormValue", err, "")
	}
	isInteger := k == native && column.IsInteger[T]()
	switch {
	case k == text:
		return textArgument(v)
	case isInteger:
		return integerArgument[T](dl, column.Bits(&v))
	case k == native && column.RawSize[T]() == 16 && dl == postgres:
		var raw [16]byte
		return uuidText(column.AppendRaw(raw[:0], &v)), nil
	case dl == postgres:
		return `\x` + hexOf(v), nil
	case dl == sqlite && canInline(db):
		return literal("x'" + hexOf(v) + "'"), nil
	case dl == mysql || hasUnhex(db):
		return hexText(hexOf(v)), nil
	}
	arg := bytesArgument[T](bits(v))
	return &arg, nil
}

// verify reports an ID that Scan would refuse.
func verify[T id.Fixed](v T) error {
	if column.Verify(any(&v), v) == nil {
		return nil
	}
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
		return nil, relay(describe[T](text), "GormValue", err, "")
	}
	return s, nil
}

func integerArgument[T id.Fixed](dl dialect, n uint64) (any, error) {
	switch {
	case !column.IsUnsigned[T]() || int64(n) >= 0:
		return int64(n), nil
	case dl == mysql:
		return n, nil
	}
	return nil, refuse(describe[T](native), "GormValue", "0x"+hex.EncodeToString(stdbinary.BigEndian.AppendUint64(nil, n)), id.ErrOverflow,
		"an ID of 2^63 or more would become a negative number in this server's bigint and sort before all others: use gormtype.Binary")
}

// uuidText returns the UUID text of 16 bytes, which a uuid column reads.
func uuidText(b []byte) string {
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

// literal is SQL in place of an argument.
type literal string

// hexText is an argument of the function UNHEX. It is no list: behind a parenthesis, as in
// IN (?), GORM expands a list that is an argument for the second time, as those of the
// conditions of a join and of a subquery in SQL are.
type hexText string

// bytesArgument is the raw form of an ID, for an SQLite without UNHEX. GORM's log shows
// its String, and plain bytes as "<binary>". The argument is a pointer, and so no list.
type bytesArgument[T id.Fixed] []byte

// String shows the ID as T shows itself.
func (b bytesArgument[T]) String() string {
	var v T
	column.SetRaw(&v, b)
	return sqltype.TextOf(v).String()
}

// inCondition reports whether GORM is building the argument after the WHERE of its
// statement. The zero ID is harmless there: it matches nothing.
func inCondition(db *gorm.DB) bool {
	if db == nil || db.Statement == nil {
		return false
	}
	for word := range strings.FieldsSeq(db.Statement.SQL.String()) {
		if strings.EqualFold(word, "WHERE") {
			return true
		}
	}
	return false
}

func zeroDetail(db *gorm.DB) string {
	if db != nil && db.Statement != nil && db.Statement.Unscoped {
		if _, insert := db.Statement.Clauses["INSERT"]; insert {
			return "GORM generates no key in an Unscoped statement: remove Unscoped, which has no other effect on Create, use " +
				"the plugin gormtype.FillUnscoped, or set the key"
		}
	}
	return "the key was never set, and only the primary key of a created row is generated: set the ID, " +
		"or make the field a pointer and leave it nil for NULL"
}
