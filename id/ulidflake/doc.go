// Package ulidflake implements Ulid-Flake: an identifier of 64 bits that fits a
// signed BIGINT column and sorts by the millisecond it was made in, written as 13
// characters of Crockford's Base32.
//
//	 63 62                                    20 19                  0
//	+--+----------------------------------------+---------------------+
//	|0 | milliseconds since 2024-01-01: 43      | random: 20          |   stand-alone
//	+--+----------------------------------------+---------------+-----+
//	|0 | milliseconds since 2024-01-01: 43      | random: 15    | s: 5|   scalable
//	+--+----------------------------------------+---------------+-----+
//
// Nothing in an ID tells the two layouts apart. [ID.Fields] reads the first and
// [ID.Scalable] the second; which one is right only its maker knows.
//
// # When to choose it
//
// For small systems whose keys must be short, of 8 bytes, and hard to guess from
// their neighbours: one process, or up to 32 that have different scalability
// numbers. In each of them IDs are unique, and increase; across them IDs of one
// millisecond have no order, because the random field stands before the
// scalability.
//
// # Limits
//
// The format carries times from 2024-01-01T00:00:00Z to 2302-09-27T15:10:22.207Z.
//
// A millisecond begins at a random number and goes on in random steps, so it
// holds far less than the field's width promises. On average, after the first ID:
//
//	                        stand-alone    scalable
//	steps of 1 byte              4,096         128
//	steps of 2 bytes                16         1/2
//	steps of 3 bytes              1/16           -
//
// Beyond that, [Generator.New] returns the overflow error that the specification
// asks for. [New] and [Generator.NewWait] wait for the next millisecond.
//
// Without a scalability number, IDs of two generators collide by chance: with a
// probability of one half among some 1,200 made in the same millisecond, each by
// a generator of its own.
//
// # Where the specification is silent, or contradicts itself
//
//   - The raw form is 8 bytes, big-endian, as the layout is drawn; the text speaks
//     of 16 octets. The decimal form has up to 19 digits, not 13.
//   - A text that begins with a character above 7 is an overflow error, before
//     anything is computed. Letters of either ASCII case are read; I, L, O and U
//     are refused.
//   - When the clock goes back, the last millisecond is held and the random field
//     incremented, so that IDs of a generator never decrease.
//   - A time outside the lifetime matches both id.ErrOverflow, as the
//     specification calls it, and id.ErrRange.
//   - The scalability is 0 to 31, what five bits hold.
//   - A step of zero is drawn anew, and a step that does not fit is an error which
//     leaves the generator as it was: a smaller one may still succeed.
package ulidflake
