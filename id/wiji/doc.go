// Package wiji implements Wiji 1.0.0: identifiers of 128 bits that begin with the
// time in microseconds and carry a sequence, so that each one that a generator
// makes is greater than the one before.
//
//	 127                        72 71            56 55  52 51                       0
//	+-----------------------------+----------------+------+--------------------------+
//	| timestamp, microseconds: 56 | sequence: 16   | v: 4 | random: 52               |
//	+-----------------------------+----------------+------+--------------------------+
//
// It is the format to choose for a 16-byte key where nothing else decides: it is
// strictly monotonic within a process, its generator is the fastest of this
// module, and its random field, drawn once a generator, keeps processes apart
// without coordination. What it does not do: hide when, or by which process, an
// ID was made; IDs of one generator can be guessed from each other.
//
// # Forms
//
// An ID has four forms, with one order: 16 bytes ([ID.Bytes]), 26 characters of
// Crockford's Base32 ([ID.String]), the UUID form ([ID.UUID]) and 32 hexadecimal
// digits ([ID.Hex]). [Parse] knows the texts by their lengths.
//
// # Several writers
//
// Of several writers that insert side by side, each one does well to take its keys
// from a [Block] of its own, which makes full pages in the tree of the primary key;
// docs/concurrency.md of this module says when, and what it costs.
//
// # The functions of section 9
//
//	wiji()        New().String()
//	.binary()     New().Bytes()
//	.uuid()       New().UUID()
//	.hex()        New().Hex()
//	.parse(id)    Parse(id), then ID.Fields; Inspect(id) without the checks
//	.isValid(id)  Valid(id)
//	.compare(a,b) Compare(a, b), or ID.Compare
//	.factory()    new(Generator)
//
// # Decisions
//
// Where the specification contradicts itself, the layout of sections 3 and 4 wins
// over the printed vectors and examples of sections 5 and 11. The version is
// checked by every decoder. Text beginning with 2 to 7, a time from 2540-11-08 on,
// is refused, as section 8 says; the other forms hold all 56 bits, and a generator
// stops where the text does. Waiting for the clock is bounded. docs/errata.md of
// this module lists every finding.
package wiji
