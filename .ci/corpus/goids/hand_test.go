package idcorpus

// Values of generators that no Go library has, written after their public documentation or source.

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math/big"
	"strings"
	"time"
)

func be64(x uint64) []byte { return binary.BigEndian.AppendUint64(nil, x) }
func be32(x uint32) []byte { return binary.BigEndian.AppendUint32(nil, x) }

// mixed turns .NET's Guid.ToByteArray() order into that of the text (and back).
func mixed(b []byte) []byte {
	return []byte{b[3], b[2], b[1], b[0], b[5], b[4], b[7], b[6], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]}
}

func v4() []byte {
	b := rb(16)
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return b
}

func v7of(x time.Time) []byte {
	b := rb(16)
	copy(b, be64(uint64(x.UnixMilli()))[2:])
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	return b
}

// v1of: RFC 9562 5.1.
func v1of(x time.Time, seq uint16, node []byte) []byte {
	t := uint64(x.UnixNano()/100) + 0x01B21DD213814000
	b := make([]byte, 16)
	binary.BigEndian.PutUint32(b, uint32(t))
	binary.BigEndian.PutUint16(b[4:], uint16(t>>32))
	binary.BigEndian.PutUint16(b[6:], uint16(t>>48)&0x0fff|0x1000)
	binary.BigEndian.PutUint16(b[8:], seq&0x3fff|0x8000)
	copy(b[10:], node)
	return b
}

// ticks: .NET's DateTime.Ticks, 100 ns since 0001-01-01.
func ticks(x time.Time) uint64 { return uint64(x.UnixNano()/100) + 621355968000000000 }

const (
	b62   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	b62l  = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	b58   = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	b57   = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	b64u  = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	push  = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	b36   = "0123456789abcdefghijklmnopqrstuvwxyz"
	b36u  = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	croc  = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	b32   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	hexd  = "0123456789abcdef"
	digit = "0123456789"
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower = "abcdefghijklmnopqrstuvwxyz"
)

func pick(abc string, k int) string {
	b := make([]byte, k)
	for i := range b {
		b[i] = abc[rnd.IntN(len(abc))]
	}
	return string(b)
}

func enc(b []byte, abc string, width int) string {
	x := new(big.Int).SetBytes(b)
	m, base := new(big.Int), big.NewInt(int64(len(abc)))
	var s []byte
	for x.Sign() > 0 {
		x.DivMod(x, base, m)
		s = append(s, abc[m.Int64()])
	}
	for len(s) < width {
		s = append(s, abc[0])
	}
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
	return string(s)
}

func snow(x time.Time, epoch int64, node, seq uint64) string {
	return u64(uint64(x.UnixMilli()-epoch)<<22 | node<<12 | seq)
}

