package idkind_test

import (
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// keys are the keys of a table. This file makes them by itself, and not by the packages whose
// IDs the doctor must recognize.
type keys struct {
	name string
	are  []string // the right answers of the doctor; none for business keys
	// next returns a key: an int64, a string or bytes. It may return one twice.
	next func(r *rand.Rand) any
}

// generated returns the IDs of generators until a time, some of them older.
func generated(now time.Time) []keys {
	return slices.Concat(bytesOf16(now), otherBytes(now), texts(now), snowflakes(now), integers(now), strange(now), strangers(now))
}

const month = 30 * 24 * time.Hour

// before returns a time of the ten days before the end.
func before(r *rand.Rand, end time.Time) time.Time {
	return end.Add(-time.Duration(r.Int64N(int64(240 * time.Hour))))
}

// version sets the version and the variant of a UUID.
func version(b []byte, v byte) []byte {
	b[6], b[8] = b[6]&0xF|v<<4, b[8]&0x3F|0x80
	return b
}

// stamped returns so many bytes that begin with the low bits of a number; the others are
// random.
func stamped(r *rand.Rand, n int64, bits, size int) []byte {
	b := someBytes(r, size)
	var head [8]byte
	binary.BigEndian.PutUint64(head[:], uint64(n)<<(64-bits))
	copy(b, head[:bits/8])
	return b
}

func someBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint64())
	}
	return b
}

func v4(r *rand.Rand) []byte { return version(someBytes(r, 16), 4) }

func v7(r *rand.Rand, t time.Time) []byte { return version(stamped(r, t.UnixMilli(), 48, 16), 7) }

// gregorian returns the 60 bits of a time in UUIDs of the versions 1 and 6.
func gregorian(t time.Time) uint64 { return uint64(t.UnixNano()/100 + 0x01B21DD213814000) }

func v1(r *rand.Rand, t time.Time) []byte {
	b, n := someBytes(r, 16), gregorian(t)
	binary.BigEndian.PutUint32(b, uint32(n))
	binary.BigEndian.PutUint16(b[4:], uint16(n>>32))
	binary.BigEndian.PutUint16(b[6:], uint16(n>>48))
	return version(b, 1)
}

func v6(r *rand.Rand, t time.Time) []byte {
	b, n := someBytes(r, 16), gregorian(t)
	binary.BigEndian.PutUint64(b, n<<4)
	binary.BigEndian.PutUint16(b[6:], uint16(n&0xFFF))
	return version(b, 6)
}

func wiji(r *rand.Rand, t time.Time) []byte {
	b := stamped(r, t.UnixMicro(), 56, 16)
	b[7], b[8], b[9] = 0, byte(r.IntN(4)), b[9]&0xF|0x10
	return b
}

// swap does what MySQL's UUID_TO_BIN(x, 1) does.
func swap(b []byte) []byte { return slices.Concat(b[6:8], b[4:6], b[:4], b[8:]) }

