package pgxtype

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/internal/column"
)

// served lists the types of PostgreSQL that are columns of each kind, with the
// types of their arrays.
var served = []struct {
	column     column.Kind
	oid, array uint32
}{
	{column.KindUUID, pgtype.UUIDOID, pgtype.UUIDArrayOID},
	{column.KindBytea, pgtype.ByteaOID, pgtype.ByteaArrayOID},
	{column.KindText, pgtype.TextOID, pgtype.TextArrayOID},
	{column.KindText, pgtype.VarcharOID, pgtype.VarcharArrayOID},
	{column.KindText, pgtype.BPCharOID, pgtype.BPCharArrayOID},
	{column.KindText, pgtype.NameOID, pgtype.NameArrayOID},
	{column.KindInt8, pgtype.Int8OID, pgtype.Int8ArrayOID},
}

// goName returns the constructor of package sqltype that sends a value to a column of a kind.
func goName(k column.Kind) string {
	return [column.Kinds]string{column.KindUUID: "UUIDOf", column.KindBytea: "BinaryOf", column.KindText: "TextOf", column.KindInt8: "Int64Of"}[k]
}
