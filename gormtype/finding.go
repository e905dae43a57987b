package gormtype

// Problem is the kind of a [Finding].
type Problem string

const (
	// UnknownDialect: nothing is known of this server's columns.
	UnknownDialect Problem = "unknown dialect"
	// MissingTable: the model has no table.
	MissingTable Problem = "missing table"
	// MissingColumn: the table has no column for the field.
	MissingColumn Problem = "missing column"
	// ContradictingTag: a tag of the field contradicts its type, and every statement
	// of the model is refused.
	ContradictingTag Problem = "contradicting tag"
	// WrongType: the column is of a type that the field does not read or write.
	WrongType Problem = "wrong type"
	// RearrangedUUID: the column is of MariaDB's uuid type, which rearranges the bytes
	// of an ID that is no UUID of RFC 9562, and refuses some.
	RearrangedUUID Problem = "rearranging uuid type"
	// WrongLength: the column cuts IDs, pads them, or refuses them.
	WrongLength Problem = "wrong length"
	// CaseInsensitive: the column takes IDs for equal whose letters differ in case.
	CaseInsensitive Problem = "case-insensitive collation"
	// OtherOrder: the column does not compare bytes, so that its order need not be
	// that of the IDs.
	OtherOrder Problem = "collation with an order of its own"
	// SignedInteger: the column's integer is signed, and the ID's is not: the column
	// refuses IDs of 2^63 and more, or stores others in their place.
	SignedInteger Problem = "signed integer"
	// NullableColumn: the column takes NULL, and the field, which is no pointer, would
	// show the zero ID in its place.
	NullableColumn Problem = "nullable column"
	// SwappedValues: the column has the bytes of UUIDs in the order of
	// UUID_TO_BIN(x, 1), or makes them so by default, which is not that of the IDs.
	SwappedValues Problem = "swapped values"
	// TextValues: the column has raw bytes, and what stands there is text.
	TextValues Problem = "text in binary"
	// InvalidValues: the column has values that the field cannot read.
	InvalidValues Problem = "invalid values"
)

// Finding is a column that would lose, reorder or refuse IDs.
type Finding struct {
	Table   string  // the table's name
	Column  string  // the column's name, empty if the table is missing
	Problem Problem // the kind of the problem
	Detail  string  // what is the matter
	Remedy  string  // what to do
}

// String returns the finding in a line.
func (f Finding) String() string {
	where := f.Table
	if f.Column != "" {
		where += "." + f.Column
	}
	return where + ": " + string(f.Problem) + ": " + f.Detail + ": " + f.Remedy
}
