// Package uid11 implements uid11: an unsigned integer of 64 bits, written as 11
// characters of Bitcoin's Base58, with the profiles that give its bits a meaning.
// The first of them is xid, and what this package makes unless told otherwise.
//
//	 63                                       22 21                      0
//	+-------------------------------------------+------------------------+
//	| milliseconds since the epoch: 42          | random: 22             |   XID
//	+-------------------------------------------+------------------------+
//	| random: 64                                                         |   FullRandom
//	+--+----------------------------------------+-----------+------------+
//	|0 | milliseconds since the epoch: 41       | machine:10| sequence:12|   Snowish
//	+--+----------------------------------------+-----------++-----------+
//	| milliseconds since the epoch: 42          | sequence:12| random:10 |   TSSeqRand
//	+-------------------------------------------+------------+-----------+
//
// Nothing in an ID tells the profiles apart, so methods without a profile in their
// name, such as [ID.Time], [ID.Fields] and [MinAt], mean xid; [Profile] has the
// same for the others.
//
// # When to choose it
//
// For the shortest texts of this module, in 8 bytes, where several processes make
// keys without coordination (xid), or with a machine number each (Snowish). The
// text has upper-case and lower-case letters that differ: a column must compare it
// byte by byte (COLLATE "C", ascii_bin). The integer is unsigned: from
// 2081-07-18T02:58:46.663Z on, an xid does not fit a signed BIGINT ([ID.Int64]),
// and a half of the FullRandom IDs never did.
//
// # Limits
//
// An xid carries times from 2011-11-11T11:11:11.111Z to 2151-03-25T18:46:22.214Z.
// It is not monotonic: within a millisecond the order is random, and IDs of one
// process can collide, with a probability of 0.12 % among 100 IDs of the same
// millisecond, 11 % among 1,000 and 95 % among 5,000 (section 8.5). A key column
// must be unique, and an INSERT ready to be repeated.
//
// Snowish and TSSeqRand are monotonic in each generator, with 4,096 IDs a
// millisecond; the generator waits when they are used up. Snowish IDs are unique
// for as long as no two generators have the same machine number; TSSeqRand IDs of
// two generators differ by the sequence and 10 random bits. FullRandom carries no
// time and has no order.
//
// # Where the specification is silent, or contradicts itself
//
//   - The reference programs of the specification pack 44 + 20 bits. This package
//     follows the text and its vectors, 42 + 22: times and random fields of the two
//     do not agree, while texts and integers do.
//   - An xid's time ends before 2151-03-25T18:46:22.215Z, which is what 2^42
//     milliseconds give, and not on the date in May that section 8.2 prints.
//   - A text above jpXCZedGfVQ, a quarter of all texts of 11 characters, is more
//     than 64 bits and refused.
//   - The upper bound of a prefix is cut at 2^64-1. An empty prefix, and one of
//     which no ID can begin, is refused, although section 7 has decoders accept
//     each length from 1 to 11.
//   - Sections 5 to 8 give Snowish and TSSeqRand no epoch: theirs is the xid's,
//     unless the application sets another, which it then has to remember.
//   - A millisecond of these profiles begins with the sequence number 0, and a
//     clock that goes back is answered by holding the last millisecond.
package uid11
