package column

// Kind is a kind of column of PostgreSQL that holds IDs. The zero value is not a kind.
type Kind uint8

const (
	KindUUID  Kind = iota + 1 // uuid: IDs of 16 bytes
	KindBytea                 // bytea: the raw form of any ID, big-endian
	KindText                  // text, varchar, char(n) or name: the canonical text form
	KindInt8                  // bigint: IDs that are 64-bit integers below 2^63

	// Kinds is the size of an array that a Kind indexes.
	Kinds = iota + 1
)

// String returns the name of the column's type in PostgreSQL.
func (k Kind) String() string {
	return [Kinds]string{"no column", KindUUID: "uuid", KindBytea: "bytea", KindText: "text", KindInt8: "int8"}[k]
}

// KindNamed returns the kind of the name that String returns, or 0 if there is none.
func KindNamed(name string) Kind {
	for k := Kind(1); k < Kinds; k++ {
		if k.String() == name {
			return k
		}
	}
	return 0
}

// A Holder is a column type of package sqltype. ColumnKind returns the name of a Kind, because programs
// outside of this repository cannot name Kind.
type Holder interface{ ColumnKind() string }

// A Lister is an array parameter of package sqltype. List returns its list, nil for NULL.
type Lister interface{ List() any }
