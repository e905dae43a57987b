package idkind_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// strangers are IDs of other libraries, written by their documentation.
func strangers(now time.Time) []keys {
	return slices.Concat(sequentialGUIDs(now), times(now), otherTexts(now))
}

// microsoft does what .NET's Guid.ToByteArray does.
func microsoft(b []byte) []byte {
	return slices.Concat([]byte{b[3], b[2], b[1], b[0], b[5], b[4], b[7], b[6]}, b[8:])
}

// first and last write six bytes of a number at the beginning or the end of a UUIDv4.
func first(r *rand.Rand, n uint64) []byte {
	b := v4(r)
	copy(b, binary.BigEndian.AppendUint64(nil, n)[2:])
	return b
}

func last(r *rand.Rand, n uint64) []byte {
	b := v4(r)
	copy(b[10:], binary.BigEndian.AppendUint64(nil, n)[2:])
	return b
}

// tick10µs is ramsey/uuid's time: seconds and five digits of their fraction.
func tick10µs(t time.Time) uint64 { return uint64(t.UnixMicro() / 10) }

// ticks is .NET's DateTime.Ticks: 100 ns since the year 1.
func ticks(t time.Time) uint64 { return uint64(t.UnixNano()/100) + 621_355_968_000_000_000 }

// datetime is SQL Server's: two bytes of days since 1900 and four of 1/300 s.
func datetime(t time.Time) uint64 {
	days := uint64(t.Unix()/86_400) + 25_567
	return days<<32 | uint64(t.UnixMilli()%86_400_000*3/10)
}

const (
	timeFirst = "UUIDv4, but ordered by time"
	timeLast  = "UUIDv4, time last"
	timeMixed = "UUIDv4, time in Microsoft's byte order"
)