func bytesOf16(now time.Time) []keys {
	return []keys{
		{"UUIDv4", []string{"UUIDv4"}, func(r *rand.Rand) any { return v4(r) }},
		{"UUIDv1", []string{"UUIDv1"}, func(r *rand.Rand) any { return v1(r, before(r, now)) }},
		{"UUIDv1 of 2019", []string{"UUIDv1"}, func(r *rand.Rand) any { return v1(r, before(r, time.Date(2019, 5, 1, 0, 0, 0, 0, time.UTC))) }},
		{"UUIDv1 of one machine", []string{"UUIDv1"}, func(r *rand.Rand) any { return append(v1(r, before(r, now))[:8], 0x91, 7, 2, 0x42, 0xac, 0x12, 0, 3) }},
		{"UUIDv1, swapped", []string{"UUIDv1, swapped"}, func(r *rand.Rand) any { return swap(v1(r, before(r, now))) }},
		{"UUIDv4, swapped", []string{"UUIDv4, swapped"}, func(r *rand.Rand) any { return swap(v4(r)) }},
		{"UUIDv5", []string{"UUIDv5"}, func(r *rand.Rand) any { return version(someBytes(r, 16), 5) }},
		{"UUIDv3", []string{"UUIDv3"}, func(r *rand.Rand) any { return version(someBytes(r, 16), 3) }},
		{"UUIDv6", []string{"UUIDv6"}, func(r *rand.Rand) any { return v6(r, before(r, now)) }},
		{"UUIDv7", []string{"UUIDv7"}, func(r *rand.Rand) any { return v7(r, before(r, now)) }},
		{"UUIDv7 of 2024", []string{"UUIDv7"}, func(r *rand.Rand) any { return v7(r, before(r, time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC))) }},
		{"UUIDv7, swapped", []string{"UUIDv7, swapped"}, func(r *rand.Rand) any { return swap(v7(r, before(r, now))) }},
		{"UUIDv8", []string{"UUIDv8"}, func(r *rand.Rand) any { return version(someBytes(r, 16), 8) }},
		{"ULID", []string{"ULID"}, func(r *rand.Rand) any { return stamped(r, before(r, now).UnixMilli(), 48, 16) }},
		{"ULID of 2018", []string{"ULID"}, func(r *rand.Rand) any {
			return stamped(r, before(r, time.Date(2018, 8, 1, 0, 0, 0, 0, time.UTC)).UnixMilli(), 48, 16)
		}},
		{"Wiji", []string{"Wiji"}, func(r *rand.Rand) any { return wiji(r, before(r, now)) }},
		{"Wiji, one a microsecond", []string{"Wiji"}, func(r *rand.Rand) any { return wiji(r, now.Add(-time.Duration(r.IntN(1e6)))) }},
	}
}

func otherBytes(now time.Time) []keys {
	return []keys{
		{"SCRU160", []string{"SCRU160"}, func(r *rand.Rand) any { return stamped(r, before(r, now).UnixMilli(), 48, 20) }},
		{"KSUID", []string{"KSUID"}, func(r *rand.Rand) any { return stamped(r, before(r, now).Unix()-1_400_000_000, 32, 20) }},
		{"ObjectID", []string{"xid (rs/xid) or ObjectID"}, func(r *rand.Rand) any { return stamped(r, before(r, now).Unix(), 32, 12) }},
		{"xid, one machine", []string{"xid (rs/xid) or ObjectID"}, func(r *rand.Rand) any {
			b := stamped(r, before(r, now).Unix(), 32, 12)
			copy(b[4:], []byte{9, 8, 7, 1, 2})
			return b
		}},
	}
}

// inBase writes bytes as digits of an alphabet.
func inBase(b []byte, alphabet string, length int) string {
	n, base, digit := new(big.Int).SetBytes(b), big.NewInt(int64(len(alphabet))), new(big.Int)
	s := make([]byte, length)
	for i := range s {
		n.DivMod(n, base, digit)
		s[length-1-i] = alphabet[digit.Int64()]
	}
	return string(s)
}

