// Package sqltype puts time-ordered identifiers into database columns through
// database/sql. It is not for GORM, which takes the bytes of a key apart when it
// builds a condition, and deletes or returns other rows than were meant: the
// package gormtype is for GORM, and AutoMigrate fails on the types of this one.
//
// The field's type names the column that it lives in, its argument the ID:
//
//	type Order struct {
//		ID       sqltype.Binary[wiji.ID]   // BINARY(16), bytea, BLOB
//		Customer sqltype.NullUUID[ulid.ID] // uuid, or NULL
//		Code     sqltype.Text[uid11.ID]    // text
//	}
//
//	order := Order{ID: sqltype.BinaryOf(wiji.New())}
//
// # Columns
//
//	type    PostgreSQL            MySQL, MariaDB        SQLite   IDs
//	UUID    uuid                  -                     -        16 bytes
//	Binary  bytea                 BINARY(n)             BLOB     8, 16, 20 bytes, 64 bits
//	Text    text COLLATE "C"      CHAR(n) … ascii_bin   TEXT     any with a text form
//	Int64   bigint                BIGINT                INTEGER  64 bits, below 2^63
//	Uint64  -                     BIGINT UNSIGNED       -        64 bits
//
// Each has a NULL form (NullUUID, …) and a list (UUIDs, Binaries, …) that is an
// array of PostgreSQL for = ANY($1), and whose Args method goes into IN (…) on
// the other servers. A combination that makes no sense, such as an ID of 20
// bytes in a uuid column, does not compile.
//
// # No wrong value
//
// A column type reads what it writes, in every shape that a driver hands it over,
// and nothing else: it does not guess the representation from a length. What the
// database returns is checked as strictly as what a user types, and beside an
// error the ID is the zero value, never the one that was there before.
//
// NULL is an error in a plain column type. It has its place in the NULL form and
// in a pointer.
//
// The zero ID is a key that was never set, and a plain column type refuses to
// send it, with an error that matches [id.ErrZero]. In the NULL form, with Valid
// true, it is sent on purpose, if the format holds it for an identifier. A zero
// that is read from the database is read as what it is.
//
// Nothing goes out that could not come back: Value refuses what Scan would
// refuse.
//
// # Identifiers
//
// The formats of this module fit, and so do types of other libraries that are an
// array of 8, 16 or 20 bytes, or a 64-bit integer, and have MarshalText and
// UnmarshalText, such as the UUID types of google/uuid and gofrs/uuid and the
// ULID of oklog/ulid. Scan and Value methods of their own are not used. A type
// may have:
//
//   - IsValid() bool, which then decides what may be read and sent;
//   - UnmarshalBinary, which decides in its absence, gives the reason of a
//     refusal, and must read the raw bytes as they stand in the array;
//   - Generate() error, with which Generate fills a key.
//
// # Text and JSON
//
// Outside the database an ID is what its own type makes of it: MarshalText, JSON
// and %v of a UUID[wiji.ID] show the 26 characters of a Wiji, not the UUID text
// that the column holds. JSON null is an error in a plain type, and NULL in a
// NULL form.
package sqltype