func sequentialGUIDs(now time.Time) []keys {
	year := func(r *rand.Rand) time.Time { return now.Add(-time.Duration(r.Int64N(int64(12 * month)))) }
	pomelo := func(r *rand.Rand) []byte {
		n := ticks(before(r, now))
		b := binary.BigEndian.AppendUint64(nil, n>>16<<16)
		b = append(b[:6], byte(n>>12&0xF)|0x40, byte(n>>4), 0x80|byte(n&0xF))
		return append(b, someBytes(r, 7)...)
	}
	mixed := 0
	return []keys{
		{"Laravel's ordered UUID", []string{timeFirst}, func(r *rand.Rand) any { return uuidText(first(r, tick10µs(before(r, now)))) }},
		{"Laravel's ordered UUID of a year", []string{timeFirst}, func(r *rand.Rand) any { return uuidText(first(r, tick10µs(year(r)))) }},
		{"Laravel's ordered UUID of 8 years", []string{timeFirst}, func(r *rand.Rand) any {
			return uuidText(first(r, tick10µs(now.Add(-time.Duration(r.Int64N(int64(96*month)))))))
		}},
		{"Laravel's ordered UUID of an hour", []string{timeFirst}, func(r *rand.Rand) any {
			return first(r, tick10µs(now.Add(-time.Duration(r.Int64N(int64(time.Hour))))))
		}},
		{"Laravel's ordered UUID of 2021", []string{timeFirst}, func(r *rand.Rand) any {
			return first(r, tick10µs(before(r, time.Date(2021, 3, 1, 0, 0, 0, 0, time.UTC))))
		}},
		{"Laravel's ordered UUID among UUIDv4", []string{timeFirst + " and UUIDv4", "UUIDv4 and " + timeFirst}, func(r *rand.Rand) any {
			if mixed++; mixed%2 == 0 {
				return v4(r)
			}
			return first(r, tick10µs(year(r)))
		}},
		{"ramsey/uuid, time last", []string{timeLast}, func(r *rand.Rand) any { return uuidText(last(r, tick10µs(year(r)))) }},
		{"RT.Comb, Unix time first", []string{timeFirst}, func(r *rand.Rand) any { return first(r, uint64(year(r).UnixMilli())) }},
		{"RT.Comb, datetime first", []string{timeFirst}, func(r *rand.Rand) any { return first(r, datetime(year(r))) }},
		{"RT.Comb, Unix time last", []string{timeLast}, func(r *rand.Rand) any { return last(r, uint64(year(r).UnixMilli())) }},
		{"NHibernate's guid.comb", []string{timeLast}, func(r *rand.Rand) any { return uuidText(last(r, datetime(year(r)))) }},
		{"Pomelo's sequential GUID", []string{timeFirst}, func(r *rand.Rand) any { return pomelo(r) }},
		{"Pomelo's sequential GUID, other byte order", []string{timeMixed}, func(r *rand.Rand) any {
			b := pomelo(r)
			return version(microsoft(b), 4)
		}},
		{"COMB of seconds", []string{timeFirst}, func(r *rand.Rand) any { return first(r, uint64(year(r).Unix())<<16|r.Uint64N(1<<16)) }},
		{"ABP's sequential GUID as string", []string{"nothing"}, func(r *rand.Rand) any {
			return uuidText(append(binary.BigEndian.AppendUint64(nil, ticks(year(r))/10_000)[2:], someBytes(r, 10)...))
		}},
		{"ABP's sequential GUID at the end", []string{"random bytes or a hash, time last"}, func(r *rand.Rand) any {
			return append(someBytes(r, 10), binary.BigEndian.AppendUint64(nil, ticks(year(r))/10_000)[2:]...)
		}},
		{"EF Core's sequential GUID", []string{"random bytes or a hash, time last"}, func(r *rand.Rand) any {
			c := binary.LittleEndian.AppendUint64(nil, ticks(before(r, now)))
			return append(v4(r)[:8], c[1], c[0], c[7], c[6], c[5], c[4], c[3], c[2])
		}},
		{"NEWSEQUENTIALID()", []string{"UUIDv1, Microsoft's byte order"}, func(r *rand.Rand) any {
			return uuidText(microsoft(append(v1(r, before(r, now))[:8], 0x91, 7, 2, 0x42, 0xac, 0x12, 0, 3)))
		}},
		{"UUIDv7 by Guid.ToByteArray", []string{"UUIDv7, Microsoft's byte order"}, func(r *rand.Rand) any { return microsoft(v7(r, before(r, now))) }},
		{"UUIDv4 by Guid.ToByteArray", []string{"UUIDv4, Microsoft's byte order"}, func(r *rand.Rand) any { return microsoft(v4(r)) }},
		{"UUIDv4 of tests", []string{"UUIDv4, not random", "nothing", "a business key"}, func(r *rand.Rand) any {
			b := version(make([]byte, 16), 4)
			binary.BigEndian.PutUint32(b[12:], r.Uint32()>>12)
			return b
		}},
		{"UUIDv4 behind a tenant", []string{"UUIDv4, not random"}, func(r *rand.Rand) any { return append([]byte{0x9d, 0x31}, v4(r)[2:]...) }},
		{"UUIDv1 in a file of 5 minutes", []string{"UUIDv1"}, func(r *rand.Rand) any { return v1(r, now.Add(-time.Duration(r.Int64N(3e11)))) }},
		{"UUIDv6 of one machine", []string{"UUIDv6"}, func(r *rand.Rand) any { return append(v6(r, year(r))[:8], 0x91, 7, 2, 0x42, 0xac, 0x12, 0, 3) }},
		{"UUIDv4 with a time, hexadecimal", []string{timeFirst}, func(r *rand.Rand) any { return hex.EncodeToString(first(r, uint64(year(r).UnixMilli()))) }},
		{"seconds and random digits, hexadecimal", []string{"nothing"}, func(r *rand.Rand) any {
			return strconv.FormatInt(year(r).Unix(), 16) + hex.EncodeToString(someBytes(r, 12))
		}},
		{"milliseconds since 2015 and random digits, hexadecimal", []string{"nothing"}, func(r *rand.Rand) any {
			return hex.EncodeToString(stamped(r, year(r).UnixMilli()-discord, 40, 16))
		}},
		{"microseconds and random digits, hexadecimal", []string{"nothing"}, func(r *rand.Rand) any { return hex.EncodeToString(stamped(r, year(r).UnixMicro(), 64, 20)) }},
	}
}

// h3 returns a cell of Uber's grid near one place.
func h3(r *rand.Rand, resolution int) int64 {
	const base = 20
	n := int64(1)<<59 | int64(resolution)<<52 | base<<45
	for i := range 15 {
		digit := int64(7)
		switch {
		case i < 2:
			digit = int64(i)
		case i < resolution:
			digit = r.Int64N(7)
		}
		n |= digit << (3 * (14 - i))
	}
	return n
}

