package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// judge compares a column with what its field writes, and reports whether it is of
// a type that the field can live in.
func (c *checker) judge(t target) bool {
	wanted := c.wanted(t)
	remedy := "make the column " + wanted
	switch {
	case t.live.dataType == "uuid" && c.dialect == columntype.MySQL:
		c.report(t, finding.MariaDBUUID, "MariaDB's uuid type rearranges the bytes of IDs that are not UUIDs of RFC 9562, and refuses some", remedy)
		return false
	case !c.fits(t):
		c.report(t, finding.WrongType, "the column is "+t.live.shown+", and "+t.Name()+" needs "+wanted, remedy+", or use the column type that fits it")
		return false
	}
	remedy = c.alter(t, " TYPE "+wanted, c.definition(t))
	c.judgeLength(t, remedy)
	if t.StoresText() {
		c.judgeCollation(t, remedy)
	}
	if t.StoresInteger() && !t.IsSigned {
		c.judgeSign(t, remedy)
	}
	if swaps(t.live.defaults) {
		c.report(t, finding.SwappedUUID, "the default "+t.live.defaults+" swaps the halves of the time",
			"remove the second argument of UUID_TO_BIN, and rewrite the values")
	}
	return true
}

// judgeMaker reports a column whose values the server makes.
func (c *checker) judgeMaker(t target) {
	switch t.live.maker {
	case byExpression:
		c.report(t, finding.GeneratedColumn, "the server computes the column, and refuses a statement that sets it",
			c.alter(t, " DROP EXPRESSION", c.kept(t))+`, or make the field read-only by the tag gorm:"->"`)
	case byCounter:
		drop := " DROP IDENTITY"
		if t.live.defaults != "" {
			drop = " DROP DEFAULT"
		}
		c.report(t, finding.CountedColumn, "the server counts the column: a row that another program stores without an ID gets a number that is no ID",
			c.alter(t, drop, c.kept(t)))
	}
}

// judgeDefault reports a default that makes IDs of another form than the field's.
func (c *checker) judgeDefault(t target) {
	if fault := t.DefaultFault(t.live.defaults); fault != "" {
		c.report(t, finding.OtherDefault, "the default "+t.live.defaults+" makes "+fault, c.alter(t, " DROP DEFAULT", c.kept(t))+
			", or use a default that makes the format of the field")
	}
}

// wanted returns the column type that a migration makes.
func (c *checker) wanted(t target) string {
	return t.Types(c.dialect, t.field)[0]
}

// definition returns the column as a migration makes it.
func (c *checker) definition(t target) string {
	return withNull(t, c.wanted(t))
}

// kept returns the column as it is, with or without NULL.
func (c *checker) kept(t target) string {
	kept := t.live.shown
	if c.dialect == columntype.MySQL {
		kept = t.live.described()
	}
	return withNull(t, kept)
}

// withNull returns the definition of a column of a type.
func withNull(t target, columnType string) string {
	if columntype.CanBeNil(t.field) {
		return columnType
	}
	return columnType + " NOT NULL"
}

// alter returns the statement that changes a column: on PostgreSQL by an action, on
// MySQL and MariaDB by the column's new definition, and on SQLite words, because it
// changes no column.
func (c *checker) alter(t target, action, definition string) string {
	column := c.quote(clause.Column{Name: t.field.DBName})
	alter := "ALTER TABLE " + c.quote(clause.Table{Name: t.table})
	switch c.dialect {
	case columntype.Postgres:
		return alter + " ALTER COLUMN " + column + action
	case columntype.MySQL:
		return alter + " MODIFY " + column + " " + definition
	}
	return "make a new table in which the column is " + definition + ", and copy the rows"
}

// quote returns a name as GORM quotes it.
func (c *checker) quote(name any) string { return (&gorm.Statement{DB: c.db}).Quote(name) }

// fitting matches the data types that keep each form of IDs. SQLite keeps a value as it is
// written unless the affinity of the column, which follows from its type's name, changes it.
var fitting = map[columntype.Dialect]map[columntype.Form]string{
	columntype.Postgres: {
		columntype.TextForm: "text|varchar|citext|bpchar", columntype.IntegerForm: "int8", columntype.UUIDForm: "uuid", columntype.BytesForm: "bytea",
	},
	columntype.MySQL: {
		columntype.TextForm: `char|varchar|\w*text`, columntype.IntegerForm: "bigint", columntype.BytesForm: `\w*binary|\w*blob`,
	},
	columntype.SQLite: {
		columntype.TextForm: "TEXT|BLOB", columntype.IntegerForm: "INTEGER|NUMERIC|BLOB", columntype.BytesForm: "BLOB|NUMERIC",
	},
}

// fits reports whether the column is of a type that keeps what the field writes,
// apart from length, sign and collation.
func (c *checker) fits(t target) bool {
	wanted, dataType := fitting[c.dialect][t.Form(c.dialect)], t.live.dataType
	if c.dialect == columntype.SQLite {
		dataType = columntype.Affinity(dataType)
	}
	return regexp.MustCompile("^(" + wanted + ")$").MatchString(dataType)
}

func (c *checker) judgeLength(t target, remedy string) {
	length, size := t.live.length, t.length()
	fixed := t.live.dataType == "binary" || t.live.dataType == "bpchar"
	switch {
	case length == 0 || t.StoresInteger() || length == size || !fixed && length > size:
	case c.dialect == columntype.SQLite: // which ignores lengths
	case length < size:
		c.report(t, finding.WrongLength, fmt.Sprintf("the column is %s, and the ID needs %d: the server refuses or cuts it", t.live.shown, size), remedy)
	default:
		c.report(t, finding.WrongLength, fmt.Sprintf("the column is %s, and the ID has a length of %d: the server pads it", t.live.shown, size), remedy)
	}
}

func (c *checker) judgeCollation(t target, remedy string) {
	switch {
	case t.live.order == caseless && t.IsCased():
		c.report(t, finding.CaselessText, "the collation "+t.live.collation+" ignores case: two IDs of a "+
			"case-sensitive format become one", remedy)
	case t.live.order == otherOrder:
		c.report(t, finding.LanguageOrder, "the collation "+t.live.collation+" does not compare bytes: its order can differ from that of the IDs", remedy)
	}
}

func (c *checker) judgeSign(t target, remedy string) {
	switch {
	case c.dialect == columntype.MySQL && t.live.unsigned:
	case c.dialect == columntype.MySQL:
		c.report(t, finding.SignedColumn, "the column is "+t.live.shown+", which is signed: an ID of 2^63 or more is refused, or with strict "+
			"mode off becomes 2^63-1", remedy)
	default:
		c.report(t, finding.SignedColumn, "this server's integers are signed, and an ID of 2^63 or more is refused: of uid11, an xid from the "+
			"year 2081 on, and half of all random ones", "use gormtype.Binary, unless the IDs stay below")
	}
}

// swaps reports whether an expression calls UUID_TO_BIN with a second argument that
// is true.
func swaps(expression string) bool {
	s := strings.ToLower(strings.Join(strings.Fields(expression), ""))
	i := strings.Index(s, "uuid_to_bin(")
	return i >= 0 && (strings.Contains(s[i:], ",1)") || strings.Contains(s[i:], ",true)"))
}