func uuidText(b []byte) string {
	s := hex.EncodeToString(b)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

const (
	base58    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base62    = digits + capitals + small
	small     = "abcdefghijklmnopqrstuvwxyz"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
)

func texts(now time.Time) []keys {
	hex32 := base32.HexEncoding.WithPadding(base32.NoPadding)
	return []keys{
		{"UUIDv4 as text", []string{"UUIDv4"}, func(r *rand.Rand) any { return uuidText(v4(r)) }},
		{"UUIDv4 in capitals", []string{"UUIDv4"}, func(r *rand.Rand) any { return strings.ToUpper(uuidText(v4(r))) }},
		{"UUIDv4 as hex", []string{"UUIDv4"}, func(r *rand.Rand) any { return hex.EncodeToString(v4(r)) }},
		{"UUIDv1 as text", []string{"UUIDv1"}, func(r *rand.Rand) any { return uuidText(v1(r, before(r, now))) }},
		{"UUIDv7 as text", []string{"UUIDv7"}, func(r *rand.Rand) any { return uuidText(v7(r, before(r, now))) }},
		{"UUIDv7 in characters of bytes", []string{"UUIDv7"}, func(r *rand.Rand) any { return []byte(uuidText(v7(r, before(r, now)))) }},
		{"ULID as text", []string{"ULID"}, func(r *rand.Rand) any { return inBase(stamped(r, before(r, now).UnixMilli(), 48, 16), crockford, 26) }},
		{"ULID in lower case", []string{"ULID"}, func(r *rand.Rand) any {
			return strings.ToLower(inBase(stamped(r, before(r, now).UnixMilli(), 48, 16), crockford, 26))
		}},
		{"Wiji as text", []string{"Wiji"}, func(r *rand.Rand) any { return inBase(wiji(r, before(r, now)), crockford, 26) }},
		{"TypeID", []string{"UUIDv7"}, func(r *rand.Rand) any {
			return "user_" + strings.ToLower(inBase(v7(r, before(r, now)), crockford, 26))
		}},
		{"KSUID as text", []string{"KSUID"}, func(r *rand.Rand) any {
			return inBase(stamped(r, before(r, now).Unix()-1_400_000_000, 32, 20), base62, 27)
		}},
		{"SCRU160 as text", []string{"SCRU160"}, func(r *rand.Rand) any {
			return hex32.EncodeToString(stamped(r, before(r, now).UnixMilli(), 48, 20))
		}},
		{"xid as text", []string{"xid (rs/xid) or ObjectID"}, func(r *rand.Rand) any {
			return strings.ToLower(hex32.EncodeToString(stamped(r, before(r, now).Unix(), 32, 12)))
		}},
		{"ObjectID as hex", []string{"xid (rs/xid) or ObjectID"}, func(r *rand.Rand) any { return hex.EncodeToString(stamped(r, before(r, now).Unix(), 32, 12)) }},
		{"snowflake as text", []string{"snowflake (Twitter's epoch)"}, func(r *rand.Rand) any {
			return strconv.FormatInt(flake(r, now, twitter), 10)
		}},
	}
}

// Epochs, in milliseconds since 1970.
const (
	twitter   = 1_288_834_974_657
	discord   = 1_420_070_400_000
	snowish   = 1_321_009_871_111
	instagram = 1_314_220_021_721
	sonyflake = 1_409_529_600_000
	ulidFlake = 1_704_067_200_000
	own       = 1_577_836_800_000 // that of a company
)

// flake returns a snowflake of three machines.
func flake(r *rand.Rand, end time.Time, epoch int64) int64 {
	return (before(r, end).UnixMilli()-epoch)<<22 | (5+r.Int64N(3))<<12 | r.Int64N(2)
}

// snowflakes are IDs of several vintages. Of older ones the numbers do not show the epoch.
func snowflakes(now time.Time) []keys {
	var list []keys
	for _, k := range []struct {
		kind  string
		epoch int64
	}{{"snowflake (Twitter's epoch)", twitter}, {"snowflake (Discord's epoch)", discord}, {"uid11 Snowish", snowish}} {
		for name, age := range map[string]time.Duration{"": 0, ", 5 months old": 5 * month, ", 3 years old": 36 * month} {
			are := []string{k.kind, "snowflake"}
			list = append(list, keys{k.kind + name, are[min(1, int(age/month)):], func(r *rand.Rand) any { return flake(r, now.Add(-age), k.epoch) }})
		}
	}
	slices.SortFunc(list, func(a, b keys) int { return strings.Compare(a.name, b.name) })
	return append(list,
		keys{"snowflake (epoch of 2020)", []string{"snowflake"}, func(r *rand.Rand) any { return flake(r, now, own) }},
		// Read with Discord's epoch, they are of today.
		keys{"snowflake (Twitter's epoch), as old as Discord's epoch", []string{"snowflake (Twitter's epoch)", "snowflake"}, func(r *rand.Rand) any {
			return flake(r, now.Add(time.Duration(twitter-discord)*time.Millisecond), twitter)
		}},
		keys{"Sonyflake", []string{"Sonyflake"}, func(r *rand.Rand) any { return (before(r, now).UnixMilli()-sonyflake)/10<<24 | r.Int64N(2)<<16 | 77 }},
		keys{"Sonyflake, a year old", []string{"Sonyflake"}, func(r *rand.Rand) any {
			return (before(r, now.Add(-12*month)).UnixMilli()-sonyflake)/10<<24 | r.Int64N(2)<<16 | 77
		}},
		keys{"Instagram's ID", []string{"Instagram's ID"}, func(r *rand.Rand) any { return (before(r, now).UnixMilli()-instagram)<<23 | 1341<<10 | r.Int64N(1024) }},
	)
}

func integers(now time.Time) []keys {
	counter, gaps, wide, block := int64(0), int64(5000), int64(7), int64(0)
	return []keys{
		{"64-bit xid (uid11)", []string{"64-bit xid (uid11)"}, func(r *rand.Rand) any { return (before(r, now).UnixMilli()-snowish)<<22 | r.Int64N(1<<22) }},
		{"64-bit xid (uid11), a year old", []string{"64-bit xid (uid11)"}, func(r *rand.Rand) any {
			return (before(r, now.Add(-12*month)).UnixMilli()-snowish)<<22 | r.Int64N(1<<22)
		}},
		{"64-bit xid (uid11) as text", []string{"64-bit xid (uid11)"}, func(r *rand.Rand) any {
			return inBase(binary.BigEndian.AppendUint64(nil, uint64((before(r, now).UnixMilli()-snowish)<<22|r.Int64N(1<<22))), base58, 11)
		}},
		{"Ulid-Flake", []string{"Ulid-Flake"}, func(r *rand.Rand) any { return (before(r, now).UnixMilli()-ulidFlake)<<20 | r.Int64N(1<<20) }},
		{"Ulid-Flake, a year old", []string{"Ulid-Flake"}, func(r *rand.Rand) any {
			return (before(r, now.Add(-12*month)).UnixMilli()-ulidFlake)<<20 | r.Int64N(1<<20)
		}},
		{"Unix time, ms", []string{"Unix time, ms"}, func(r *rand.Rand) any { return before(r, now).UnixMilli() }},
		{"Unix time, µs", []string{"Unix time, µs"}, func(r *rand.Rand) any { return before(r, now).UnixMicro() }},
		{"Unix time, ns", []string{"Unix time, ns"}, func(r *rand.Rand) any { return before(r, now).UnixNano() }},
		{"Unix time, ms, a year old", []string{"Unix time, ms"}, func(r *rand.Rand) any { return before(r, now.Add(-12*month)).UnixMilli() }},
		{"random integers", []string{"random integers"}, func(r *rand.Rand) any { return int64(r.Uint64()) }},
		{"random integers of 63 bits", []string{"random integers"}, func(r *rand.Rand) any { return r.Int64() }},
		{"random integers of 40 bits", []string{"integers with gaps"}, func(r *rand.Rand) any { return r.Int64N(1 << 40) }},
		{"counter", []string{"sequence"}, func(*rand.Rand) any { counter++; return counter }},
		{"counter with some gaps", []string{"sequence"}, func(r *rand.Rand) any { gaps += 1 + r.Int64N(3); return gaps }},
		{"counter with wide gaps", []string{"integers with gaps"}, func(r *rand.Rand) any { wide += 1 + r.Int64N(2000); return wide }},
		{"counter in blocks of 1,000", []string{"sequence", "integers with gaps"}, func(*rand.Rand) any {
			if block++; block%20 == 0 {
				block += 980
			}
			return 1_000_000 + block
		}},
		{"random integers as text", []string{"random integers"}, func(r *rand.Rand) any { return strconv.FormatInt(r.Int64(), 10) }},
	}
}

// strange are IDs that the doctor does not know, and values of two sorts.
func strange(now time.Time) []keys {
	n := 0
	return []keys{
		{"nanoid", []string{"nothing"}, func(r *rand.Rand) any { return letters(r, base62+"_-", 21) }},
		{"cuid", []string{"nothing"}, func(r *rand.Rand) any { return "c" + letters(r, digits+small, 24) }},
		{"Stripe's ID", []string{"nothing"}, func(r *rand.Rand) any { return "cus_" + letters(r, base62, 14) }},
		{"Firebase push ID", []string{"push ID (Firebase)"}, func(r *rand.Rand) any { return "-O" + letters(r, base62+"_-", 18) }},
		{"random bytes, 24", []string{"random bytes or a hash"}, func(r *rand.Rand) any { return someBytes(r, 24) }},
		{"UUIDv4 and UUIDv7", []string{"UUIDv4 and UUIDv7", "UUIDv7 and UUIDv4"}, func(r *rand.Rand) any {
			if n++; n%3 == 0 {
				return v7(r, before(r, now))
			}
			return v4(r)
		}},
		{"UUIDv4 with other values", []string{"UUIDv4"}, func(r *rand.Rand) any {
			if n++; n%20 == 0 {
				return fmt.Sprintf("row %d of an import", n)
			}
			return uuidText(v4(r))
		}},
	}
}
