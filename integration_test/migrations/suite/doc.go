// Package suite exercises the server-side functions of package migrations: what
// each server's own functions say is compared with what the Go packages below id
// say, on the golden vectors and on thousands of random values. It needs no table
// and leaves nothing behind, so it runs on any database that has the functions.
//
//	func TestFunctions(t *testing.T) {
//		db := ... // a pool to a database in which the migrations have run
//		suite.Run(t, suite.Postgres(db))
//	}
//
// # What the functions promise
//
// These terms are the same on every server, and the suite tests them:
//
//   - NULL gives NULL, but for the settings of a generator.
//   - _text, _uuid, _hex, _time and _fields show any value of the right type and
//     length, as the Go method String does: a view must not fail on one bad row.
//     _valid tells whether it is an identifier. Where the type holds bytes of another
//     length, _valid of such a value is false, and the others refuse it with an error
//     that names the format and says "wrong length". A time that the server's timestamps
//     cannot hold is an error.
//   - _parse takes what Go's Parse takes, and nothing else; _valid_text takes the
//     same, and is false for the rest instead of failing.
//   - The message of a refused text contains the name of the format, the input (the
//     first 12 characters of it at least), and the rule in the words of package
//     id: "wrong length", "character outside the alphabet", "misplaced separator",
//     "overflow", "first character out of range", "unknown version".
//   - _min_at and _max_at round down to the tick, before the epoch too; a time
//     outside of the lifetime is an error whose message has the format's name and
//     the word "lifetime". A value that the column's type cannot hold is an error too
//     (an xid of 2^63 and more as a Postgres bigint).
//   - _at dates an ID as the Go function At does: the bits that the time determines are
//     the same, all others are random. In the 64-bit formats it takes the number of the row
//     within its millisecond and gives what Go's Backfill gives: a number below 1 is an
//     error that says "out of range", one beyond the millisecond "sequence exhausted".
//   - _fields has the fields of Go's Fields, by the same names in lower case:
//     wiji micros, sequence, version, random; ulid millis, random; ulidflake
//     millis, random; xid millis, random; scru millis, counter, random16,
//     random80. Random fields of 80 bits are 20 lower-case hexadecimal digits in
//     JSON (bytea in a Postgres record). Times count as in Go: from the format's
//     epoch.
//   - Beyond the functions of each format there are, by these names on every server:
//     sortid_ulid_uuid(id); sortid_ulidflake_new_with(scalability, entropy_bytes),
//     where NULL stands for the stand-alone layout and for one byte, and
//     sortid_ulidflake_scalable(id) with the fields millis, random, scalability; sortid_uid_random(), sortid_uid_snowish(machine) and
//     sortid_uid_ts_seq_rand(), which generate in the other profiles. Where integers
//     end at 2^63, what gives a uid11 has a twin for 8 bytes whose name ends in
//     _bytes (sortid_uid_parse_bytes, sortid_xid_min_at_bytes), and full-random IDs
//     are bytes alone (sortid_uid_random_bytes). A setting out of its range is an
//     error with the format's name and the words "invalid setting".
//   - _new is unique and increases within a session, across statements and across
//     rollbacks, except for xid, which has no order.
package suite
