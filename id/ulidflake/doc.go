// Package ulidflake implements Ulid-Flake: IDs of 64 bits that fit a signed BIGINT
// column, begin with the time in milliseconds, and have texts of 13 characters of
// Crockford's Base32.
// The specification is https://github.com/ulid-flake/spec (licence in the repository).
//
//	 63 62                                    20 19                  0
//	+--+----------------------------------------+---------------------+
//	|0 | milliseconds since 2024-01-01: 43      | random: 20          |   stand-alone
//	+--+----------------------------------------+---------------+-----+
//	|0 | milliseconds since 2024-01-01: 43      | random: 15    | s: 5|   scalable
//	+--+----------------------------------------+---------------+-----+
//
// An ID does not show its layout: the application must know whether to read it with
// [ID.Fields] or [ID.Scalable].
//
// Choose it for small systems whose keys must be short, 8 bytes: one process, or up to 32
// with different scalability numbers. It is no secret: after one ID, the next one of the
// millisecond is one of 255.
// Within each process IDs are unique and increase. Across processes, IDs of one
// millisecond have no order, because the random field precedes the scalability. The
// timestamp ends on 2302-09-27T15:10:22.207Z.
//
// # Generating
//
// A millisecond begins at a random number and continues in random steps, so it has
// room for far fewer IDs than the field's width suggests. On average, after the first
// ID:
//
//	                        stand-alone    scalable
//	steps of 1 byte              4,096         128
//	steps of 2 bytes                16         1/2
//	steps of 3 bytes              1/16           -
//
// Beyond that, [Generator.New] returns the overflow error that the specification asks
// for. [New], [NewBlock] and [Generator.NewWait] wait for the next millisecond.
//
// Without a scalability number, IDs of two generators collide by chance: with a
// probability of one half among 1,200 IDs of the same millisecond, each by another
// generator.
//
// At a time before 2024, [New] panics and generators return an error. Such are the clocks of
// the Go playground, which begins in 2009, and of a bubble of testing/synctest, which begins
// in 2000: set [Generator.Clock], or sleep until 2024 in a bubble.
//
// # Use
//
//	x := ulidflake.New()
//	y, err := ulidflake.Parse(x.String())
//
// The zero ID means "no ID": String writes zeros, and MarshalText and JSON "", where google/uuid
// writes zeros. Package id says which libraries call the methods that a program does not call.
//
// # Forms
//
// An ID has four forms, which have the same order: the integer ([ID.Int64]), 8 bytes
// ([ID.Bytes]), 13 characters of Crockford's Base32 ([ID.String]) and 16 hexadecimal
// digits ([ID.Hex]). [Parse] reads the Base32 text, [ParseInt64] the integer in
// decimal.
//
// # Decisions
//
//   - The binary form is 8 bytes, big-endian, as the specification draws the layout;
//     its text mentions 16 octets. The decimal form has up to 19 digits, not 13.
//   - A text whose first character is above 7 is an overflow error. Letters of either
//     ASCII case are read; I, L, O and U are refused.
//   - If the clock goes back, generators hold the last millisecond and increment the
//     random field, so that the IDs of a generator never decrease.
//   - A time outside the lifetime matches both id.ErrOverflow, the specification's
//     word, and id.ErrRange.
//   - The scalability is 0 to 31, the values of five bits.
//   - Generators draw a step of zero again. A step that does not fit is an error that
//     leaves the generator unchanged: a smaller one can still succeed.
//
// The errata in testdata/ulidflake.json are all findings, each with its resolution.
package ulidflake
