package gormtype

// Problem is the kind of a [Finding].
type Problem string

const (
	// UnknownDialect: the columns of this server are unknown.
	UnknownDialect Problem = "unknown dialect"
	// MissingTable: the model has no table.
	MissingTable Problem = "missing table"
	// MissingColumn: the table has no column for the field.
	MissingColumn Problem = "missing column"
	// MissingKey: no primary key or unique index is on exactly the model's primary key, so
	// that the table can have an ID twice, or refuses two IDs as one.
	MissingKey Problem = "missing key"
	// DuplicateKeys: rows have the same primary key, and nothing prevents it.
	DuplicateKeys Problem = "duplicate keys"
	// ContradictingTag: a tag of the field contradicts its type, and every statement
	// of the model is refused.
	ContradictingTag Problem = "contradicting tag"
	// PlainField: a field has the type of a plain ID, which is not a column type: statements
	// that store or read it fail.
	PlainField Problem = "plain ID"
	// WrongType: the field cannot read or write a column of this type.
	WrongType Problem = "wrong type"
	// RearrangedUUID: the column has MariaDB's uuid type, which rearranges the bytes of
	// an ID that is not a UUID of RFC 9562, and refuses some.
	RearrangedUUID Problem = "rearranging uuid type"
	// WrongLength: the column cuts IDs, pads them, or refuses them.
	WrongLength Problem = "wrong length"
	// CaseInsensitive: the comparisons of the column ignore case.
	CaseInsensitive Problem = "case-insensitive collation"
	// OtherOrder: the column does not compare bytes, so its order can differ from that
	// of the IDs.
	OtherOrder Problem = "collation with another order"
	// SignedInteger: the column is signed, and the ID is not: the server refuses IDs of
	// 2^63 and more, or stores others in their place.
	SignedInteger Problem = "signed integer"
	// GeneratedColumn: the server computes the column, and the field writes it.
	GeneratedColumn Problem = "generated column"
	// CountedColumn: the server counts the column (identity, serial, AUTO_INCREMENT): a row
	// without an ID gets a number.
	CountedColumn Problem = "counted column"
	// OtherDefault: the default makes IDs of another form than the field's.
	OtherDefault Problem = "default of another form"
	// ForeignKeyType: the column or field of a foreign key has another type than the key to
	// which it refers.
	ForeignKeyType Problem = "foreign key of another type"
	// RewritingTrigger: a trigger replaces the ID that a statement sets.
	RewritingTrigger Problem = "rewriting trigger"
	// NullableColumn: the column can be NULL, which a plain field shows as the zero ID.
	NullableColumn Problem = "nullable column"
	// SwappedValues: the column or its default has the bytes of UUIDs in the order of
	// UUID_TO_BIN(x, 1), which is not the order of the IDs.
	SwappedValues Problem = "swapped values"
	// TextValues: the column of raw bytes holds text.
	TextValues Problem = "text in binary"
	// DecimalValues: the column of text or bytes holds the decimal digits of plain 64-bit
	// IDs, as database/sql stores them.
	DecimalValues Problem = "decimal digits"
	// ZeroValues: the column holds the zero ID, a key that was never set.
	ZeroValues Problem = "zero IDs"
	// InvalidValues: the column holds values that the field cannot read.
	InvalidValues Problem = "invalid values"
)

// Finding is a problem of a column that would lose, reorder or refuse IDs.
type Finding struct {
	Table   string  // the table's name
	Column  string  // the column's name, empty if the finding is about the table
	Problem Problem // the kind of the problem
	Detail  string  // what is wrong
	Remedy  string  // what to do
}

// String returns the finding in one line.
func (f Finding) String() string {
	where := f.Table
	if f.Column != "" {
		where += "." + f.Column
	}
	return where + ": " + string(f.Problem) + ": " + f.Detail + ": " + f.Remedy
}
