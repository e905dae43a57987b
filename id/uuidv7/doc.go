// Package uuidv7 implements version 7 of RFC 9562: UUIDs that begin with the time in
// milliseconds.
// The specification is RFC 9562, https://www.rfc-editor.org/rfc/rfc9562 (IETF Trust).
//
//	 127                          80 79  76 75      64 63 62 61                      0
//	+-------------------------------+------+----------+-----+-------------------------+
//	| timestamp, milliseconds: 48   | 7: 4 | rand_a:12| 2: 2| rand_b: 62              |
//	+-------------------------------+------+----------+-----+-------------------------+
//
// Choose it if others must accept the IDs as UUIDs: validators, other languages, other
// databases, generated clients. It has the version and the variant of the RFC, which
// Wiji and ULID in their UUID form do not have. Its generator is strictly monotonic, and
// the 62 random bits of each ID are drawn for that ID, so that no ID can be guessed from
// another. A UUIDv7 does not hide when it was made.
//
// # Use
//
//	x := uuidv7.New()
//	y, err := uuidv7.Parse(x.String())
//
// The zero ID means "no ID": String writes zeros, and MarshalText and JSON "", where google/uuid
// writes zeros. Package id says which libraries call the methods that a program does not call.
//
// # Forms
//
// An ID has three forms, which have the same order: 16 bytes ([ID.Bytes]), 36 characters
// with hyphens ([ID.String]) and 32 hexadecimal digits ([ID.Hex]). [Parse] reads both
// texts.
//
// # Time
//
// Generators of this package put the time within the millisecond into rand_a, in steps
// of 1/4096 ms, as Postgres 18 does. Other generators put a counter or random bits there:
// so [ID.Time] is the millisecond, and [MinAt] and [MaxAt] cover all values of rand_a and
// rand_b.
//
// # Decisions
//
//   - A generator is monotonic by section 6.2, method 3: if the step of the clock is not
//     after that of the last ID, it takes the next step. [New] is faster than a step, so in
//     a loop IDs run ahead of the clock, by at most 10 ms. Four bits of rand_b for a
//     counter would avoid that, at the same speed and for 16 times fewer random values;
//     but no database takes 4 million rows a second from one process.
//   - Every decoder checks the version and the variant, so the nil and the max UUID are
//     errors.
//   - The zero value, the nil UUID, means "no ID".
package uuidv7
