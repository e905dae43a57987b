// Package wiji implements Wiji 1.0.0: IDs of 128 bits that begin with the time in
// microseconds and contain a sequence number, so that each ID of a generator is
// greater than the one before.
// The specification is WIJI_SPEC.md of https://github.com/sangkan-dev/wiji (CC0 1.0).
//
//	 127                        72 71            56 55  52 51                       0
//	+-----------------------------+----------------+------+--------------------------+
//	| timestamp, microseconds: 56 | sequence: 16   | v: 4 | random: 52               |
//	+-----------------------------+----------------+------+--------------------------+
//
// Choose it for a 16-byte key in strict order at any rate, if no other program has to read
// the IDs as UUIDs. Its generator is the fastest of sortid. Each generator draws
// a random field, which keeps processes apart without coordination. A Wiji does not
// hide when or by which process it was made, and the IDs of one generator can be
// guessed from each other.
//
// # Use
//
//	x := wiji.New()
//	y, err := wiji.Parse(x.String())
//
// The zero ID means "no ID": String writes zeros, and MarshalText and JSON "", where google/uuid
// writes zeros. Package id says which libraries call the methods that a program does not call.
//
// # Forms
//
// An ID has four forms, which have the same order: 16 bytes ([ID.Bytes]), 26
// characters of Crockford's Base32 ([ID.String]), the UUID form ([ID.UUID]) and 32
// hexadecimal digits ([ID.Hex]). [Parse] reads all texts.
//
// # The functions of section 9
//
//	wiji()        New().String()
//	.binary()     New().Bytes()
//	.uuid()       New().UUID()
//	.hex()        New().Hex()
//	.parse(id)    Parse(id), then ID.Fields; Inspect(id) without the checks
//	.isValid(id)  Valid(id)
//	.compare(a,b) ID.Compare
//	.factory()    new(Generator)
//
// # Decisions
//
//   - Where the specification contradicts itself, the layout of sections 3 and 4
//     applies, not the printed vectors and examples of sections 5 and 11.
//   - Every decoder checks the version.
//   - Parse refuses a text that begins with 2 to 7, a time from 2540-11-08 on
//     (section 8). The other forms hold all 56 bits. Generators stop where the text
//     form ends.
//   - Generators wait for the clock for a limited time.
//
// The errata in testdata/wiji.json are all findings, each with its resolution.
package wiji
