// Package scru160 implements SCRU160 0.1.0: IDs of 160 bits that begin with the time
// in milliseconds, count within it, and end with 80 random bits or more.
// The specification is https://github.com/scru160/spec, which names no licence.
//
//	 159                    112 111           96 95            80 79                 0
//	+--------------------------+----------------+----------------+--------------------+
//	| timestamp, millis.: 48   | counter: 16    | random16: 16   | random80: 80       |
//	+--------------------------+----------------+----------------+--------------------+
//
// Choose it if an ID must be in order, unique across machines without coordination,
// and hard to guess even from its neighbours: 96 random bits are new in each. UUIDv7 is all of
// that in 16 bytes, with 62 of them; 20 bytes do not fit a uuid column. [docs/formats.md] compares
// what has to be guessed. The timestamp ends on 10889-08-02.
//
// # Generating
//
// A generator makes more than 32,768 IDs a millisecond, each greater than the one
// before. By default its counter begins at a 15-bit random value in each millisecond.
// [Generator] has the specification's options: the alternative counter, which
// contains the microsecond; a smaller initial value; a counter that extends into
// random16; and the number of a node, also in random16. Timestamps 0 and 2^48 - 1 are
// reserved: no generator uses them, every decoder reads them ([ID.IsReserved]).
//
// # Use
//
//	x := scru160.New()
//	y, err := scru160.Parse(x.String())
//
// The zero ID means "no ID": String writes zeros, and MarshalText and JSON "", where google/uuid
// writes zeros. Package id says which libraries call the methods that a program does not call.
//
// # Forms
//
// An ID has three forms, which have the same order: 20 bytes ([ID.Bytes]), 32
// characters of base32hex ([ID.String]) and 40 hexadecimal digits ([ID.Hex]). [Parse]
// reads both texts in either case. Texts of different forms have no order among each
// other.
//
// # Decisions
//
//   - The specification says nothing about a clock that goes back: generators hold
//     the last timestamp and continue to count.
//   - Nor does it say what happens if the counter is exhausted: generators wait for
//     the clock to pass that timestamp, for a second at most. They never step back.
//   - In a block of more than 32,768 IDs, the counter begins at a smaller value, so
//     that the block fits the millisecond.
//
// The errata in testdata/scru160.json are all findings, each with its resolution.
//
// [docs/formats.md]: https://github.com/sortid/sortid/blob/main/docs/formats.md
package scru160
