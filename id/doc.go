// Package id holds what the identifier formats of this module have in common:
// the errors that they return and the constraints that the column packages put
// on an identifier type. It imports the standard library alone.
//
// The formats themselves are packages of their own, all of one shape:
//
//   - [github.com/sortid/sortid/id/wiji]: 128 bits, microseconds, a sequence
//   - [github.com/sortid/sortid/id/ulid]: 128 bits, milliseconds, 80 random bits
//   - [github.com/sortid/sortid/id/scru160]: 160 bits, milliseconds, a counter
//   - [github.com/sortid/sortid/id/ulidflake]: 64 bits (signed), milliseconds
//   - [github.com/sortid/sortid/id/uid11]: 64 bits (unsigned), Base58, profiles
//
// # One shape
//
// Each format package has a comparable type ID; New, which makes one with the
// package's default generator; Parse, MustParse, FromBytes and Valid; MinAt and
// MaxAt, which turn a time into the bounds of a key range; Generator, whose zero
// value is ready for use and whose New method follows the specification to the
// letter; and on ID the methods String, Bytes, Time, Compare, IsZero, IsValid,
// Fields, Generate and the marshalling methods of package encoding.
//
// # Errors
//
// A decoder returns a [*SyntaxError], a generator a [*GenerateError], and what is
// asked for a time outside a format's lifetime a [*RangeError]. Each names the
// format, the input, the rule and the remedy, and matches one of the [Reason]
// constants under [errors.Is]. The value beside an error is the zero value.
package id
