// Package uid11 implements uid11: unsigned integers of 64 bits with texts of 11
// characters of Bitcoin's Base58, and profiles that define the bits. The first of
// the profiles, xid, is the default.
// The specification is SPECIFICATION.md of https://github.com/gurki/uid11 (MIT).
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
// An ID does not show its profile. Methods without a profile in their name, such as
// [ID.Time], [ID.Fields] and [MinAt], are for xids; [Profile] has those of the other
// profiles.
//
// Choose it for the shortest texts of sortid, and keys of 8 bytes, if several
// processes make keys without coordination (xid), or with a machine number each
// (Snowish). Texts contain upper-case and lower-case letters that differ: a column
// must compare them byte by byte (COLLATE "C", ascii_bin). The integer is unsigned:
// from 2081-07-18T02:58:46.663Z on, an xid does not fit a signed BIGINT column
// ([ID.Int64]); of the FullRandom IDs, half do not.
//
// # Generating
//
// The timestamp of an xid is from 2011-11-11T11:11:11.111Z to
// 2151-03-25T18:46:22.214Z. xids are not monotonic: within a millisecond their order
// is random, and IDs of one process can collide, with a probability of 0.12 % among
// 100 IDs of the same millisecond, 11 % among 1,000 and 95 % among 5,000 (section
// 8.5). Make the key column unique, and repeat an INSERT that fails.
//
// Snowish and TSSeqRand IDs of a generator increase, with up to 4,096 IDs a millisecond;
// if they are exhausted, the generator waits. Snowish IDs are unique as long as no two
// generators have the same machine number. TSSeqRand IDs of two generators differ by the
// sequence, which begins at random, and 10 random bits: if each makes one ID in a
// millisecond, they are the same with a probability of 1 in 2 million. FullRandom IDs have
// no time and no order.
//
// At a time before 2011-11-11, [New] panics and generators return an error. Such are the
// clocks of the Go playground, which begins in 2009, and of a bubble of testing/synctest,
// which begins in 2000: set [Generator.Clock], or sleep until 2012 in a bubble.
//
// # Use
//
//	x := uid11.New()
//	y, err := uid11.Parse(x.String())
//
// The zero ID means "no ID": String writes 11111111111, and MarshalText and JSON "", where google/uuid
// writes zeros. Package id says which libraries call the methods that a program does not call.
//
// # Forms
//
// An ID has four forms, which have the same order: the integer ([ID.Uint64]), 8 bytes
// ([ID.Bytes]), 11 characters of Base58 ([ID.String]) and 16 hexadecimal digits
// ([ID.Hex]). [Parse] reads the Base58 text.
//
// # Decisions
//
//   - The reference programs of the specification pack 44 + 20 bits. This package
//     follows the text and its vectors, 42 + 22: texts and integers agree, times and
//     random fields do not.
//   - The time of an xid ends before 2151-03-25T18:46:22.215Z, which is 2^42
//     milliseconds after the epoch, not on the date in May that section 8.2 prints.
//   - A text above jpXCZedGfVQ, a quarter of all texts of 11 characters, has more than
//     64 bits and is refused.
//   - The upper bound of a prefix is at most 2^64-1. An empty prefix, and one with
//     which no text begins, is refused, although section 7 has decoders accept each
//     length from 1 to 11.
//   - Sections 5 to 8 give Snowish and TSSeqRand no epoch: it is the xid's, unless the
//     application sets another one, which it must then remember.
//   - A millisecond of Snowish begins with the sequence number 0, one of TSSeqRand with a
//     random number below 2,048. If the clock goes back, generators hold the last
//     millisecond.
//
// The errata in testdata/uid11.json are all findings, each with its resolution.
package uid11