func hand() {
	const (
		first = "UUIDv4 time first"
		last  = "UUIDv4 time last"
		mix   = "UUIDv4 time mixed"
		nf    = "UUID-shaped without a version, time first"
		nl    = "UUID-shaped without a version, time last"
		nm    = "UUID-shaped without a version, time mixed"
		nn    = "UUID-shaped without a version, time none"
	)
	cat := func(p ...[]byte) (b []byte) {
		for _, x := range p {
			b = append(b, x...)
		}
		return
	}

	// PyPI uuid7 0.1.0 (stevesimmons/uuid7): 36 bits of seconds, 24 bits of fraction, 14 bits of counter.
	py7 := func(x time.Time) []byte {
		ns := uint64(x.UnixNano())
		const s16 = 16_000_000_000
		t1, r1 := ns/s16, ns%s16
		t2, r2 := (r1<<16)/s16, (r1<<16)%s16
		t3 := (r2 << 12) / s16
		return cat(be32(uint32(t1)), be64(t2<<48 | (t3|7<<12)<<32 | 0x8000<<16)[:6], rb(6))
	}
	at("PyPI uuid7@0.1.0 uuid7() (version 7 with 36 bits of seconds and 24 of fraction)", "UUIDv7", "ordered", "uuid", func(x time.Time) string { return text16(py7(x)) })
	at("PyPI uuid7@0.1.0 uuid7() as bytes (version 7 with 36 bits of seconds)", "UUIDv7", "ordered", "bytes", func(x time.Time) string { return hex.EncodeToString(py7(x)) })
	at("PyPI uuid7@0.1.0 uuid7str() (version 7 with 36 bits of seconds)", "UUIDv7", "ordered", "text", func(x time.Time) string { return text16(py7(x)) })
	// PyPI uuid6 (oittaa/uuid6-python), first drafts: 36 bits of seconds, 30 bits of ns, then 56 random bits.
	at("PyPI uuid6@2021.9 uuid7() (draft: 36 bits of seconds, 30 of nanoseconds)", "UUIDv7", "ordered", "uuid", func(x time.Time) string {
		s, ns := uint64(x.Unix()), uint64(x.Nanosecond())
		b := cat(be64(s<<28 | ns>>18<<16 | ns>>6&0xfff | 7<<12)[:8], []byte{0x80 | byte(ns&0x3f)}, rb(7))
		return text16(b)
	})
	// PyPI uuid6 2022 and later: uuid7() of RFC 9562; uuid6() with a random node and clock sequence each;
	// uuid8(): 48 bits of ms, 12 and 8 bits of ns fraction.
	at("PyPI uuid6@2025.0.1 uuid6() (random node each)", "UUIDv6", "ordered", "uuid", func(x time.Time) string {
		t := uint64(x.UnixNano()/100) + 0x01B21DD213814000
		return text16(cat(be64(t>>12<<16|t&0xfff|6<<12), be64(2<<62|rnd.Uint64()>>2)))
	})
	at("PyPI uuid6@2025.0.1 uuid7()", "UUIDv7", "ordered", "uuid", func(x time.Time) string { return text16(v7of(x)) })
	at("PyPI uuid6@2025.0.1 uuid8() (ms, then fraction of ms)", "UUIDv8", "ordered", "uuid", func(x time.Time) string {
		ms, ns := uint64(x.UnixNano()/1e6), uint64(x.UnixNano()%1e6)
		sub := ns << 20 / 1_000_000
		return text16(cat(be64(ms<<16|sub>>8|8<<12), be64(2<<62|(sub&0xff)<<54|rnd.Uint64()>>10)))
	})
	// PostgreSQL 18 uuidv7(): ms, then 12 bits of the fraction of the ms in rand_a.
	pg7 := func(x time.Time) string {
		b := v7of(x)
		f := uint16(uint64(x.UnixNano()%1e6) * 4096 / 1e6)
		binary.BigEndian.PutUint16(b[6:], f|0x7000)
		return text16(b)
	}
	at("PostgreSQL@18 uuidv7()", "UUIDv7", "ordered", "uuid", pg7)
	atSched("PostgreSQL@18 uuidv7(), in one minute, ends now", "UUIDv7", "ordered", "uuid", sched(n, now, time.Minute), pg7)
	// MariaDB 11.7 UUID_v7(), Java UuidCreator etc.: RFC 9562; .NET 9 Guid.CreateVersion7 kept in SQL Server's or
	// binary(16) as ToByteArray(): mixed order.
	at(".NET@9 Guid.CreateVersion7()", "UUIDv7", "ordered", "uuid", func(x time.Time) string { return text16(v7of(x)) })
	at(".NET@9 Guid.CreateVersion7().ToByteArray() (.NET byte order)", "UUIDv7", "starts over", "bytes", func(x time.Time) string { return hex.EncodeToString(mixed(v7of(x))) })
	plain(".NET@9 Guid.NewGuid().ToByteArray() (.NET byte order)", "UUIDv4", "random", "bytes", func(int) string { return hex.EncodeToString(mixed(v4())) })
	plain(".NET@9 Guid.NewGuid() format B, upper case", "UUIDv4", "random", "text", func(int) string { return "{" + strings.ToUpper(text16(v4())) + "}" })
	plain("Java@21 UUID.randomUUID()", "UUIDv4", "random", "uuid", func(int) string { return text16(v4()) })
	plain("Java@21 UUID.nameUUIDFromBytes (v3 without a namespace)", "UUIDv3", "random", "uuid", func(i int) string {
		h := md5.Sum(fmt.Appendf(nil, "file-%d.pdf", i))
		h[6], h[8] = h[6]&15|0x30, h[8]&0x3f|0x80
		return text16(h[:])
	})
	plain("Django@5 UUIDField uuid4 as char(32)", "UUIDv4", "random", "text", func(int) string { return hex.EncodeToString(v4()) })
	plain("Rails@8 SecureRandom.uuid (string key)", "UUIDv4", "random", "text", func(int) string { return text16(v4()) })
	plain("Sentry event ids (uuid4 in hex)", "UUIDv4", "random", "text", func(int) string { return hex.EncodeToString(v4()) })
	at("Laravel@12 Str::orderedUuid / HasUuids (before 9.30) ramsey/uuid TimestampFirstComb (10 µs)", first, "ordered", "uuid", func(x time.Time) string {
		b := v4()
		copy(b, be64(uint64(x.UnixNano() / 10_000))[2:])
		return text16(b)
	})
	at("Laravel@12 Str::orderedUuid as text", first, "ordered", "text", func(x time.Time) string {
		b := v4()
		copy(b, be64(uint64(x.UnixNano() / 10_000))[2:])
		return text16(b)
	})
	at("Laravel@12 Str::orderedUuid as bytes", first, "ordered", "bytes", func(x time.Time) string {
		b := v4()
		copy(b, be64(uint64(x.UnixNano() / 10_000))[2:])
		return hex.EncodeToString(b)
	})
	at("ramsey/uuid@4.9 CombGenerator (10 µs in the last 48 bits)", last, "random", "uuid", func(x time.Time) string {
		b := v4()
		copy(b[10:], be64(uint64(x.UnixNano() / 10_000))[2:])
		return text16(b)
	})
	at("Laravel@12 HasUuids (Str::uuid7)", "UUIDv7", "ordered", "text", func(x time.Time) string { return text16(v7of(x)) })
	// RT.Comb: PostgreSQL provider: Unix ms in the first 48 bits of the text; SQL provider: in the last 48.
	at("RT.Comb@4.0 Provider.PostgreSql (Unix ms)", first, "ordered", "uuid", func(x time.Time) string {
		b := v4()
		copy(b, be64(uint64(x.UnixMilli()))[2:])
		return text16(b)
	})
	at("RT.Comb@4.0 Provider.Sql (Unix ms)", last, "random", "uuid", func(x time.Time) string {
		b := v4()
		copy(b[10:], be64(uint64(x.UnixMilli()))[2:])
		return text16(b)
	})
	// SqlDateTimeStrategy: 2 bytes of days since 1900, 4 bytes of 1/300 s.
	days := func(x time.Time, perSec float64) []byte {
		d := x.Sub(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC))
		day := uint16(d/(24*time.Hour) + 25567)
		ms := float64(d%(24*time.Hour)) / 1e6
		return cat(be32(uint32(day))[2:], be32(uint32(ms/1000*perSec)))
	}
	at("RT.Comb@4.0 Provider.Legacy (days and 1/300 s)", last, "random", "uuid", func(x time.Time) string {
		b := v4()
		copy(b[10:], days(x, 300))
		return text16(b)
	})
	at("NHibernate@5.5 guid.comb", last, "random", "uuid", func(x time.Time) string {
		b := v4()
		copy(b[10:], days(x, 1000/3.333333))
		return text16(b)
	})
	at("NHibernate@5.5 guid.comb as text, upper case", last, "random", "text", func(x time.Time) string {
		b := v4()
		copy(b[10:], days(x, 1000/3.333333))
		return strings.ToUpper(text16(b))
	})
	// EF Core SequentialGuidValueGenerator: a counter that begins with the ticks at the start of the process,
	// in bytes 8.. as c1 c0 c7 c6 c5 c4 c3 c2; the version 4 stays, the variant does not.
	ef := func(c uint64) string {
		b, k := v4(), be64(c)
		copy(b[8:], []byte{k[6], k[7], k[0], k[1], k[2], k[3], k[4], k[5]})
		return text16(b)
	}
	at("EF Core@9 SequentialGuidValueGenerator, process restarted between", last, "random", "uuid", func(x time.Time) string { return ef(ticks(x)) })
	efc := ticks(now.Add(-40 * time.Hour))
	plain("EF Core@9 SequentialGuidValueGenerator, one process", last, "random", "uuid", func(int) string { efc++; return ef(efc) })
	// Pomelo.EntityFrameworkCore.MySql MySqlSequentialGuidValueGenerator: ticks*2, version 4 within, 7 random bytes.
	pom := func(x time.Time) (uint64, uint64, byte) {
		t := ticks(x) * 2
		return t, t<<48>>52 | 4<<12, byte(t&0xf) | 0x80
	}
	at("Pomelo.EntityFrameworkCore.MySql@9 sequential GUID", first, "ordered", "uuid", func(x time.Time) string {
		t, tv, va := pom(x)
		return text16(cat(be64(t>>16<<16|tv), []byte{va}, rb(7)))
	})
	at("Pomelo.EntityFrameworkCore.MySql@9 sequential GUID, little-endian binary(16) as text", mix, "starts over", "uuid", func(x time.Time) string {
		t, tv, va := pom(x)
		return text16(mixed(cat(be64(t)[:6], []byte{byte(tv), byte(tv >> 8), va}, rb(7))))
	})
	at("Pomelo.EntityFrameworkCore.MySql@9 sequential GUID, little-endian binary(16) as bytes (.NET byte order)", first, "ordered", "bytes", func(x time.Time) string {
		t, tv, va := pom(x)
		return hex.EncodeToString(cat(be64(t)[:6], []byte{byte(tv), byte(tv >> 8), va}, rb(7)))
	})
	at("RT.Comb@4.0 Provider.PostgreSql (Unix ms), ToByteArray() (.NET byte order)", mix, "starts over", "bytes", func(x time.Time) string {
		b := v4()
		copy(b, be64(uint64(x.UnixMilli()))[2:])
		return hex.EncodeToString(mixed(b))
	})
	at("NHibernate@5.5 guid.comb ToByteArray() (.NET byte order)", last, "random", "bytes", func(x time.Time) string {
		b := v4()
		copy(b[10:], days(x, 1000/3.333333))
		return hex.EncodeToString(mixed(b))
	})
	// ABP SequentialGuidGenerator (after jhtodd/SequentialGuid): ms since 0001 in 48 bits and 80 random bits.
	abp := func(x time.Time) []byte { return be64(ticks(x) / 10000)[2:] }
	at("ABP@9 SequentialGuidGenerator SequentialAsString", nf, "ordered", "uuid", func(x time.Time) string { return text16(cat(abp(x), rb(10))) })
	at("ABP@9 SequentialGuidGenerator SequentialAsString as text", nf, "ordered", "text", func(x time.Time) string { return text16(cat(abp(x), rb(10))) })
	at("ABP@9 SequentialGuidGenerator SequentialAsBinary as bytes (ToByteArray)", nf, "ordered", "bytes", func(x time.Time) string { return hex.EncodeToString(cat(abp(x), rb(10))) })
	at("ABP@9 SequentialGuidGenerator SequentialAsBinary shown as a UUID", nm, "starts over", "uuid", func(x time.Time) string { return text16(mixed(cat(abp(x), rb(10)))) })
	at("ABP@9 SequentialGuidGenerator SequentialAtEnd", nl, "random", "uuid", func(x time.Time) string { return text16(cat(rb(10), abp(x))) })
	at("ABP@9 SequentialGuidGenerator SequentialAtEnd as bytes", nl, "random", "bytes", func(x time.Time) string { return hex.EncodeToString(cat(rb(10), abp(x))) })
	// MassTransit NewId: ticks, worker (MAC), process, sequence.
	worker := []byte{0x00, 0x15, 0x5d, 0x8a, 0x6b, 0x0c}
	at("MassTransit NewId@4.0 NextSequentialGuid", nf, "ordered", "uuid", func(x time.Time) string {
		return text16(cat(be64(ticks(x)), []byte{worker[2], worker[3], worker[0], worker[1]}, worker[4:6], []byte{0, byte(rnd.IntN(2))}))
	})
	at("MassTransit NewId@4.0 NextGuid", nl, "starts over", "uuid", func(x time.Time) string {
		k := be64(ticks(x))
		return text16(cat(worker[4:6], []byte{0, 0}, []byte{worker[2], worker[3], worker[0], worker[1]}, k[6:8], k[0:6]))
	})
	// SQL Server NEWSEQUENTIALID(): UuidCreateSequential (version 1) with the first three groups swapped.
	node := []byte{0x00, 0x15, 0x5d, 0x01, 0xa2, 0x0b}
	at("SQL Server@2022 NEWSEQUENTIALID() as text, upper case", nm, "starts over", "text", func(x time.Time) string { return strings.ToUpper(text16(mixed(v1of(x, 0x2c41, node)))) })
	at("SQL Server@2022 NEWSEQUENTIALID() as a UUID", nm, "starts over", "uuid", func(x time.Time) string { return text16(mixed(v1of(x, 0x2c41, node))) })
	sq := now.Add(-3 * time.Hour)
	for byte(v1of(sq, 0, node)[3]) != 0xc8 { // so that the first byte wraps within the batch
		sq = sq.Add(100)
	}
	plain("SQL Server@2022 NEWSEQUENTIALID(), one batch of inserts", nm, "starts over", "uuid", func(int) string {
		sq = sq.Add(100)
		return text16(mixed(v1of(sq, 0x2c41, node)))
	})
	plain("SQL Server@2022 NEWID() as text, upper case", "UUIDv4", "random", "text", func(int) string { return strings.ToUpper(text16(v4())) })
	// Oracle SYS_GUID(): a counter, the process, E0 53, the address, the process again.
	og := uint64(0x2a61f04c9d03)
	oracle := func(p int) []byte {
		og++
		return cat(be64(og)[2:], []byte{byte(0x10 + p), 0x44, 0xe0, 0x63, 0x02, 0x00, 0x11, 0xac, byte(0x9a + p), 0x3e})
	}
	plain("Oracle@23 SYS_GUID() as RAW(16), one session", nn, "ordered", "bytes", func(int) string { return hex.EncodeToString(oracle(0)) })
	plain("Oracle@23 SYS_GUID() as upper-case hex, one session", nn, "ordered", "text", func(int) string { return strings.ToUpper(hex.EncodeToString(oracle(0))) })
	osess := []uint64{0x2a61f04c9d03, 0x2a61d21b0c70, 0x2a6210aa4499, 0x2a61f05a0001}
	plain("Oracle@23 SYS_GUID() as RAW(16), four sessions", nn, "none", "bytes", func(int) string {
		p := rnd.IntN(4)
		osess[p]++
		og = osess[p]
		return hex.EncodeToString(oracle(p))
	})
	// MySQL UUID(): version 1 with the host's MAC; UUID_SHORT(): (server_id & 255) << 56 + startup seconds << 24 + counter.
	at("MySQL@8.4 UUID()", "UUIDv1", "starts over", "text", func(x time.Time) string { return text16(v1of(x, 0x0b17, []byte{0x02, 0x42, 0xac, 0x11, 0x00, 0x05})) })
	at("MySQL@8.4 UUID_TO_BIN(UUID())", "UUIDv1", "starts over", "bytes", func(x time.Time) string {
		return hex.EncodeToString(v1of(x, 0x0b17, []byte{0x02, 0x42, 0xac, 0x11, 0x00, 0x05}))
	})
	at("MySQL@8.4 UUID_TO_BIN(UUID(),1)", "UUIDv1 swapped (UUID_TO_BIN(x,1))", "ordered", "bytes", func(x time.Time) string {
		return hex.EncodeToString(v1swap(v1of(x, 0x0b17, []byte{0x02, 0x42, 0xac, 0x11, 0x00, 0x05})))
	})
	for _, e := range ends {
		c := uint64(7)<<56 + uint64(e.at.Add(-20*24*time.Hour).Unix())<<24
		plain("MySQL@8.4 UUID_SHORT(), server 7, started before "+e.label, "other: MySQL UUID_SHORT()", "ordered", "integer", func(int) string { c++; return u64(c) })
	}
	plain("MySQL@8.4 UUID_SHORT(), servers 1 to 12", "other: MySQL UUID_SHORT()", "none", "integer", func(i int) string {
		return u64(uint64(1+rnd.IntN(12))<<56 + uint64(now.Add(-9*24*time.Hour).Unix())<<24 + uint64(i))
	})
	// Hibernate CustomVersionOneStrategy (UuidGenerator Style.TIME): address, JVM start (ms >> 8) with version 1, then
	// 2 bits variant, ms >> 32 (16 bits), ms (32 bits), a counter of 16 bits.
	hib := func(x time.Time, c uint16) []byte {
		jvm := be32(uint32(x.Truncate(72*time.Hour).UnixMilli() >> 8))
		jvm[2] = jvm[2]&0x0f | 0x10
		ms := uint64(x.UnixMilli())
		lo := cat(be32(uint32(ms >> 32))[2:], be32(uint32(ms)), be32(uint32(c))[2:])
		lo[0] = lo[0]&0x3f | 0x80
		return cat([]byte{10, 1, 4, 17}, jvm, lo)
	}
	var hc uint16
	hone := func(x time.Time) []byte {
		hc++
		b := hib(x, hc)
		copy(b[4:8], hib(x.Truncate(10000*time.Hour), 0)[4:8])
		return b
	}
	at("Hibernate@6.6 UuidGenerator Style.TIME, one JVM", "other: Hibernate's custom version 1 (address, JVM, ms, counter)", "ordered", "uuid", func(x time.Time) string { return text16(hone(x)) })
	at("Hibernate@6.6 UuidGenerator Style.TIME as bytes, one JVM", "other: Hibernate's custom version 1 (address, JVM, ms, counter)", "ordered", "bytes", func(x time.Time) string { return hex.EncodeToString(hone(x)) })
	// Hibernate UUIDHexGenerator ("uuid"): address, JVM, ms >> 32 (16 bits), ms (32 bits), counter (16 bits), in hex.
	at("Hibernate@5.6 uuid (UUIDHexGenerator), one JVM", "other: Hibernate's uuid.hex (address, JVM, ms, counter)", "ordered", "text", func(x time.Time) string {
		hc++
		ms := uint64(x.UnixMilli())
		return fmt.Sprintf("%08x%08x%04x%08x%04x", 0xc0a80a15, 0x19a30c55, uint16(ms>>32), uint32(ms), hc)
	})
	// Hibernate 7 UuidVersion7Strategy / 6.6 Style.VERSION_7: RFC 9562 with the ns in rand_a.
	at("Hibernate@7.0 UuidGenerator Style.VERSION_7", "UUIDv7", "ordered", "uuid", pg7)
	at("Hibernate@7.0 UuidGenerator Style.VERSION_6", "UUIDv6", "ordered", "uuid", func(x time.Time) string {
		t := uint64(x.UnixNano()/100) + 0x01B21DD213814000
		return text16(cat(be64(t>>12<<16|t&0xfff|6<<12), be64(2<<62|rnd.Uint64()>>2)))
	})
	plain("Postgres uuid-ossp@1.1 uuid_generate_v4()", "UUIDv4", "random", "uuid", func(int) string { return text16(v4()) })
	at("Postgres uuid-ossp@1.1 uuid_generate_v1mc() (random multicast node each)", "UUIDv1", "starts over", "uuid", func(x time.Time) string {
		m := rb(6)
		m[0] |= 3
		return text16(v1of(x, 0x1f03, m))
	})
	at("Cassandra@5 now() (timeuuid)", "UUIDv1", "starts over", "uuid", func(x time.Time) string { return text16(v1of(x, 0x3a9c, []byte{0xd7, 0x1c, 0x00, 0x4f, 0xe1, 0x29})) })

	// UUIDs in other bases
	b64 := base64.StdEncoding.EncodeToString
	b64url := base64.RawURLEncoding.EncodeToString
	plain("UUIDv4 in base64url (22 characters)", "other: UUIDv4 in base64url", "random", "text", func(int) string { return b64url(v4()) })
	plain("UUIDv4 in base64 (24 characters)", "other: UUIDv4 in base64", "random", "text", func(int) string { return b64(v4()) })
	plain("UUIDv4 in .NET byte order in base64url (22 characters)", "other: UUIDv4 in base64url", "random", "text", func(int) string { return b64url(mixed(v4())) })
	at("UUIDv7 in base64url (22 characters)", "other: UUIDv7 in base64url", "almost", "text", func(x time.Time) string { return b64url(v7of(x)) })
	plain("UUIDv4 in base58 (uuid58, 22 characters)", "other: UUIDv4 in base58", "random", "text", func(int) string { return enc(v4(), b58, 22) })
	at("UUIDv7 in base58 (22 characters)", "other: UUIDv7 in base58", "ordered", "text", func(x time.Time) string { return enc(v7of(x), b58, 22) })
	plain("PyPI shortuuid@1.0 (UUIDv4 in base57)", "other: short UUID in base57", "random", "text", func(int) string { return enc(v4(), b57, 22) })
	plain("UUIDv4 in base62 (22 characters)", "other: UUIDv4 in base62", "random", "text", func(int) string { return enc(v4(), b62, 22) })
	plain("UUIDv4 in base36 (uuid25)", "other: UUIDv4 in base36", "random", "text", func(int) string { return enc(v4(), b36, 25) })
	at("UUIDv7 in Crockford's base32 without a prefix (26 characters, lower case)", "other: UUIDv7 in base32", "ordered", "text", func(x time.Time) string { return strings.ToLower(enc(v7of(x), croc, 26)) })
	plain("UUIDv4 as decimal (39 digits at most)", "other: UUIDv4 in decimal", "random", "text", func(int) string { return new(big.Int).SetBytes(v4()).String() })
	plain("UUIDv4 in base32 of RFC 4648 (26 characters)", "other: UUIDv4 in base32", "random", "text", func(int) string { return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(v4()) })

	// snowflakes by source
	const tw = 1288834974657
	leafSeq := func() uint64 { return uint64(rnd.IntN(100)) }
	at("Twitter tweet ids (many machines)", "snowflake Twitter", "ordered", "integer", func(x time.Time) string { return snow(x, tw, uint64(320+rnd.IntN(64)), uint64(rnd.IntN(12))) })
	at("Twitter tweet ids as text", "snowflake Twitter", "ordered", "text", func(x time.Time) string { return snow(x, tw, uint64(320+rnd.IntN(64)), uint64(rnd.IntN(12))) })
	at("Meituan Leaf@1.0 snowflake (sequence begins at random 0–99)", "snowflake Twitter", "ordered", "integer", func(x time.Time) string { return snow(x, tw, 3, leafSeq()) })
	at("MyBatis-Plus@3.5 IdWorker (sequence begins at 1 or 2)", "snowflake Twitter", "ordered", "integer", func(x time.Time) string { return snow(x, tw, 21<<5|7, uint64(1+rnd.IntN(2))) })
	at("Hutool@5.8 Snowflake", "snowflake Twitter", "ordered", "integer", func(x time.Time) string { return snow(x, tw, 1<<5|1, 0) })
	at("Discord message ids", "snowflake Discord", "ordered", "integer", func(x time.Time) string {
		return snow(x, 1420070400000, uint64(rnd.IntN(32)<<5|rnd.IntN(3)), uint64(rnd.IntN(400)))
	})
	at("Discord message ids as text", "snowflake Discord", "ordered", "text", func(x time.Time) string {
		return snow(x, 1420070400000, uint64(rnd.IntN(32)<<5|rnd.IntN(3)), uint64(rnd.IntN(400)))
	})
	atSched("Discord user ids over eight years", "snowflake Discord", "random", "text", shuffled(sched(n, now, 8*365*24*time.Hour)), func(x time.Time) string {
		return snow(x, 1420070400000, uint64(rnd.IntN(32)<<5), uint64(rnd.IntN(6)))
	})
	atSched("Discord ids, busy channel, one hour, bursts of 4, ends now", "snowflake Discord", "almost", "integer", bursts(n, 4, 0, now, time.Hour), func(x time.Time) string {
		return snow(x, 1420070400000, uint64(rnd.IntN(1024)), uint64(rnd.IntN(100)))
	})
	at("Apache ShardingSphere@5 SNOWFLAKE (epoch 2016-11-01)", "snowflake own epoch", "ordered", "integer", func(x time.Time) string { return snow(x, 1477958400000, 0, uint64(rnd.IntN(2))) })
	at("godruoyi/go-snowflake@0.0.2 (start 2014-09-01, machine 0)", "snowflake own epoch", "ordered", "integer", func(x time.Time) string { return snow(x, 1409529600000, 0, 0) })
	at("godruoyi/php-snowflake (start 2019-10-10, random datacenter and worker)", "snowflake own epoch", "ordered", "integer", func(x time.Time) string { return snow(x, 1570665600000, uint64(rnd.IntN(1024)), 0) })
	at("snowflake 1970 of a home-made class, worker 1", "snowflake 1970", "ordered", "integer", func(x time.Time) string { return snow(x, 0, 1, 0) })
	sysEpoch := time.Date(2022, 2, 22, 0, 0, 0, 0, time.UTC).UnixMilli()
	at("snowflake own epoch 2022-02-22, 1000 workers", "snowflake own epoch", "ordered", "integer", func(x time.Time) string { return snow(x, sysEpoch, uint64(rnd.IntN(1000)), 0) })
	atSched("snowflake own epoch 2022-02-22, 1000 workers, busy (bursts of 30 in one millisecond), ends now", "snowflake own epoch", "almost", "integer", bursts(n+8, 30, 0, now, time.Hour), func(x time.Time) string {
		return snow(x, sysEpoch, uint64(rnd.IntN(1000)), 0)
	})
	at("snowflake as bytes (8 big-endian), epoch 2022-02-22", "snowflake own epoch", "ordered", "bytes", func(x time.Time) string {
		return hex.EncodeToString(be64(uint64(x.UnixMilli()-sysEpoch)<<22 | 77<<12))
	})
	at("snowflake as 16 hex digits, Twitter's epoch", "snowflake Twitter", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("%016x", uint64(x.UnixMilli()-tw)<<22|12<<12) })
	// Yitter: ms since 2020-02-20 << 12, worker 6 bits, sequence 6 bits from 5.
	at("yitter/idgenerator-go@1.3 (6 + 6 bits)", "other: Yitter (ms since 2020-02-20 << 12)", "ordered", "integer", func(x time.Time) string { return u64(uint64(x.UnixMilli()-1582136402000)<<12 | 1<<6 | 5) })
	// 53 bits for JavaScript: 41 bits of ms since 2022, 12 of worker and sequence; or seconds << 21.
	at("snowflake of 53 bits for JavaScript (seconds since 1970 << 20, random)", "other: 53 bits (seconds and random)", "ordered", "integer", func(x time.Time) string { return u64(uint64(x.Unix())<<20 | rnd.Uint64()>>44) })
	at("snowflake of 53 bits for JavaScript (ms since 2020-01-01 << 12, node, sequence)", "other: 53 bits (ms, node and sequence)", "ordered", "integer", func(x time.Time) string { return u64(uint64(x.UnixMilli()-1577836800000)<<12 | 3<<7) })
	at("Mastodon@4 status ids (ms << 16 and 16 bits)", "other: Mastodon (ms << 16)", "ordered", "integer", func(x time.Time) string { return u64(uint64(x.UnixMilli())<<16 | rnd.Uint64()>>48) })
	at("Mastodon@4 status ids as text", "other: Mastodon (ms << 16)", "ordered", "text", func(x time.Time) string { return u64(uint64(x.UnixMilli())<<16 | rnd.Uint64()>>48) })
	at("Baidu uid-generator@1.0 (29 bits of seconds since 2016-05-20, 21 worker, 13 sequence)", "other: Baidu uid-generator", "ordered", "integer", func(x time.Time) string {
		return u64(uint64(x.Unix()-1463673600)<<34 | 25<<13 | uint64(rnd.IntN(3)))
	})
	seata := uint64(0)
	at("Apache Seata@2 UUIDGenerator (worker, ms since 2020-05-03 at start, counter)", "other: Seata (worker, time at start, counter)", "ordered", "integer", func(x time.Time) string {
		seata++
		return u64(uint64(613)<<53 | uint64(now.Add(-200*24*time.Hour).UnixMilli()-1588435200000)<<12 + uint64(x.Unix()-1700000000) + seata)
	})
	wu := uint64(0)
	plain("edwingeng/wuid (28 bits of a section, 36 of a counter)", "other: wuid", "ordered", "integer", func(i int) string {
		wu++
		return u64(uint64(40+i/60)<<36 | wu)
	})
	// Sonyflake v2: default start 2025-01-01.
	sony2 := func(x time.Time, unit time.Duration, start time.Time, bs, bm uint, seq, m uint64) string {
		u := uint64(x.UnixNano()/int64(unit) - start.UnixNano()/int64(unit))
		return u64(u<<(bs+bm) | seq<<bm | m)
	}
	y25 := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	at("sony/sonyflake/v2@v2.2 default (start 2025-01-01), one machine", "Sonyflake own epoch", "ordered", "integer", func(x time.Time) string { return sony2(x, 10*time.Millisecond, y25, 8, 16, 0, 0x0a17) })
	at("sony/sonyflake/v2@v2.2 default (start 2025-01-01), 3 machines", "Sonyflake own epoch", "ordered", "integer", func(x time.Time) string {
		return sony2(x, 10*time.Millisecond, y25, 8, 16, 0, []uint64{0x0a17, 0x0a18, 0x1f03}[rnd.IntN(3)])
	})
	at("sony/sonyflake/v2@v2.2 start 2014-09-01, 40 machines", "Sonyflake", "ordered", "integer", func(x time.Time) string {
		return sony2(x, 10*time.Millisecond, time.Date(2014, 9, 1, 0, 0, 0, 0, time.UTC), 8, 16, 0, uint64(0x0a00+rnd.IntN(40)))
	})
	at("sony/sonyflake/v2@v2.2 unit 1 ms, 8 + 10 bits, start 2024-01-01", "other: Sonyflake with a unit of 1 ms", "ordered", "integer", func(x time.Time) string {
		return sony2(x, time.Millisecond, time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 8, 10, 0, uint64(500+rnd.IntN(2)))
	})
	at("sony/sonyflake/v2@v2.2 unit 1 ms, 8 + 16 bits, start 2025-01-01", "other: Sonyflake with a unit of 1 ms", "ordered", "integer", func(x time.Time) string {
		return sony2(x, time.Millisecond, y25, 8, 16, 0, 0x0a17)
	})
	ig := uint64(0)
	insta := func(shards int) func(time.Time) string {
		return func(x time.Time) string {
			ig++
			return u64(uint64(x.UnixMilli()-1314220021721)<<23 | uint64(5+rnd.IntN(shards))<<10 | (3001+ig*7)%1024)
		}
	}
	at("Instagram's PL/pgSQL next_id(), one shard", "Instagram", "ordered", "integer", insta(1))
	at("Instagram's PL/pgSQL next_id(), 200 shards", "Instagram", "ordered", "integer", insta(200))
	at("Instagram's PL/pgSQL next_id(), one shard, as text", "Instagram", "ordered", "text", insta(1))
	atSched("Instagram's PL/pgSQL next_id(), one shard, busy (bursts of 20 in one millisecond), ends now", "Instagram", "almost", "integer", bursts(n, 20, 0, now, 30*time.Minute), func(x time.Time) string {
		ig++
		return u64(uint64(x.UnixMilli()-1314220021721)<<23 | 5<<10 | ig*61%1024)
	})
	at("Instagram's PL/pgSQL next_id() with own epoch 2021-01-01, one shard", "other: Instagram's layout with an own epoch", "ordered", "integer", func(x time.Time) string {
		ig++
		return u64(uint64(x.UnixMilli()-1609459200000)<<23 | 1<<10 | ig%1024)
	})
	crdb := func(nodes int) func(time.Time) string {
		return func(x time.Time) string {
			return u64(uint64(x.UnixNano()-1420070400_000_000_000)/10_000<<15 ^ uint64(1+rnd.IntN(nodes)))
		}
	}
	at("CockroachDB@24 unique_rowid(), one node", "CockroachDB rowid", "ordered", "integer", crdb(1))
	at("CockroachDB@24 unique_rowid(), 9 nodes", "CockroachDB rowid", "ordered", "integer", crdb(9))
	atSched("CockroachDB@24 unique_rowid(), 9000 instance ids, busy (bursts of 6 in 10 µs), ends now", "CockroachDB rowid", "almost", "integer", bursts(n+9, 6, 0, now.Truncate(10*time.Microsecond), time.Hour), crdb(9000))
	atSched("CockroachDB@24 unique_rowid(), one node, one a minute, ends now", "CockroachDB rowid", "ordered", "integer", minutes(n, now), crdb(1))
	crRev := crdb(3)
	at("CockroachDB@24 unordered_unique_rowid()", "other: CockroachDB unordered_unique_rowid()", "random", "integer", func(x time.Time) string {
		var v uint64
		fmt.Sscan(crRev(x), &v)
		ts, nd := v>>15, v&0x7fff
		var r uint64
		for i := 0; i < 48; i++ {
			r = r<<1 | ts>>i&1
		}
		return u64((r<<15 | nd) & (1<<63 - 1))
	})
	// TiDB AUTO_RANDOM(5): sign bit, 5 random bits, 58 bits of an auto increment.
	td := uint64(30001)
	plain("TiDB@8 AUTO_RANDOM(5)", "other: TiDB AUTO_RANDOM", "random", "integer", func(int) string { td++; return u64(uint64(rnd.IntN(32))<<58 | td) })
	plain("TiDB@8 AUTO_RANDOM(5, 54)", "other: TiDB AUTO_RANDOM", "random", "integer", func(int) string { td++; return u64(uint64(rnd.IntN(32))<<48 | td) })
	// TSID: 42 bits of ms since 2020-01-01, 22 of node and counter (hypersistence-tsid).
	tsid := func(x time.Time) uint64 { return uint64(x.UnixMilli()-1577836800000)<<22 | rnd.Uint64()>>42 }
	at("hypersistence-tsid@2.1 (random node and counter)", "other: TSID", "ordered", "integer", func(x time.Time) string { return u64(tsid(x)) })
	at("hypersistence-tsid@2.1 as 13 characters", "other: TSID", "ordered", "text", func(x time.Time) string { return enc(be64(tsid(x)), croc, 13) })

	// Boundary flake, kala's bigflake: 64 bits of ms, 48 of MAC, 16 of sequence.
	at("Boundary flake (128 bits)", "other: Boundary flake", "ordered", "bytes", func(x time.Time) string {
		return hex.EncodeToString(cat(be64(uint64(x.UnixMilli())), node, []byte{0, 0}))
	})
	at("Boundary flake in base62 (mattheath/kala bigflake)", "other: Boundary flake", "ordered", "text", func(x time.Time) string { return enc(cat(be64(uint64(x.UnixMilli())), node, []byte{0, 0}), b62, 18) })
	at("Boundary flake as a UUID", "other: Boundary flake", "ordered", "uuid", func(x time.Time) string { return text16(cat(be64(uint64(x.UnixMilli())), node, []byte{0, 0})) })
	at("Cassandra LexicalUUID (µs and worker)", "other: LexicalUUID", "ordered", "bytes", func(x time.Time) string {
		return hex.EncodeToString(cat(be64(uint64(x.UnixMicro())), []byte{0x5a, 1, 0x8e, 0x33, 0x41, 7, 0xc2, 0x19}))
	})
	// Elasticsearch TimeBasedUUIDGenerator.
	es := uint64(0x5b1c07)
	mac := rb(6)
	at("Elasticsearch@8 automatic ids (TimeBasedUUIDGenerator)", "other: Elasticsearch's time-based flake ID", "random", "text", func(x time.Time) string {
		es += 1 + uint64(rnd.IntN(90))
		t := uint64(x.UnixMilli())
		return b64url(cat([]byte{byte(es), byte(es >> 16), byte(t >> 16), byte(t >> 24), byte(t >> 32), byte(t >> 40)}, mac, []byte{byte(t >> 8), byte(es >> 8), byte(t)}))
	})
	// push IDs
	pushID := func(x time.Time) string { return enc(be64(uint64(x.UnixMilli())), push, 8)[0:8] + pick(push, 12) }
	at("kjk/betterguid (Firebase's push ID)", "push ID (Firebase)", "ordered", "text", pushID)
	atSched("Firebase push IDs, three clients, bursts of 5 in one millisecond, ends now", "push ID (Firebase)", "almost", "text", bursts(n, 5, 0, now, threeMonths), pushID)
	atSched("Firebase push IDs, eight years, ends now", "push ID (Firebase)", "ordered", "text", sched(n, now, 8*365*24*time.Hour), pushID)
	plain("Firestore automatic ids", "Firestore", "random", "text", func(int) string { return pick(b62, 20) })
	plain("Firestore automatic ids, second collection", "Firestore", "random", "text", func(int) string { return pick(b62, 20) })
	// Rust/JS layouts by documentation: cuid v1 by Prisma (cuid()).
	cc := uint64(917)
	at("Prisma@6 cuid()", "cuid", "ordered", "text", func(x time.Time) string {
		cc++
		return "c" + enc(be64(uint64(x.UnixMilli())), b36, 8) + enc(be64(cc), b36, 4) + "qz5h" + pick(b36, 8)
	})
	plain("Prisma@6 cuid(2)", "cuid2", "random", "text", func(int) string { return pick(lower, 1) + pick(b36, 23) })
	// PHP uniqid(): 8 hex of seconds, 5 hex of µs; and with more entropy.
	at("PHP@8.4 uniqid()", "other: PHP uniqid (seconds and µs in hex)", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("%08x%05x", x.Unix(), x.Nanosecond()/1000) })
	at("PHP@8.4 uniqid('', true)", "other: PHP uniqid with more entropy", "ordered", "text", func(x time.Time) string {
		return fmt.Sprintf("%08x%05x%.8f", x.Unix(), x.Nanosecond()/1000, rnd.Float64()*10)
	})
	// Salesforce: key prefix, instance, counter in base62 (0-9 A-Z a-z as they sort); 18 with a checksum.
	sfid := uint64(0)
	sf15 := func(prefix string) string {
		sfid += 1 + uint64(rnd.IntN(5))
		return prefix + "5g0000" + enc(be64(3_000_000_00+sfid), b62, 6)[0:6]
	}
	sf18 := func(s string) string {
		for i := 0; i < 3; i++ {
			x := 0
			for j := 0; j < 5; j++ {
				if c := s[i*5+j]; c >= 'A' && c <= 'Z' {
					x |= 1 << j
				}
			}
			s += "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"[x : x+1]
		}
		return s
	}
	plain("Salesforce account ids (15 characters)", "other: Salesforce", "ordered", "text", func(int) string { return sf15("001") })
	plain("Salesforce contact ids (18 characters)", "other: Salesforce", "ordered", "text", func(int) string { return sf18(sf15("003")) })
	plain("YouTube video ids", "random base64", "random", "text", func(int) string { return pick(b64u, 10) + string("AEIMQUYcgkosw048"[rnd.IntN(16)]) })
	plain("Stripe-like customer ids (cus_ and 14 base62)", "random base62", "random", "text", func(int) string { return "cus_" + pick(b62, 14) })
	plain("Stripe-like keys (sk_live_ and 24 base62)", "random base62", "random", "text", func(int) string { return "sk_live_" + pick(b62, 24) })
	plain("prefixed_ids of Rails (user_ and 24 base62 lower first)", "random base62", "random", "text", func(int) string { return "user_" + pick(b62l, 24) })
	plain("random base62 of 8 characters", "random base62", "random", "text", func(int) string { return pick(b62, 8) })
	plain("random base62 of 16 characters", "random base62", "random", "text", func(int) string { return pick(b62, 16) })
	plain("random base62 of 32 characters", "random base62", "random", "text", func(int) string { return pick(b62, 32) })
	plain("Rails@8 has_secure_token (base58, 24)", "other: random base58", "random", "text", func(int) string { return pick(b58, 24) })
	plain("random base36 of 12 characters", "other: random base36", "random", "text", func(int) string { return pick(b36, 12) })
	plain("random base32 of 16 characters (TOTP-like)", "other: random base32", "random", "text", func(int) string { return pick(b32, 16) })
	plain("random base64url of 16 bytes", "random base64", "random", "text", func(int) string { return b64url(rb(16)) })
	plain("random base64 of 32 bytes", "random base64", "random", "text", func(int) string { return b64(rb(32)) })
	plain("random base64 of 12 bytes", "random base64", "random", "text", func(int) string { return b64(rb(12)) })
	plain("Python@3.14 secrets.token_urlsafe(16)", "random base64", "random", "text", func(int) string { return b64url(rb(16)) })
	for _, k := range []int{4, 8, 10, 16, 20, 32} {
		plain(fmt.Sprintf("random hex of %d bytes", k), "random hex", "random", "text", func(int) string { return hex.EncodeToString(rb(k)) })
	}
	plain("random hex of 8 bytes, upper case", "random hex", "random", "text", func(int) string { return strings.ToUpper(hex.EncodeToString(rb(8))) })
	for _, k := range []int{8, 12, 16, 20, 24} {
		plain(fmt.Sprintf("random bytes, %d", k), "random bytes", "random", "bytes", func(int) string { return hex.EncodeToString(rb(k)) })
	}
	plain("random integers of 63 bits", "random integer", "random", "integer", func(int) string { return u64(rnd.Uint64() >> 1) })
	plain("random integers of 64 bits unsigned", "random integer", "random", "integer", func(int) string { return u64(rnd.Uint64()) })
	plain("random integers of 53 bits", "random integer", "random", "integer", func(int) string { return u64(rnd.Uint64() >> 11) })
	plain("random integers of 48 bits", "random integer", "random", "integer", func(int) string { return u64(rnd.Uint64() >> 16) })
	plain("random integers of 31 bits", "random integer", "random", "integer", func(int) string { return u64(rnd.Uint64() >> 33) })
	plain("random integers of nine digits", "random integer", "random", "integer", func(int) string { return u64(100_000_000 + rnd.Uint64N(900_000_000)) })
	plain("random integers of 63 bits as text", "random integer", "random", "text", func(int) string { return u64(rnd.Uint64() >> 1) })

	// hashes
	doc := func(i int) []byte { return fmt.Appendf(nil, "document %d of the corpus %x", i, rb(4)) }
	plain("MD5 in hex", "hash", "random", "text", func(i int) string { h := md5.Sum(doc(i)); return hex.EncodeToString(h[:]) })
	plain("MD5 as bytes", "hash", "random", "bytes", func(i int) string { h := md5.Sum(doc(i)); return hex.EncodeToString(h[:]) })
	plain("SHA-1 in hex (git objects)", "hash", "random", "text", func(i int) string { h := sha1.Sum(doc(i)); return hex.EncodeToString(h[:]) })
	plain("SHA-1 as bytes", "hash", "random", "bytes", func(i int) string { h := sha1.Sum(doc(i)); return hex.EncodeToString(h[:]) })
	plain("SHA-256 in hex", "hash", "random", "text", func(i int) string { h := sha256.Sum256(doc(i)); return hex.EncodeToString(h[:]) })
	plain("SHA-256 as bytes", "hash", "random", "bytes", func(i int) string { h := sha256.Sum256(doc(i)); return hex.EncodeToString(h[:]) })
	plain("SHA-256 in base64", "hash", "random", "text", func(i int) string { h := sha256.Sum256(doc(i)); return b64(h[:]) })
	plain("SHA-256 with prefix sha256: (image digests)", "hash", "random", "text", func(i int) string { h := sha256.Sum256(doc(i)); return "sha256:" + hex.EncodeToString(h[:]) })
	plain("SHA-512 in hex", "hash", "random", "text", func(i int) string { h := sha512.Sum512(doc(i)); return hex.EncodeToString(h[:]) })
	plain("git short hashes (7)", "hash", "random", "text", func(i int) string { h := sha1.Sum(doc(i)); return hex.EncodeToString(h[:])[:7] })
	plain("git short hashes (10)", "hash", "random", "text", func(i int) string { h := sha1.Sum(doc(i)); return hex.EncodeToString(h[:])[:10] })
	plain("CRC-32 in hex", "hash", "random", "text", func(i int) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(doc(i))) })
	plain("FNV-1a of 64 bits as an integer", "hash", "random", "integer", func(i int) string { h := fnv.New64a(); h.Write(doc(i)); return u64(h.Sum64()) })
	plain("MD5 in base64 (Content-MD5)", "hash", "random", "text", func(i int) string { h := md5.Sum(doc(i)); return b64(h[:]) })

	// times
	type tf struct {
		name, kind string
		f          func(time.Time) string
	}
	for _, c := range []tf{
		{"Unix seconds", "Unix seconds", func(x time.Time) string { return i64(x.Unix()) }},
		{"Unix ms", "Unix ms", func(x time.Time) string { return i64(x.UnixMilli()) }},
		{"Unix µs", "Unix µs", func(x time.Time) string { return i64(x.UnixMicro()) }},
		{"Unix ns", "Unix ns", func(x time.Time) string { return i64(x.UnixNano()) }},
		{".NET ticks", ".NET ticks", func(x time.Time) string { return u64(ticks(x)) }},
		{"FILETIME", "FILETIME", func(x time.Time) string { return i64(x.UnixNano()/100 + 116444736000000000) }},
		{"Chrome time", "Chrome time", func(x time.Time) string { return i64(x.UnixMicro() + 11644473600000000) }},
	} {
		at(c.name, c.kind, "ordered", "integer", c.f)
		at(c.name+" as text", c.kind, "ordered", "text", c.f)
		atSched(c.name+", eight years, ends now", c.kind, "ordered", "integer", sched(n, now, 8*365*24*time.Hour), c.f)
		atSched(c.name+", one a minute, ends now", c.kind, "ordered", "integer", minutes(n, now), c.f)
	}
	atSched("Unix ms, ten minutes, ends now", "Unix ms", "ordered", "integer", sched(n, now, 10*time.Minute), func(x time.Time) string { return i64(x.UnixMilli()) })
	atSched("Unix µs, ten minutes, ends now", "Unix µs", "ordered", "integer", sched(n, now, 10*time.Minute), func(x time.Time) string { return i64(x.UnixMicro()) })
	atSched("Unix seconds at midnight (days), 150 days, ends now", "Unix seconds", "ordered", "integer", dayList(now), func(x time.Time) string { return i64(x.Unix()) })
	at("Unix ns as Go's UnixNano rounded to µs", "Unix ns", "ordered", "integer", func(x time.Time) string { return i64(x.UnixMicro() * 1000) })
	at("Unix ms as id of JavaScript (Date.now())", "Unix ms", "ordered", "integer", func(x time.Time) string { return i64(x.UnixMilli()) })
	at("Unix ms with a prefix (ORD-)", "Unix ms", "ordered", "text", func(x time.Time) string { return "ORD-" + i64(x.UnixMilli()) })
	at("Unix seconds in hex", "other: Unix seconds in hex", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("%08x", x.Unix()) })
	at("Unix ms in base36", "other: Unix ms in base36", "ordered", "text", func(x time.Time) string { return enc(be64(uint64(x.UnixMilli())), b36, 8) })
	at("Date.now().toString(36) and Math.random().toString(36)", "other: Unix ms in base36 and random", "ordered", "text", func(x time.Time) string {
		return enc(be64(uint64(x.UnixMilli())), b36, 8) + pick(b36, 10)
	})
	at("Unix ms and four random digits", "other: Unix ms and random digits", "ordered", "integer", func(x time.Time) string { return i64(x.UnixMilli()*10000 + rnd.Int64N(10000)) })
	at("yyyymmddHHMMSS numbers", "business: time as yyyymmddHHMMSS", "ordered", "integer", func(x time.Time) string { return x.Format("20060102150405") })
	at("yyyymmddHHMMSS and three digits of ms", "business: time as yyyymmddHHMMSSmmm", "ordered", "integer", func(x time.Time) string { return strings.Replace(x.Format("20060102150405.000"), ".", "", 1) })
	at("Excel days with a fraction", "business: Excel days", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("%.5f", float64(x.UnixMilli())/86400000+25569) })
	plain("Excel days (whole)", "business: Excel days", "ordered", "integer", func(i int) string { return i64(int64(46354 - n + i)) })
	at("ISO 8601 timestamps", "business: time stamps in ISO 8601", "ordered", "text", func(x time.Time) string { return x.Format("2006-01-02T15:04:05.000Z") })

	// sequences
	seq := func(name string, start int64, f func(i int) int64) {
		c := start
		plain(name, "sequence", "ordered", "integer", func(i int) string { c += f(i); return i64(c) })
	}
	seq("sequence from 1", 0, func(int) int64 { return 1 })
	seq("sequence from 1,048,577", 1048576, func(int) int64 { return 1 })
	seq("sequence with gaps (rolled back)", 88_120, func(int) int64 { return 1 + rnd.Int64N(4)/3 })
	seq("sample of a sequence of some millions", 0, func(int) int64 { return 1 + rnd.Int64N(40_000) })
	seq("sample of a sequence of some milliards", 2_900_000_000, func(int) int64 { return 1 + rnd.Int64N(900_000) })
	seq("sequence in steps of 10", 10_000, func(int) int64 { return 10 })
	seq("Galera auto_increment (offset 2, increment 3)", 2999, func(int) int64 { return 3 * (1 + rnd.Int64N(2)) })
	seq("sequence from 10^12 (sharded by range)", 1_000_000_000_000, func(int) int64 { return 1 + rnd.Int64N(3) })
	next, block := int64(5001), [4]int64{}
	plain("Hibernate pooled sequences of four servers (blocks of 10)", "sequence", "almost", "integer", func(int) string {
		p := rnd.IntN(4)
		if block[p]%10 == 1 || block[p] == 0 { // its block is used up
			block[p], next = next, next+10
		}
		block[p]++
		return i64(block[p] - 1)
	})
	plain("Postgres identity with cache 20, three sessions", "sequence", "almost", "integer", func(i int) string {
		return i64(int64(70001 + (i/60)*60 + (i%3)*20 + i%60/3))
	})
	plain("sequence as text with leading zeros", "sequence", "ordered", "text", func(i int) string { return fmt.Sprintf("%08d", 4100+i) })
	plain("sequence as text", "sequence", "ordered", "text", func(i int) string { return i64(int64(100_500 + i*3)) })
	plain("Reddit ids (a sequence in base36)", "other: a sequence in base36", "ordered", "text", func(i int) string { return enc(be64(uint64(3_900_000_000+i*97)), b36, 6) })
	plain("Postgres ctid", "other: Postgres ctid", "none", "text", func(i int) string { return fmt.Sprintf("(%d,%d)", i/40+9, i%40+1) })
	plain("Oracle ROWID", "other: Oracle ROWID", "none", "text", func(i int) string {
		return "AAAR3sAAEAAAACX" + enc(be64(uint64(i)), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 3)
	})
	// SQL Server rowversion: 8 bytes, a counter of the database.
	rv := uint64(0x7d1)
	plain("SQL Server@2022 rowversion", "sequence", "ordered", "bytes", func(int) string { rv += 1 + uint64(rnd.IntN(6)); return hex.EncodeToString(be64(rv)) })
	// Kubernetes-like names and others.
	plain("Kubernetes pod name suffixes", "other: Kubernetes generateName suffix", "random", "text", func(int) string {
		return "web-" + pick("bcdfghjklmnpqrstvwxz2456789", 10) + "-" + pick("bcdfghjklmnpqrstvwxz2456789", 5)
	})
	at("AWS X-Ray trace ids (1-seconds-96 random bits)", "other: X-Ray trace ID", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("1-%08x-%s", x.Unix(), hex.EncodeToString(rb(12))) })
	plain("OpenTelemetry trace ids", "random hex", "random", "text", func(int) string { return hex.EncodeToString(rb(16)) })
	plain("AWS resource ids (i- and 17 hex)", "random hex", "random", "text", func(int) string { return "i-0" + pick(hexd, 16) })
	plain("Slack user ids", "other: Slack", "random", "text", func(int) string { return "U0" + pick(b36u, 9) })
	at("Slack message ts (seconds and six digits)", "other: Slack ts", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("%d.%06d", x.Unix(), x.Nanosecond()/1000) })
	at("Redis@7 stream ids (ms-sequence)", "other: Redis stream ID", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("%d-%d", x.UnixMilli(), rnd.IntN(2)) })
	at("Message-IDs of mail", "other: mail Message-ID", "ordered", "text", func(x time.Time) string {
		return fmt.Sprintf("<%s.%s@mx.example.org>", x.Format("20060102150405"), strings.ToUpper(pick(hexd, 10)))
	})
	at("Weibo mids (Unix seconds - 515483463, << 22)", "other: Weibo (seconds << 22)", "ordered", "integer", func(x time.Time) string { return u64(uint64(x.Unix()-515483463)<<22 | rnd.Uint64()>>50) })
	at("Pinterest ids (16 shard, 10 type, 36 local)", "other: Pinterest", "random", "integer", func(x time.Time) string {
		return u64(uint64(rnd.IntN(4096))<<46 | 1<<36 | uint64(7_075_733+rnd.IntN(900000)))
	})
	at("Segment-like message ids (ajs-next-ms-uuid)", "other: ms and UUIDv4 in one text", "ordered", "text", func(x time.Time) string { return fmt.Sprintf("ajs-next-%d-%s", x.UnixMilli(), text16(v4())) })
}

func shuffled(ts []time.Time) []time.Time {
	rnd.Shuffle(len(ts), func(i, j int) { ts[i], ts[j] = ts[j], ts[i] })
	return ts
}

func dayList(end time.Time) []time.Time {
	var ts []time.Time
	for i := n - 1; i >= 0; i-- {
		ts = append(ts, end.Truncate(24*time.Hour).AddDate(0, 0, -i))
	}
	return ts
}