// times are 64-bit functions of a time that are none of a known snowflake.
func times(now time.Time) []keys {
	var list []keys
	for name, age := range map[string]time.Duration{"": 0, ", a year old": 12 * month, ", 3 years old": 36 * month, ", 7 years old": 84 * month} {
		end := now.Add(-age)
		list = append(list,
			keys{"CockroachDB's rowid" + name, []string{"CockroachDB's rowid"}, func(r *rand.Rand) any { return (before(r, end).UnixMicro()/10-discord*100)<<15 | (1 + r.Int64N(3)) }},
			keys{".NET ticks" + name, []string{".NET ticks"}, func(r *rand.Rand) any { return int64(ticks(before(r, end))) }},
			keys{".NET ticks of whole ms" + name, []string{".NET ticks"}, func(r *rand.Rand) any { return int64(ticks(before(r, end))) / 10_000 * 10_000 }},
			keys{"FILETIME" + name, []string{"FILETIME"}, func(r *rand.Rand) any { return int64(ticks(before(r, end))) - 504_911_232_000_000_000 }},
			keys{"seconds and 32 bits of fraction" + name, []string{"nothing"}, func(r *rand.Rand) any { t := before(r, end); return t.Unix()<<32 | int64(t.Nanosecond())<<32/1e9 }},
			keys{"seconds before a counter of 20 bits" + name, []string{"nothing"}, func(r *rand.Rand) any { return before(r, end).Unix()<<20 | r.Int64N(4) }},
			keys{"milliseconds before 16 random bits" + name, []string{"nothing"}, func(r *rand.Rand) any { return before(r, end).UnixMilli()<<16 | r.Int64N(1<<16) }},
			keys{"UUID_SHORT()" + name, []string{"nothing"}, func(r *rand.Rand) any { return 1<<56 | end.Unix()<<24 | r.Int64N(100_000) }},
			keys{"Baidu's uid-generator" + name, []string{"nothing"}, func(r *rand.Rand) any {
				return (before(r, end).Unix()-1_463_673_600)<<35 | (30+r.Int64N(3))<<13 | r.Int64N(20)
			}},
			keys{"Chrome's time" + name, []string{"Chrome's time"}, func(r *rand.Rand) any { return before(r, end).UnixMicro() + 11_644_473_600_000_000 }},
		)
	}
	for _, resolution := range []int{7, 9, 12, 15} {
		list = append(list, keys{"H3 cells, resolution " + strconv.Itoa(resolution), nil, func(r *rand.Rand) any { return h3(r, resolution) }})
	}
	slices.SortFunc(list, func(a, b keys) int { return strings.Compare(a.name, b.name) })
	return list
}

func otherTexts(now time.Time) []keys {
	return []keys{
		{"PHP's uniqid", []string{"nothing"}, func(r *rand.Rand) any {
			t := before(r, now)
			return strconv.FormatInt(t.Unix(), 16) + hex.EncodeToString(binary.BigEndian.AppendUint32(nil, uint32(t.Nanosecond()/1000)))[3:]
		}},
		{"UUIDv4 in base64url", []string{"UUIDv4"}, func(r *rand.Rand) any { return base64.RawURLEncoding.EncodeToString(v4(r)) }},
		{"shortuuid", []string{"nothing"}, func(r *rand.Rand) any { return inBase(v4(r), base58[:57], 22) }},
		{"video IDs", []string{"nothing"}, func(r *rand.Rand) any { return base64.RawURLEncoding.EncodeToString(someBytes(r, 8)) }},
		{"cuid2", []string{"nothing"}, func(r *rand.Rand) any { return letters(r, small, 1) + letters(r, digits+small, 23) }},
		{"nanoid of 10", []string{"nothing"}, func(r *rand.Rand) any { return letters(r, base62+"_-", 10) }},
		{"Salesforce IDs", []string{"nothing"}, func(r *rand.Rand) any { return "0015g00000" + letters(r, base62, 8) }},
		{"ULID of an hour", []string{"ULID"}, func(r *rand.Rand) any {
			return inBase(stamped(r, now.Add(-time.Duration(r.Int64N(int64(time.Hour)))).UnixMilli(), 48, 16), crockford, 26)
		}},
		{"MongoDB's ObjectID of a year ago", []string{"xid (rs/xid) or ObjectID"}, func(r *rand.Rand) any {
			b := stamped(r, before(r, now.Add(-12*month)).Unix(), 32, 12)
			copy(b[4:], []byte{0x5c, 0x1f, 7, 0xee, 0x42, 0x10})
			return hex.EncodeToString(b)
		}},
		{"flake-128 of Boundary", []string{"nothing"}, func(r *rand.Rand) any {
			return slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(before(r, now).UnixMilli())), []byte{2, 0x42, 0xac, 0x11, 0, 2, 0, byte(r.IntN(3))})
		}},
	}
}
