// Package public shows the outside world IDs that hide their time and their neighbours. A
// field changes its type, and its JSON, text, path and form values are public, while the rest
// of the program sees the plain ID:
//
//	type Order struct {
//		ID public.ID[wiji.For[Order], Keys] `json:"id"` // order_010462b6da2b2dd2cccd93e4dbf50f4e15
//	}
//
//	order := Order{ID: public.Of[Keys](row.ID)} // and order.ID.Plain()
//
// A public text is the plain text's prefix, two hexadecimal digits with the number of a key,
// the encrypted ID in hexadecimal digits, and eight digits of a tag if the key has one. It
// has no other spelling.
//
// # Keys
//
// A [Ring] holds the keys. One of them writes, and all of them read. To rotate, give all
// processes a ring that reads the new key as well, then one that writes it, and remove the
// old key when its texts are no longer wanted. A [Secret] keeps the bytes of a key out of logs and
// JSON, and a ring refuses keys that share them.
//
// The second argument of [ID] is a type of yours with the method PublicRing. This package has
// no ring of its own: a global one could be missing, set twice or shared by two libraries, and
// encoding/json has no other way to hand a key to a field. Without the argument the program
// does not compile, two packages or parallel tests have two types, and a nil ring is an error
// of each text: never a plain ID.
//
//	type Keys struct{}
//
//	var ring = sync.OnceValue(readRing) // or an atomic.Pointer that a rotation sets
//
//	func (Keys) PublicRing() *public.Ring { return ring() }
//
// # What it protects, and what not
//
// Without the key, nobody learns from texts when their IDs were made, how many there are
// between two of them, or what the neighbours of an ID are.
//
//   - It is no access control. A text that is known can be used: check who may read the row.
//   - Equal IDs have equal texts under one key, so that links and caches keep working, and so
//     that two texts show whether they denote the same ID.
//   - The number of the key can be read. It tells between which rotations a text was written,
//     and with a key for each tenant or region, whose it is. The time of the ID stays hidden.
//   - Without a tag, most damaged and invented texts of some formats decrypt to an ID, which no
//     row has. A damaged text is an error with a probability of 63/64 in UUIDv7 and in Wiji,
//     1/2 in Ulid-Flake, and 0 in ULID, SCRU160 and uid11. With [Key.Tag], all texts that were not
//     written with the key are errors, but one in 2^32.
//   - Texts of two kinds have the same digits for the same bits. A tag covers the prefix, too.
//   - Public texts are not ordered, and columns hold plain IDs: as an argument of SQL, a public
//     ID is an error that matches [id.ErrPlain].
//
// # Construction
//
// An ID of 16 bytes is one block of AES. One of 8 or 20 bytes is encrypted by FF1 of NIST SP
// 800-38G with radix 2, 64 or 160 digits and no tweak: ten rounds of a Feistel network whose
// round function is AES. Six rounds of random functions already withstand chosen texts of
// either direction while these are far fewer than 2^32 for 64 bits, and 2^80 for 160 bits
// (Patarin, Security of Random Feistel Schemes with 5 or more Rounds, CRYPTO 2004). As a
// permutation, both have no collisions. FF1's key is the beginning of SHA-256 of the key of
// AES and the three letters FF1, as long as that key. The tag is the beginning of HMAC-SHA-256
// of all text before it.
//
// Other languages find vectors in testdata/vectors.json. Servers with AES do the same in SQL,
// here with the key number 7:
//
//	-- PostgreSQL with the extension pgcrypto; the third line adds a tag
//	SELECT '07' || encode(encrypt(uuid_send(id), secret, 'aes-ecb/pad:none'), 'hex')
//	SELECT encode(decrypt(decode(substr(text, 3), 'hex'), secret, 'aes-ecb/pad:none'), 'hex')::uuid
//	SELECT text || left(encode(hmac(convert_to(text, 'UTF8'), secret, 'sha256'), 'hex'), 8)
//
//	-- MySQL, MariaDB; block_encryption_mode is aes-128-ecb, or aes-256-ecb for keys of 32 bytes
//	SELECT CONCAT('07', LOWER(HEX(LEFT(AES_ENCRYPT(id, secret), 16))))
//	SELECT AES_DECRYPT(CONCAT(UNHEX(SUBSTR(text, 3)), AES_ENCRYPT('', secret)), secret)
//
// MySQL pads with a block, which the first line cuts off and the second line adds. The files
// testdata/postgres.sql and testdata/mysql.sql have FF1 for IDs of 64 bits.
package public
