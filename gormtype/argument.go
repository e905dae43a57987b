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

// argument is what stands for a value in a statement: SQL around a placeholder, or a literal.
type argument struct {
	before, after string
	value         any
	literal       bool
}

// bound is a value of a column type on its way to the plugin.
type bound struct {
	argument
	traits *traits
}

// Value always fails: the plugin binds the argument.
func (*bound) Value() (driver.Value, error) { return nil, errValue }

// gormValue returns what stands for v in a statement.
func gormValue[T id.Fixed](k kind, v T, db *gorm.DB) clause.Expr {
	a, err := argumentOf(k, v, db)
	if err != nil {
		if db != nil && db.Statement != nil && db.Error == nil { // one error says it
			_ = db.AddError(err)
		}
		// GORM drops the errors of a subquery, so that the argument must fail as well.
		a = argument{value: refused{err}}
	}
	switch {
	case err == nil && pluginOf(db) != nil && !creates(db):
		return clause.Expr{SQL: "?", Vars: []any{&bound{a, traitsOf[T](k)}}}
	case a.literal:
		return clause.Expr{SQL: a.before}
	}
	return clause.Expr{SQL: a.before + "?" + a.after, Vars: []any{a.value}}
}

// creates reports whether the statement is an INSERT of GORM, whose values are of the columns.
func creates(db *gorm.DB) bool {
	if db.Statement == nil {
		return false
	}
	_, ok := db.Statement.Clauses["VALUES"]
	return ok
}

// refused is an argument that makes the statement fail in database/sql.
type refused struct{ err error }

// Value returns the error.
func (r refused) Value() (driver.Value, error) { return "<refused>", r.err }

// argumentOf returns the argument for v, and refuses what the column could not hold or Scan
// would not read.
func argumentOf[T id.Fixed](k kind, v T, db *gorm.DB) (a argument, err error) {
	dl := dialectOf(db)
	if dl == unknown {
		return a, refuse(describe[T](k), "GormValue", "dialect "+dialectName(db), ErrDialect, dialectDetail)
	}
	var zero T
	if v == zero {
		if !inCondition(db) {
			return a, refuse(describe[T](k), "GormValue", "", id.ErrZero, zeroDetail(db))
		}
	} else if err := verify(v); err != nil {
		return a, relay(describe[T](k), "GormValue", err, "")
	}
	isInteger := k == native && column.IsInteger[T]()
	switch {
	case k == text:
		a.value, err = textArgument(v)
	case isInteger:
		a.value, err = integerArgument[T](dl, column.Bits(&v))
	case k == native && column.RawSize[T]() == 16 && dl == postgres:
		var raw [16]byte
		// Without the cast, a column of another type, such as bytea, would store the text.
		a.value, a.after = uuidText(column.AppendRaw(raw[:0], &v)), "::uuid"
	case dl == postgres:
		a.value, a.after = `\x`+hexOf(v), "::bytea"
	case dl == mysql:
		a.value, a.before, a.after = hexOf(v), "UNHEX(", ")"
	case canInline(db):
		a.before, a.literal = literalOf(v), true
	default:
		arg := bytesArgument[T](bits(v))
		a.value = &arg
	}
	return a, err
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

// literalOf returns the raw form as a literal of SQL.
func literalOf[T id.Fixed](v T) string {
	var raw [column.MaxRaw]byte
	var text [2*column.MaxRaw + 3]byte
	b := append(text[:0], "x'"...)
	b = hex.AppendEncode(b, column.AppendRaw(raw[:0], &v))
	return string(append(b, '\''))
}

// bytesArgument is the raw form of an ID in a prepared statement of SQLite, whose log shows
// the text of the ID. The argument is a pointer, and so no list, and it has no method Value,
// whose bytes the log would show instead.
type bytesArgument[T id.Fixed] []byte

// String returns the text of the ID.
func (b *bytesArgument[T]) String() string {
	var v T
	column.SetRaw(&v, *b)
	return toString(v)
}

func (*bytesArgument[T]) isArgument() {}

// builtArgument is a bytesArgument without its type parameter.
type builtArgument interface{ isArgument() }

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
	return hasWhere(db.Statement.SQL.String())
}

func hasWhere(sql string) bool {
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
