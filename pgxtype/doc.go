// Package pgxtype makes the identifiers of this module, as they are, work with
// pgx: a wiji.ID goes into a uuid, bytea or text column and comes out of it, with
// no wrapper around it. One line registers all formats on each connection of a
// pool:
//
//	config.AfterConnect = pgxtype.AfterConnect()
//
// and [Register] does so on a connection of one's own.
//
// # Columns
//
//	IDs                             uuid  bytea  text  bigint
//	Wiji, ULID, 16 bytes            yes   yes    yes   -
//	SCRU160, 20 bytes               -     yes    yes   -
//	Ulid-Flake, uid11, 64 bits      -     yes    yes   below 2^63
//
// Text stands for text, varchar, char(n) and name. All of it works in the binary
// and in the text format, for arguments and for rows, in arrays of these types
// ([]wiji.ID for = ANY($1)), with COPY, in batches, with pgx.RowTo and
// pgx.RowToStructByName, and in every QueryExecMode. The order of the column is
// the order of the IDs; a text column needs COLLATE "C" for that. Where the table
// has no yes, and in columns of other types, an ID is an error that says which
// column to use: pgx by itself would take it for the number or the bytes that it
// is made of, and round the former in a double precision column.
//
// In json and jsonb an ID is what package json makes of it.
//
// # No wrong value
//
// What the database returns is checked as strictly as what a user types: a wrong
// length, version, character or spelling is an error, and beside an error the ID
// is zero, never the one that was there before. Nothing is written that would be
// refused when it is read.
//
// NULL goes into a pointer (a *wiji.ID field, which is nil then), and comes from
// one. Scanning it into a plain ID is an error.
//
// The zero ID is a key that was never set. As an argument, through a pointer and
// in a list too, it is an error that matches [id.ErrZero]. Where a format holds
// zero for an identifier, it is read as what it is, and sent on purpose in a NULL
// form of package sqltype, such as sqltype.NullUUIDOf(x).
//
// Errors are of the type [sqltype.ColumnError], inside what pgx says. A COPY that
// fails is reported by way of the server, with the text of the error alone.
//
// # Where the server gives no type
//
// With pgx.QueryExecModeExec and pgx.QueryExecModeSimpleProtocol, as behind
// PgBouncer, pgx does not know the type of a parameter. The type of the ID
// decides then: uuid for 16 bytes, bytea for 20, bigint for 64 bits, or what
// [WithTarget] says. It has to be the type of the column: the server takes the
// text of a uuid for 36 bytes of a bytea column, and for a text, which are refused
// when they are read.
//
// The same is true of a parameter whose type is a domain, until the domain is
// loaded: call conn.LoadType, and RegisterType of the map, after [Register].
//
// # Other types
//
// [WithType] does the same for the types of other libraries, such as uuid.UUID of
// google/uuid. All Go types that were not registered keep what they had.
//
// # database/sql
//
// Through pgx's package stdlib, plain IDs work as arguments. Rows are scanned by
// the types of package sqltype: database/sql hands a uuid over as text.
//
// # Cost
//
// To encode an ID that is in an interface already, and to scan one, allocates
// nothing, and takes about the time that pgx's own pgtype.UUID takes
// (BenchmarkEncodeScan).
package pgxtype
