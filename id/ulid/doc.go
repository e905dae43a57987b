// Package ulid implements ULID: identifiers of 128 bits that begin with the time
// in milliseconds and end with 80 random bits.
//
//	 127                                   80 79                                    0
//	+----------------------------------------+---------------------------------------+
//	| timestamp, milliseconds: 48            | random: 80                            |
//	+----------------------------------------+---------------------------------------+
//
// It is the format to choose where other programs make or read ULIDs already, or
// where an ID must not tell which process made it. Its limits: the timestamp ends
// on 10889-08-02, past the years that RFC 3339 and the JSON form of time.Time can
// write ([ID.UnixMillis] has no such limit); and the IDs of a monotonic generator
// count upwards within a millisecond, so that the next one is easily guessed.
//
// # Two ways to generate
//
// The specification has two ways, and [Generator] both. The monotonic one, which
// is the default and what [New] does, draws the random field anew for each
// millisecond and adds one to it within (section Monotonicity): each ID is greater
// than the one before. The plain one draws 80 bits for every ID, and leaves the
// order within a millisecond to chance (section Sorting): set [Generator.Plain]
// where IDs must be hard to guess.
//
// # Several writers
//
// Of several writers that insert side by side, each one does well to take its keys
// from a [Block] of its own, which makes full pages in the tree of the primary key;
// docs/concurrency.md of this module says when, and what it costs.
//
// # Forms
//
// An ID has two forms in the specification, with one order: 16 bytes ([ID.Bytes])
// and 26 characters of Crockford's Base32 ([ID.String]). The UUID form ([ID.UUID])
// and 32 hexadecimal digits ([ID.Hex]) are not in it; they are the same bytes as
// other systems like to show them, and [Parse] takes them as well. It knows the
// texts by their lengths.
//
// # Decisions
//
// The specification says nothing about a clock that goes back: the last
// millisecond is held, and the random field counts on. Where the random field
// cannot be incremented, the call fails and leaves the state as it was: all
// further calls in that millisecond fail too, and none returns a smaller ID. The
// letters I, L, O and U are refused rather than read as 1, 1, 0 and V: the
// specification leaves them out of its alphabet and has no substitutions. A text
// beyond 7ZZZZZZZZZZZZZZZZZZZZZZZZZ is refused by [Valid] too. docs/errata.md of
// this module lists every finding.
package ulid
