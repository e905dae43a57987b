// Package finding names what can be wrong with a key, once for the doctor and for GORM's
// check. A name is part of the interface: programs and files of accepted findings use it.
package finding

import (
	"fmt"
	"slices"
	"strings"
)

// Severity is how bad a finding is.
type Severity int

// The severities.
const (
	// Info costs some space or time.
	Info Severity = iota + 1
	// Warning costs much space or time, or is a mistake that is not seen yet.
	Warning
	// Error loses, reorders or confuses keys.
	Error
)

var severities = []string{Info: "info", Warning: "warning", Error: "error"}

// String returns the name.
func (s Severity) String() string { return severities[s] }

// MarshalText writes the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name.
func (s *Severity) UnmarshalText(text []byte) error {
	i := slices.Index(severities, string(text))
	if i < int(Info) {
		return fmt.Errorf("%q is not a severity: write one of %s", text, strings.Join(severities[Info:], ", "))
	}
	*s = Severity(i)
	return nil
}

// Name names a sort of finding.
type Name string

// The findings of columns.
const (
	RandomKey     Name = "random-key"
	UnorderedTime Name = "unordered-time"
	MixedKinds    Name = "mixed-kinds"
	TextKey       Name = "text-key"
	TextInBytes   Name = "text-in-bytes"
	WideColumn    Name = "wide-column"
	BytesKey      Name = "bytea-key"
	NumericKey    Name = "numeric-key"
	CaselessText  Name = "caseless-text"
	LanguageOrder Name = "language-order"
	MixedCase     Name = "mixed-case"
	SwappedUUID   Name = "swapped-uuid"
	MariaDBUUID   Name = "mariadb-uuid"
	OtherValues   Name = "other-values"
	ZeroIDs       Name = "zero-ids"
	NarrowCounter Name = "narrow-counter"
	Affinity      Name = "affinity"
)

// The findings of tables and their keys.
const (
	NoPrimaryKey   Name = "no-primary-key"
	ForeignKeyType Name = "foreign-key-type"
	JoinedForms    Name = "joined-forms"
	PrefixIndex    Name = "prefix-index"
	TwoTrees       Name = "two-trees"
)

// The findings of a model and its table.
const (
	MissingTable     Name = "missing-table"
	MissingColumn    Name = "missing-column"
	MissingKey       Name = "missing-key"
	DuplicateKeys    Name = "duplicate-keys"
	ContradictingTag Name = "contradicting-tag"
	PlainField       Name = "plain-field"
	WrongType        Name = "wrong-type"
	WrongLength      Name = "wrong-length"
	SignedColumn     Name = "signed-column"
	GeneratedColumn  Name = "generated-column"
	CountedColumn    Name = "counted-column"
	OtherDefault     Name = "other-default"
	RewritingTrigger Name = "rewriting-trigger"
	NullableColumn   Name = "nullable-column"
	DecimalDigits    Name = "decimal-digits"
)

// list has each name with its severity and what it means.
var list = []struct {
	name     Name
	severity Severity
	means    string
}{
	{RandomKey, Warning, "the primary key is random, so that each insert goes to another leaf page"},
	{UnorderedTime, Warning, "the primary key begins with the low bits of a time (UUIDv1)"},
	{MixedKinds, Info, "the column holds two kinds of IDs"},
	{TextKey, Warning, "a text holds what bytes, uuid or an integer hold in half the space"},
	{TextInBytes, Warning, "a column of bytes holds the characters of a text"},
	{WideColumn, Info, "the column pads each ID"},
	{BytesKey, Info, "bytea stores a length with each ID, and uuid does not"},
	{NumericKey, Warning, "decimal or floating point numbers hold integers"},
	{CaselessText, Error, "a collation ignores case, so that two IDs are one key"},
	{LanguageOrder, Warning, "a collation sorts by language and not by the bytes of the IDs"},
	{MixedCase, Error, "some IDs are in lower case and some in upper case"},
	{SwappedUUID, Error, "UUID_TO_BIN(x, 1) destroyed the order of IDs that are no UUIDv1"},
	{MariaDBUUID, Error, "MariaDB's type UUID sorts some IDs in another order and refuses others"},
	{OtherValues, Warning, "some values are not IDs of the column's kind"},
	{ZeroIDs, Error, "some rows have the zero ID"},
	{NarrowCounter, Error, "a counter nears the end of its type"},
	{Affinity, Error, "SQLite turns texts of digits in this column into numbers"},
	{NoPrimaryKey, Warning, "the table has no primary key"},
	{ForeignKeyType, Error, "a foreign key has another type or collation than its key"},
	{JoinedForms, Error, "a column holds keys of another table in another form or type, and no foreign key says so"},
	{PrefixIndex, Warning, "an index has a part of each ID"},
	{TwoTrees, Info, "each row of a SQLite table is in two trees"},
	{MissingTable, Error, "a model has no table"},
	{MissingColumn, Error, "a field has no column"},
	{MissingKey, Error, "no unique index is on exactly the primary key of the model"},
	{DuplicateKeys, Error, "rows have the same primary key"},
	{ContradictingTag, Error, "a tag of a field contradicts its type, so that its statements fail"},
	{PlainField, Error, "a field has the type of a plain ID, which is no column type"},
	{WrongType, Error, "a field cannot read or write its column"},
	{WrongLength, Error, "a column cuts IDs, pads them or refuses them"},
	{SignedColumn, Error, "a signed column refuses unsigned IDs of 2^63 and more"},
	{GeneratedColumn, Error, "the server computes a column that a field writes"},
	{CountedColumn, Warning, "the server counts a column of IDs: a row without an ID gets a number"},
	{OtherDefault, Error, "a default makes IDs of another form than those of the field"},
	{RewritingTrigger, Error, "a trigger assigns a column of IDs"},
	{NullableColumn, Warning, "a column can be NULL, which a plain field shows as the zero ID"},
	{DecimalDigits, Error, "a column of text or bytes holds the decimal digits of 64-bit IDs"},
}

// Names returns all names: those of columns, of tables, and of models.
func Names() []Name {
	names := make([]Name, len(list))
	for i, f := range list {
		names[i] = f.name
	}
	return names
}

// Severity returns how bad the finding is. It panics if there is no such name.
func (n Name) Severity() Severity { return list[n.index()].severity }

// Means returns what the finding is, in a clause. It panics if there is no such name.
func (n Name) Means() string { return list[n.index()].means }

func (n Name) index() int { return slices.Index(Names(), n) }
