// Package pgxtype makes pgx read and write the IDs of this module without a wrapper: a
// uuidv7.ID goes into a uuid, bytea or text column and comes out of it. No plain ID is stored in
// a form that cannot be read back: an argument is right, or it is an error. With
// pgx.QueryExecModeExec and pgx.QueryExecModeSimpleProtocol, pgx does not learn the type of a
// parameter, and a plain ID is an error that names the remedy: use
// pgx.QueryExecModeCacheDescribe, which works through PgBouncer, or pass a column type of
// package sqltype, such as sqltype.UUIDOf(id). There, nothing checks that the column is of the
// kind that the column type names: a bytea column stores the characters of a sqltype.UUID, and
// of a Go string, unless a constraint such as CHECK (octet_length(id) = 16) refuses them.
//
// One line registers all formats on each connection of a pool:
//
//	config.AfterConnect = pgxtype.AfterConnect()
//
// [Register] does so on a single connection.
//
// # Columns
//
//	IDs                             uuid  bytea  text  bigint
//	Wiji, ULID, UUIDv7, 16 bytes    yes   yes    yes   -
//	SCRU160, 20 bytes               -     yes    yes   -
//	Ulid-Flake, uid11, 64 bits      -     yes    yes   below 2^63
//
// Text means text, varchar, char(n) or name. IDs work in the binary and the text
// format, as arguments and in rows, in arrays of these types ([]uuidv7.ID for
// = ANY($1), and [][]uuidv7.ID), with COPY, in batches, with pgx.RowTo and
// pgx.RowToStructByName. The order of the column is the order of the IDs; a text column
// needs COLLATE "C" for that.
//
// In every other column an ID is an error that names the column to use. Without this
// package, an ID is an error that matches [id.ErrPlain].
//
// A column type of package sqltype goes into a column of its own kind. In another one it is
// an error.
//
// A pgtype.Range or pgtype.Multirange of 64-bit IDs is an int8range or int8multirange. A
// range type of 16-byte IDs is made with CREATE TYPE and needs conn.LoadType.
//
// In json and jsonb an ID is what package encoding/json makes of it.
//
// # Checks
//
// pgxtype checks what the database returns as strictly as user input: a wrong length,
// version, character or spelling is an error. Beside an error the ID is zero, not the
// previous value. An ID that would be refused when it is read is not written.
//
// Use a pointer for a column that can be NULL: a nil *uuidv7.ID is NULL in both
// directions. To scan NULL into a plain ID is an error.
//
// The zero ID is a key that was never set. As an argument, also through a pointer and
// in a list, it is an error that matches [id.ErrZero]. To send the zero ID of a format
// in which it is an ID, use NullOf of package sqltype, such as
// sqltype.NullOf(sqltype.UUIDOf(x)). Scanning reads it as it is.
//
// Errors have the type [sqltype.ColumnError] and are wrapped by pgx. Only the text of
// the error survives a COPY that fails, because the server reports it.
//
// # Pages
//
// A list that is read page by page continues where the page before ended: WHERE id > $1
// ORDER BY id LIMIT 50, or, with the newest row first, WHERE id < $1 ORDER BY id DESC LIMIT
// 50. The argument is [After] or [Before] with the last key of that page, or with the zero ID
// for the first page. [id.ParseCursor] reads that ID from a request.
//
// # Domains
//
// pgx does not know a domain until it is loaded, and a plain ID is then an error: call
// conn.LoadType, and RegisterType of the map, after [Register].
//
// # Typed IDs
//
// A typed ID, such as uuidv7.For[User], needs no registration: it goes into the columns of its
// plain ID. In a text column it has the prefix of its kind.
//
// # Several writers
//
// [UseBlocks] gives each connection of a pool its own block of IDs, so that the leaf pages
// of an index become full although several connections insert.
//
// # Other types
//
// [WithType] registers an ID type of another library, such as uuid.UUID of
// google/uuid. pgx treats all Go types that were not registered as before.
//
// The adapters for pgx of other libraries, such as that of google/uuid, can register
// before or after this package: in uuid and bytea columns the IDs of both work in either
// order. If another library replaces the codec of text or bigint after [Register], the
// error of an ID says so.
//
// # database/sql
//
// Through pgx's package stdlib, plain IDs work as arguments. Use the types of package
// sqltype to scan rows: database/sql receives a uuid as text.
//
// # Versions of pgx
//
// This package requires pgx 5.9.2, the lowest version without known vulnerabilities.
//
// # Cost
//
// To encode an ID that is already in an interface, and to scan one, does not allocate
// and takes about the time of pgtype.UUID (BenchmarkEncodeScan).
package pgxtype
