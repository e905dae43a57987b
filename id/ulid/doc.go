// Package ulid implements ULID: IDs of 128 bits that begin with the time in
// milliseconds and end with 80 random bits.
// The specification is https://github.com/ulid/spec (its text: GPL 3.0).
//
//	 127                                   80 79                                    0
//	+----------------------------------------+---------------------------------------+
//	| timestamp, milliseconds: 48            | random: 80                            |
//	+----------------------------------------+---------------------------------------+
//
// Choose it if other programs make or read ULIDs already, or if an ID must not show
// which process made it. The timestamp ends on 10889-08-02, later than RFC 3339 and
// the JSON form of time.Time can express; [ID.UnixMillis] has no such limit. The IDs
// of a monotonic generator count up within a millisecond, so the next one is easily
// guessed.
//
// # Two ways to generate
//
// [Generator] has both ways of the specification. The monotonic one is the default
// and the one of [New]: it draws a random field for each millisecond and adds one to
// it for each further ID, so each ID is greater than the one before (section
// Monotonicity). The plain one draws 80 bits for each ID and leaves the order within
// a millisecond to chance (section Sorting): set [Generator.Plain] if IDs must be
// hard to guess.
//
// # Use
//
//	x := ulid.New()
//	y, err := ulid.Parse(x.String())
//
// The zero ID means "no ID": String writes zeros, and MarshalText and JSON "", where google/uuid
// writes zeros. Package id says which libraries call the methods that a program does not call.
//
// # Forms
//
// An ID has two forms in the specification, which have the same order: 16 bytes
// ([ID.Bytes]) and 26 characters of Crockford's Base32 ([ID.String]). The UUID form
// ([ID.UUID]) and 32 hexadecimal digits ([ID.Hex]) show the same bytes as other
// systems do. [Parse] reads all texts.
//
// # Decisions
//
//   - The specification says nothing about a clock that goes back: generators hold
//     the last millisecond and continue to increment the random field.
//   - If the random field cannot be incremented, the call fails and leaves the state
//     unchanged. All further calls in that millisecond fail too; none returns a
//     smaller ID.
//   - Decoders refuse the letters I, L, O and U and do not read them as 1, 1, 0 and
//     V: the specification has an alphabet without them, and no substitutions.
//   - [Valid] refuses a text above 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, too.
//
// The errata in testdata/ulid.json are all findings, each with its resolution.
package ulid
