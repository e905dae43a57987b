// Package id holds what the formats share: their errors, and the constraints that
// the column packages put on an ID type. It imports only the standard library.
//
// Each format is a package with the same API:
//
//   - [github.com/sortid/sortid/id/uuidv7]: 128 bits, milliseconds, a UUID of RFC 9562
//   - [github.com/sortid/sortid/id/wiji]: 128 bits, microseconds, a sequence
//   - [github.com/sortid/sortid/id/ulid]: 128 bits, milliseconds, 80 random bits
//   - [github.com/sortid/sortid/id/scru160]: 160 bits, milliseconds, a counter
//   - [github.com/sortid/sortid/id/ulidflake]: 64 bits (signed), milliseconds
//   - [github.com/sortid/sortid/id/uid11]: 64 bits (unsigned), Base58, profiles
//
// # One API
//
// A format package has:
//
//   - ID, a comparable type, with the methods String, Hex, Bytes, Time, UnixMillis,
//     Compare, IsZero, IsValid and Fields; IDs of 64 bits also have Int64 and Uint64.
//   - New, which returns an ID of the package's default generator.
//   - Parse, MustParse, FromBytes and Valid, which read IDs.
//   - At, which dates an ID for a row that exists already.
//   - Min and Max, the least and the greatest valid ID; MinAt and MaxAt, those of a
//     time, for range queries.
//   - Generator, whose zero value is ready to use and whose New method follows the
//     specification. Settings that need the number of the generator take a [Node].
//   - Block, consecutive IDs reserved at once ([github.com/sortid/sortid/id/blocks.Block]), and
//     NewBlock, which draws one from the default generator. The default IDs of uid11 have no sequence, so only its
//     generators of other profiles have blocks.
//     Package [github.com/sortid/sortid/id/blocks] lends blocks to the writers of a table.
//
// # Methods for libraries
//
// A program rarely calls the other methods of an ID. They are there for:
//
//	JSON, XML, YAML, flags, keys of maps   AppendText, MarshalText, UnmarshalText, UnmarshalJSON
//	gob, msgpack, Redis                    AppendBinary, MarshalBinary, UnmarshalBinary
//	fmt, tests                             GoString, Equal
//	database/sql                           Value: an error that names the column types
//	the column types, sqlitefunc           Generate
//	AutoMigrate of GORM                    GormDataType: an error that names the column types
//	gqlgen                                 MarshalGQLContext, UnmarshalGQLContext
//	gin, echo                              UnmarshalParam
//
// # Typed IDs
//
// For[K] of a format's package is the ID of things of one kind:
//
//	type UserID = uuidv7.For[User]
//
// It has the bits and the methods of ID, and the compiler refuses it where an ID of
// another kind, or a plain one, is expected. Conversions are explicit: uuidv7.ID(user),
// UserID(x). They also lead to what typed IDs do not have themselves, such as the fields and the
// bounds of a time. NewFor and ParseFor are New and Parse for typed IDs.
//
// If K or *K has a method IDPrefix() string that does not return the empty text, the text form
// is that prefix, an underscore and the text form of the plain ID, in lower case unless its
// letters have a case: user_069q6zxr120002m45bsqqg28t5. In uuidv7 it is a TypeID:
// user_01h455vb4pex5vsknk084sn02q. The other forms have no prefix. The method gets a zero K, and
// its result is kept. It must keep the rule of TypeID: 1 to 63 characters a to z and _, with a
// letter at each end. With any other, marshalling and parsing fail with a [*SyntaxError] that
// matches [ErrConfig].
//
// The compilers of Go 1.25 to 1.27 crash if two structs have fields with the aliases of both as
// type arguments of a type with a constraint (go.dev/issue/78296): a user with its last order, and
// an order with its user. Write the type there:
//
//	type User struct {
//		ID gormtype.ID[uuidv7.For[User]] // not gormtype.ID[UserID]
//	}
//
// # Pages
//
// A list that is read page by page continues where the page before ended. [ParseCursor]
// reads that place from a request, and After and Before of packages sqltype, pgxtype and
// gormtype select the rows.
//
// # One contract
//
// In all formats:
//
//	the empty text     Parse, ParseFor, UnmarshalParam: an error; UnmarshalText, JSON "": the zero ID
//	no bytes           FromBytes: an error; UnmarshalBinary: the zero ID
//	the zero ID        means "no ID"; MarshalText: the empty text; JSON: ""; MarshalBinary: no bytes;
//	                   String, Hex: zeros, as many as an ID has characters. Package
//	                   google/uuid writes zeros everywhere and refuses ""
//	an invalid value   String, Hex: its digits; MarshalText, MarshalBinary, JSON: an error
//	NULL, JSON null    an error: use a pointer, or a Null type of package sqltype
//	a JSON number      an error: other programs round numbers above 2^53. Read an exact number as an
//	                   integer, and use FromInt64 or FromUint64. 64-bit IDs do not need the option
//	                   ",string" of a field's tag, which is an error when the document is read
//	gqlgen             as in JSON
//	%v %s %q           String
//	%x                 the bytes of String in hexadecimal, as of all types with that method: use Hex
//	%#v                the type and String: wiji.ID("…")
//	%d                 the number, or the numbers of the bytes
//	log/slog           the text
//	argument of SQL    an error that matches ErrPlain
//	Scan of a column   "unsupported Scan" of database/sql, which asks no method for a remedy: use a
//	                   type of sqltype for the field, pgxtype with pgx, gormtype with GORM
//
// # Random bits
//
// The random bits come from crypto/rand and are expanded by ChaCha8, which FIPS 140 does not
// approve. Where a module in FIPS mode has to make them, set the field Rand of a Generator to
// [crypto/rand.Reader].
//
// # Copies of a process
//
// Generators notice most forks, snapshots and restores of the process, and do not repeat
// the IDs of another copy then; [Reseed] is for resume hooks. [docs/nodes.md] has the
// details.
//
// # Clocks that go back
//
// The New of a format holds the last timestamp, then waits for the clock, for ten seconds at
// most, and then starts over. [WatchClock] tells the program of waits and restarts.
//
// # Clocks that stand still
//
// In a bubble of testing/synctest, IDs have the time of the bubble, and a generator whose IDs of
// an instant are used up sleeps until the next one. Bubbles that run in parallel keep their
// order as long as none has used them up. The generator of the process, outside of
// the bubble, is another one. A time before a format's lifetime has no IDs: bubbles begin in
// 2000, before those of package ulidflake and of package uid11.
//
// # Errors
//
// Decoders return a [*SyntaxError], generators a [*GenerateError], and both a
// [*RangeError] for a time outside a format's lifetime. Each error names the format,
// the input, the rule and the remedy, and matches a [Reason] with
// [errors.Is]. The value beside an error is the zero value.
//
// [docs/nodes.md]: https://github.com/sortid/sortid/blob/main/docs/nodes.md
package id
