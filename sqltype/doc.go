// Package sqltype stores time-ordered IDs in database columns through database/sql.
//
// Always pass an ID in a column type. As an argument of SQL, a plain ID is an error that
// matches [id.ErrPlain]. A server does not notice every wrong column type: a bytea column
// stores the characters of a Text, and a floating-point column rounds an Int64. The Scan
// method of the type that fits the column refuses such values. On a connection of pgx on
// which package pgxtype is registered, a wrong column type is an error, in the modes in which
// pgx learns the type of a parameter.
//
// With GORM use package gormtype. GORM would take the bytes of a key for a list of numbers
// and then delete or return other rows. AutoMigrate fails on the types of this package.
//
// The type of a field names its column, and the type argument names the ID:
//
//	type Order struct {
//		ID       sqltype.Binary[uuidv7.ID]             // BINARY(16), bytea, BLOB
//		Customer sqltype.Null[sqltype.UUID[uuid.UUID]] // uuid, or NULL
//		Code     sqltype.Text[uid11.ID]                // text
//	}
//
//	order := Order{ID: sqltype.BinaryOf(uuidv7.New())}
//	fmt.Println(order.ID.V)
//
// The field V holds the ID, as that of [database/sql.Null] holds its value. The types of package
// gormtype, which cannot be structs, have a method V instead.
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
// [Null] makes a column type that can be NULL, and [List] a list of IDs. The Array method of
// a list returns an array of PostgreSQL for = ANY($1), and its Args method arguments for IN
// (…) on every server. A combination that makes no sense, such as an ID of 20 bytes in a uuid
// column, does not compile.
//
// # Checks
//
// A column type reads what it writes, in every form in which a driver returns it, and
// nothing else. It does not guess the form from a length. It checks what the database
// returns as strictly as user input. Beside an error the ID is zero, not the previous
// value.
//
// NULL is an error in a plain column type: use [Null] or a pointer.
//
// The zero ID is a key that was never set. A plain column type refuses to send it, with
// an error that matches [id.ErrZero]. [NullOf] sends it, if it is an ID of its format. Scan reads a zero from the database as it is.
//
// Value refuses what Scan would refuse.
//
// # Pages
//
// A list that is read page by page continues where the page before ended. [After] and
// [Before] are the arguments for that. [id.ParseCursor] reads the last ID from a request.
//
// # IDs
//
// An ID type is a format of this module, or a type of another library that is an array
// of 8, 16 or 20 bytes or a 64-bit integer and has MarshalText and UnmarshalText, such as
// the UUID types of the standard library (Go 1.27), google/uuid and gofrs/uuid and the ULID of
// oklog/ulid. This package does not call their Scan and Value methods. A type can have:
//
//   - IsValid() bool, which then decides what can be read and sent;
//   - UnmarshalBinary, which decides in a type without IsValid, returns the reason of a
//     refusal, and must read the raw bytes of the array;
//   - Generate() error, by which Generate sets a key.
//
// # Text and JSON
//
// Outside the database an ID has the form of its own type: MarshalText, JSON and %v of a
// UUID[wiji.ID] are the 26 characters of a Wiji, not the UUID text of the column. JSON
// null is an error in a plain type and NULL in a [Null].
package sqltype
