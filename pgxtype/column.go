package pgxtype

import (
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
)

// Column is a kind of column that holds IDs. The zero value is not a kind.
type Column uint8

const (
	// UUID is a column of type uuid: IDs of 16 bytes.
	UUID Column = iota + 1
	// Bytea is a column of type bytea: the raw form of any ID, big-endian.
	Bytea
	// Text is a column of type text, varchar, char(n) or name: the text form of any
	// ID, in its canonical spelling. The column needs COLLATE "C" to have the order of
	// the IDs.
	Text
	// Int8 is a column of type bigint: IDs that are 64-bit integers below 2^63.
	Int8

	columns = iota + 1 // the size of an array that a Column indexes
)

// String returns the name of the column's type in PostgreSQL.
func (c Column) String() string {
	if c < UUID || c > Int8 {
		return "pgxtype.Column(" + strconv.Itoa(int(c)) + ")"
	}
	return [...]string{UUID: "uuid", Bytea: "bytea", Text: "text", Int8: "int8"}[c]
}

// null returns the type of package sqltype that sends a value, or NULL, to such
// a column on purpose.
func (c Column) null() string {
	return [...]string{UUID: "sqltype.NullUUID", Bytea: "sqltype.NullBinary", Text: "sqltype.NullText", Int8: "sqltype.NullInt64"}[c]
}

// served lists the types of PostgreSQL that are columns of each kind, with the
// types of their arrays.
var served = []struct {
	column     Column
	oid, array uint32
}{
	{UUID, pgtype.UUIDOID, pgtype.UUIDArrayOID},
	{Bytea, pgtype.ByteaOID, pgtype.ByteaArrayOID},
	{Text, pgtype.TextOID, pgtype.TextArrayOID},
	{Text, pgtype.VarcharOID, pgtype.VarcharArrayOID},
	{Text, pgtype.BPCharOID, pgtype.BPCharArrayOID},
	{Text, pgtype.NameOID, pgtype.NameArrayOID},
	{Int8, pgtype.Int8OID, pgtype.Int8ArrayOID},
}
