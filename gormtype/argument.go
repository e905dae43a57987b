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
	arg, err := argument(k, v, db)
	if err != nil {
		if db != nil && db.Statement != nil && db.Error == nil { // one error says it
			db.AddError(err)
		}
		// GORM drops the errors of a subquery, so that the argument must fail as well.
		arg = refused{err}
	}
	return clause.Expr{SQL: "?", Vars: []any{arg}}
}

// refused is an argument that makes the statement fail in database/sql.
type refused struct{ err error }

// Value returns the error.
func (r refused) Value() (driver.Value, error) { return "<refused>", r.err }

// argument returns the driver's argument for v, and refuses what the column could
// not hold or Scan would not read.
func argument[T id.Fixed](k kind, v T, db *gorm.DB) (any, error) {
	d := describe[T](k)
	dl := dialectOf(db)
	if dl == unknown {
		return nil, refuse(d, "GormValue", "dialect "+dialectName(db), ErrDialect, dialectDetail)
	}
	rawForm := bits(v)
	var zero T
	if v == zero {
		if !inCondition(db) {
			return nil, refuse(d, "GormValue", "", id.ErrZero, zeroDetail(db))
		}
	} else if err := verify(v); err != nil {
		return nil, relay(d, "GormValue", err, "")
	}
	switch {
	case k == text:
		return textArgument(d, v)
	case k == native && d.integer:
		return integerArgument(d, dl, stdbinary.BigEndian.Uint64(rawForm))
	case k == native && d.size == 16 && dl == postgres:
		return uuidText(rawForm), nil
	case dl == postgres:
		return byteaText(rawForm), nil
	}
	arg := bytesArgument[T](rawForm)
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

func textArgument[T id.Fixed](d description, v T) (any, error) {
	var zero T
	if v == zero {
		// It may have no text; as a condition it matches nothing, whatever it is.
		b, err := sqltype.TextOf(v).MarshalText()
		return string(b), err
	}
	s, err := sqltype.TextOf(v).Value()
	if err != nil {
		return nil, relay(d, "GormValue", err, "")
	}
	return s, nil
}

func integerArgument(d description, dl dialect, n uint64) (any, error) {
	switch {
	case d.signed || int64(n) >= 0:
		return int64(n), nil
	case dl == mysql:
		return n, nil
	}
	return nil, refuse(d, "GormValue", "0x"+hex.EncodeToString(stdbinary.BigEndian.AppendUint64(nil, n)), id.ErrOverflow,
		"an ID of 2^63 or more would become a negative number in this server's bigint and sort before all others: use gormtype.Binary")
}

// uuidText returns the UUID text of 16 bytes, which a uuid column reads.
func uuidText(b []byte) string { return string(column.AppendUUID(nil, [16]byte(b))) }

// byteaText returns the hex format of bytea, which PostgreSQL reads into a bytea column
// and GORM's log shows. GORM's log hides plain bytes. A type with a String method is not
// safe here: in simple protocol, pgx before 5.9.1 stores the String of a byte slice.
func byteaText(b []byte) string { return `\x` + hex.EncodeToString(b) }

// bytesArgument is the raw form of an ID. GORM's log shows its String, and plain bytes
// as "<binary>". The argument is a pointer: behind a parenthesis, as in IN (?), GORM
// expands a list that is an argument for the second time, as those of the conditions of a
// join and of a subquery in SQL are.
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
