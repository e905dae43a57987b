// Package id holds what the formats share: their errors, and the constraints that
// the column packages put on an ID type. It imports only the standard library.
//
// Each format is a package with the same API:
//
//   - [github.com/sortid/sortid/id/wiji]: 128 bits, microseconds, a sequence
//   - [github.com/sortid/sortid/id/ulid]: 128 bits, milliseconds, 80 random bits
//   - [github.com/sortid/sortid/id/uuidv7]: 128 bits, milliseconds, a UUID of RFC 9562
//   - [github.com/sortid/sortid/id/scru160]: 160 bits, milliseconds, a counter
//   - [github.com/sortid/sortid/id/ulidflake]: 64 bits (signed), milliseconds
//   - [github.com/sortid/sortid/id/uid11]: 64 bits (unsigned), Base58, profiles
//
// # One API
//
// A format package has:
//
//   - ID, a comparable type, with the methods String, Hex, Bytes, Time, UnixMillis,
//     Random, Compare, IsZero, IsValid, Fields, Generate and the marshalling methods
//     of package encoding; IDs of 64 bits also have Int64 and Uint64.
//   - New, which returns an ID of the package's default generator.
//   - Parse, MustParse, FromBytes, FromFields and Valid, which read IDs.
//   - At, which dates an ID for a row that exists already. The 64-bit formats have too few
//     random bits for that, and a Backfill instead, which counts within a millisecond.
//   - Min and Max, the least and the greatest valid ID; MinAt and MaxAt, those of a
//     time, for range queries.
//   - Generator, whose zero value is ready to use and whose New method follows the
//     specification. Settings that need the number of the generator take a [Node].
//   - Block, consecutive IDs reserved at once, and NewBlock, which draws one from the
//     default generator. The default IDs of uid11 have no sequence, so only its
//     generators of other profiles have blocks.
//     Package [github.com/sortid/sortid/id/blocks] lends blocks to the writers of a table.
//
// # Typed IDs
//
// For[K] of a format's package is the ID of things of one kind:
//
//	type UserID = wiji.For[User]
//
// It has the bits and the methods of ID, and the compiler refuses it where an ID of
// another kind, or a plain one, is expected. Conversions are explicit: wiji.ID(user),
// UserID(x). NewFor, ParseFor, MustParseFor, ValidFor, FromBytesFor, MinAtFor and MaxAtFor
// are the functions without For in their names, for typed IDs. If K or *K has a method
// IDPrefix() string, the text has that prefix: user_069q6zxr120002m45bsqqg28t5. In uuidv7
// it is a TypeID: user_01h455vb4pex5vsknk084sn02q.
//
// The compilers of Go 1.25 to 1.27 crash if a struct uses such an alias of itself as a type
// argument of a type with a constraint (go.dev/issue/78296). Write the type there:
//
//	type User struct {
//		ID gormtype.ID[wiji.For[User]] // not gormtype.ID[UserID]
//	}
//
// # Pages
//
// A list that is read page by page continues where the page before ended. [ParseCursor]
// reads that place from a request, and After and Before of packages sqltype, pgxtype and
// gormtype select the rows.
//
// # JSON
//
// An ID is a JSON string, which contains its text. null is an error for an ID: use a
// pointer for a value that can be null. A number is an error, too, because other programs
// round numbers above 2^53: read exact numbers as integers, and use FromInt64 or FromUint64.
// 64-bit IDs do not need the option ",string" of a field's tag, which is an error when the
// document is read.
//
// # Copies of a process
//
// Generators notice most forks, snapshots and restores of the process, and do not repeat
// the IDs of another copy then; [Reseed] is for resume hooks. docs/copies.md has the
// details.
//
// # Errors
//
// Decoders return a [*SyntaxError], generators a [*GenerateError], and both a
// [*RangeError] for a time outside a format's lifetime. Each error names the format,
// the input, the rule and the remedy, and matches a [Reason] constant with
// [errors.Is]. The value beside an error is the zero value.
package id
