// Package scru160 implements SCRU160 0.1.0: identifiers of 160 bits that begin with
// the time in milliseconds, count within it, and end with 80 random bits or more.
//
//	 159                    112 111           96 95            80 79                 0
//	+--------------------------+----------------+----------------+--------------------+
//	| timestamp, millis.: 48   | counter: 16    | random16: 16   | random80: 80       |
//	+--------------------------+----------------+----------------+--------------------+
//
// It is the format to choose where an ID must be in order, unique across machines
// without coordination, and still impossible to guess: other formats of this
// module give up one of the three. Its price is the width: 20 bytes do not fit a
// uuid column. It ends on 10889-08-02.
//
// # Generating
//
// A generator makes more than 32,768 IDs a millisecond, each greater than the one
// before. By default its counter starts at a 15-bit random value each millisecond.
// [Generator] has the specification's options: the alternative counter, which holds
// the microsecond; a smaller initial value; a counter that goes on into random16;
// and the number of a node, also in random16. Timestamps 0 and 2^48 - 1 are
// reserved: no generator uses them, every decoder takes them ([ID.IsReserved]).
//
// # Forms
//
// An ID has three forms, with one order: 20 bytes ([ID.Bytes]), 32 characters of
// base32hex ([ID.String]) and 40 hexadecimal digits ([ID.Hex]). [Parse] knows the
// texts by their lengths and takes them in either case. Among each other, the two
// texts have no order: [CompareText] refuses to mix them.
//
// # Decisions
//
// The specification says nothing about a clock that goes back, nor about a counter
// that is used up: the last timestamp is held and the counter goes on; when it is
// used up, a generator waits for the clock to pass that timestamp, for a second at
// most. It never steps back. docs/errata.md of this module lists every finding.
package scru160
