package idcorpus

// More: other rates and spans, old data, imports in another order, mixtures, and keys which look like something else.

import (
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

func extra(t *testing.T) {
	const year = 365 * 24 * time.Hour
	one := gen1("a0369f1c77e2")
	type gen struct {
		name, kind, order, typ string
		f                      func(time.Time) string
	}
	ctr := uint64(0)
	gens := []gen{
		{"gofrs/uuid/v5@v5.5.1 NewV1AtTime", "UUIDv1", "starts over", "uuid", func(x time.Time) string { return must(one.NewV1AtTime(x)).String() }},
		{"gofrs/uuid/v5@v5.5.1 NewV6AtTime", "UUIDv6", "ordered", "uuid", func(x time.Time) string { return must(one.NewV6AtTime(x)).String() }},
		{"gofrs/uuid/v5@v5.5.1 NewV7AtTime", "UUIDv7", "ordered", "uuid", func(x time.Time) string { return must(gofrs.NewV7AtTime(x)).String() }},
		{"oklog/ulid/v2@v2.1.2 MustNew", "ULID", "ordered", "text", func(x time.Time) string { return ulid.MustNew(ulid.Timestamp(x), rndReader{}).String() }},
		{"segmentio/ksuid@v1.0.4 NewRandomWithTime", "KSUID", "ordered", "text", func(x time.Time) string { return must(ksuid.NewRandomWithTime(x)).String() }},
		{"rs/xid@v1.6.0 NewWithTime", "xid", "ordered", "text", func(x time.Time) string { return xid.NewWithTime(x).String() }},
		{"mongo-driver/v2@v2.10.0 NewObjectIDFromTimestamp", "ObjectID", "ordered", "text", func(x time.Time) string { return bson.NewObjectIDFromTimestamp(x).Hex() }},
		{"snowflake of Twitter, many machines", "snowflake Twitter", "ordered", "integer", func(x time.Time) string { return snow(x, 1288834974657, uint64(rnd.IntN(1024)), uint64(rnd.IntN(4))) }},
		{"snowflake of Discord, many machines", "snowflake Discord", "ordered", "integer", func(x time.Time) string { return snow(x, 1420070400000, uint64(rnd.IntN(1024)), uint64(rnd.IntN(4))) }},
		{"snowflake from 1970, 4 machines", "snowflake 1970", "ordered", "integer", func(x time.Time) string { return snow(x, 0, uint64(rnd.IntN(4)), 0) }},
		{"Sonyflake, 3 machines", "Sonyflake", "ordered", "integer", func(x time.Time) string {
			return u64(uint64((x.UnixMilli()-1409529600000)/10)<<24 | []uint64{0x0a17, 0x0a18, 0x1f03}[rnd.IntN(3)])
		}},
		{"Instagram's PL/pgSQL next_id(), 4 shards", "Instagram", "ordered", "integer", func(x time.Time) string {
			ctr++
			return u64(uint64(x.UnixMilli()-1314220021721)<<23 | uint64(1+rnd.IntN(4))<<10 | ctr%1024)
		}},
		{"CockroachDB@24 unique_rowid(), 3 nodes", "CockroachDB rowid", "ordered", "integer", func(x time.Time) string {
			return u64(uint64(x.UnixNano()-1420070400_000_000_000)/10_000<<15 ^ uint64(1+rnd.IntN(3)))
		}},
		{"Firebase push IDs", "push ID (Firebase)", "ordered", "text", func(x time.Time) string { return enc(be64(uint64(x.UnixMilli())), push, 8) + pick(push, 12) }},
		{"TypeID of UUIDv7, prefix inv", "TypeID (UUIDv7 in base32 with a prefix)", "ordered", "text", func(x time.Time) string { return "inv_" + strings.ToLower(enc(v7of(x), croc, 26)) }},
		{"cuid by its documentation", "cuid", "ordered", "text", func(x time.Time) string {
			ctr++
			return "c" + enc(be64(uint64(x.UnixMilli())), b36, 8) + enc(be64(ctr), b36, 4) + "0k8m" + pick(b36, 8)
		}},
		{"Laravel@12 Str::orderedUuid", "UUIDv4 time first", "ordered", "uuid", func(x time.Time) string {
			b := v4()
			copy(b, be64(uint64(x.UnixNano() / 10_000))[2:])
			return text16(b)
		}},
		{"ABP@9 SequentialAsString", "UUID-shaped without a version, time first", "ordered", "uuid", func(x time.Time) string { return text16(append(be64(ticks(x) / 10000)[2:], rb(10)...)) }},
		{"ABP@9 SequentialAtEnd", "UUID-shaped without a version, time last", "random", "uuid", func(x time.Time) string { return text16(append(rb(10), be64(ticks(x) / 10000)[2:]...)) }},
		{"NHibernate@5.5 guid.comb", "UUIDv4 time last", "random", "uuid", func(x time.Time) string {
			b := v4()
			d := x.Sub(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC))
			binary.BigEndian.PutUint16(b[10:], uint16(d/(24*time.Hour)+25567))
			binary.BigEndian.PutUint32(b[12:], uint32(float64(d%(24*time.Hour))/1e6/3.333333))
			return text16(b)
		}},
		{"MySQL UUID_TO_BIN(UUID(),1)", "UUIDv1 swapped (UUID_TO_BIN(x,1))", "ordered", "bytes", func(x time.Time) string {
			return hex.EncodeToString(v1swap(v1of(x, 0x31a0, []byte{2, 0x42, 0xac, 0x11, 0, 9})))
		}},
	}
	old := time.Date(2019, 5, 17, 11, 5, 9, 77_000_000, time.UTC)
	for _, g := range gens {
		rev := g.order
		if rev == "ordered" {
			rev = "random"
		}
		atSched(g.name+", one year, data of 2018 to 2019", g.kind, g.order, g.typ, sched(n, old, year), g.f)
		atSched(g.name+", three hours, ends 2026-11-28", g.kind, g.order, g.typ, sched(n, now, 3*time.Hour), g.f)
		atSched(g.name+", three years, ends 2026-11-28, rows in another order", g.kind, rev, g.typ, shuffled(sched(n, now, 3*year)), g.f)
	}
	for _, g := range []gen{gens[0], gens[2], gens[6], gens[7], gens[10]} {
		atSched(g.name+", one a day for 150 days, ends now", g.kind, g.order, g.typ, dayList(now.Add(6*time.Hour)), func(x time.Time) string {
			return g.f(x.Add(5*time.Hour + time.Duration(rnd.Int64N(int64(12*time.Hour)))))
		})
	}
	atSched("UUIDv1 of 2008 to 2010", "UUIDv1", "starts over", "uuid", sched(n, time.Date(2010, 3, 1, 0, 0, 0, 0, time.UTC), 2*year), func(x time.Time) string { return must(one.NewV1AtTime(x)).String() })
	atSched("Twitter tweet ids of 2011 to 2013", "snowflake Twitter", "ordered", "integer", sched(n, time.Date(2013, 3, 1, 0, 0, 0, 0, time.UTC), 2*year), func(x time.Time) string {
		return snow(x, 1288834974657, uint64(rnd.IntN(64)), 0)
	})
	atSched("ObjectIDs of 2010 to 2013 (MongoDB)", "ObjectID", "ordered", "text", sched(n, time.Date(2013, 3, 1, 0, 0, 0, 0, time.UTC), 2*year), func(x time.Time) string { return bson.NewObjectIDFromTimestamp(x).Hex() })
	atSched("Unix ms, rows in another order, three years", "Unix ms", "random", "integer", shuffled(sched(n, now, 3*year)), func(x time.Time) string { return i64(x.UnixMilli()) })
	atSched("Unix seconds, rows in another order, three years", "Unix seconds", "random", "integer", shuffled(sched(n, now, 3*year)), func(x time.Time) string { return i64(x.Unix()) })
	atSched("Unix seconds, one year, data of 2018 to 2019", "Unix seconds", "ordered", "integer", sched(n, old, year), func(x time.Time) string { return i64(x.Unix()) })
	atSched("Unix ms, one year, data of 2018 to 2019", "Unix ms", "ordered", "integer", sched(n, old, year), func(x time.Time) string { return i64(x.UnixMilli()) })
	atSched("UUIDv7 of six app servers with clocks apart by up to two seconds, busy", "UUIDv7", "almost", "uuid", sched(n, now, 3*time.Minute), func(x time.Time) string {
		return text16(v7of(x.Add(time.Duration(rnd.IntN(6)) * 350 * time.Millisecond)))
	})
	atSched("ULID of six app servers with clocks apart by up to two seconds, busy", "ULID", "almost", "text", sched(n, now, 3*time.Minute), func(x time.Time) string {
		return ulid.MustNew(ulid.Timestamp(x.Add(time.Duration(rnd.IntN(6))*350*time.Millisecond)), rndReader{}).String()
	})
	atSched("ObjectIDs of the mongo shell's clients, many processes, busy", "ObjectID", "almost", "text", bursts(n, 5, 0, now, 5*time.Minute), func(x time.Time) string {
		return fmt.Sprintf("%08x%s%06x", x.Unix(), hex.EncodeToString(rb(5)), rnd.IntN(1<<24))
	})

	// mixtures
	plain("UUIDv4 until a migration, then UUIDv7", "other: mixture of UUIDv4 and UUIDv7", "none", "uuid", func(i int) string {
		if i < n/2 {
			return text16(v4())
		}
		return text16(v7of(now.Add(time.Duration(i-n) * time.Hour)))
	})
	plain("UUIDv1 until a migration, then UUIDv4", "other: mixture of UUIDv1 and UUIDv4", "none", "uuid", func(i int) string {
		if i < n/2 {
			return must(one.NewV1AtTime(now.Add(time.Duration(i-n) * time.Hour))).String()
		}
		return text16(v4())
	})
	plain("a sequence until a migration, then snowflakes", "other: mixture of a sequence and snowflakes", "ordered", "integer", func(i int) string {
		if i < n/2 {
			return i64(int64(40_000 + i))
		}
		return snow(now.Add(time.Duration(i-n)*time.Hour), 1288834974657, 3, 0)
	})
	plain("ObjectIDs and UUIDv4 in one column", "other: mixture of ObjectIDs and UUIDv4", "none", "text", func(i int) string {
		if i%3 == 0 {
			return text16(v4())
		}
		return bson.NewObjectIDFromTimestamp(now.Add(time.Duration(i-n) * time.Hour)).Hex()
	})
	plain("UUIDs written by hand (a number at the end)", "other: integers in the shape of UUIDs", "ordered", "uuid", func(i int) string { return fmt.Sprintf("00000000-0000-0000-0000-%012d", i+1) })
	plain("UUIDs written by hand (a group for the table)", "other: integers in the shape of UUIDs", "ordered", "uuid", func(i int) string { return fmt.Sprintf("a0000000-0000-4000-8000-%012x", i+1) })
	plain("sequence in the last 8 bytes of a UUID (migrated bigint)", "other: integers in the shape of UUIDs", "ordered", "uuid", func(i int) string { return text16(append(make([]byte, 8), be64(uint64(5_310_000+i*3))...)) })

	// keys which look like something else
	plain("random Crockford base32 of 26 upper case (ULID's shape)", "other: random base32", "random", "text", func(int) string { return pick(croc, 26) })
	plain("random base32hex of 20 lower case (xid's shape)", "other: random base32", "random", "text", func(int) string { return pick("0123456789abcdefghijklmnopqrstuv", 20) })
	plain("random base62 of 27 characters (KSUID's shape)", "random base62", "random", "text", func(int) string { return pick(b62, 27) })
	plain("random hex of 12 bytes (ObjectID's shape)", "random hex", "random", "text", func(int) string { return hex.EncodeToString(rb(12)) })
	plain("random bytes, 12 (ObjectID's shape), as made by a CSPRNG", "random bytes", "random", "bytes", func(int) string { return hex.EncodeToString(rb(12)) })
	plain("c and 24 random base36 (cuid's shape)", "other: random base36", "random", "text", func(int) string { return "c" + pick(b36, 24) })
	plain("random base64url of 20 characters (push ID's shape)", "random base64", "random", "text", func(int) string { return pick(b64u, 20) })
	plain("random base62 of 20 characters with a prefix (Firestore's shape)", "random base62", "random", "text", func(int) string { return "doc-" + pick(b62, 20) })
	plain("Spotify ids (22 base62)", "random base62", "random", "text", func(int) string { return pick(b62, 22) })
	plain("Google Drive file ids (33 base64url)", "random base64", "random", "text", func(int) string { return "1" + pick(b64u, 32) })
	plain("random 32 hex with dashes as a UUID (no version)", "UUID-shaped without a version, time none", "random", "text", func(int) string { return text16(rb(16)) })
	plain("random 128 bits as UUID type (no version)", "UUID-shaped without a version, time none", "random", "uuid", func(int) string { return text16(rb(16)) })
	plain("MD5 in the shape of a UUID (md5(x)::uuid)", "UUID-shaped without a version, time none", "random", "uuid", func(i int) string {
		h := md5.Sum(fmt.Appendf(nil, "row %d", i))
		return text16(h[:])
	})
	b := func(what, order, typ string, f func(i int) string) {
		plain("business: "+what, "business: "+what, order, typ, f)
	}
	b("numbers of 18 digits by hand", "none", "integer", func(int) string { return lead(18) })
	b("ICCID as numbers (19 digits)", "none", "integer", func(int) string { return luhn("894901" + num(12)) })
	b("CLABE of Mexico (18 digits)", "none", "integer", func(int) string {
		s := "012180" + num(11)
		c := 0
		for i := range s {
			c += int(s[i]-'0') * []int{3, 7, 1}[i%3] % 10
		}
		return strings.TrimLeft(s+fmt.Sprint((10-c%10)%10), "0")
	})
	b("Facebook user ids (15 digits)", "none", "integer", func(int) string { return "10000" + lead(10) })
	b("Steam ids", "none", "integer", func(int) string { return u64(76561197960265728 + rnd.Uint64N(1_700_000_000)) })
	b("Xbox user ids", "none", "integer", func(int) string { return "25332747" + lead(8) })
	b("Google account ids (21 digits)", "none", "text", func(int) string { return "1" + num(20) })
	b("Twitter user ids before 2015", "none", "integer", func(int) string { return u64(12 + rnd.Uint64N(3_000_000_000)) })
	b("Telegram chat ids (negative)", "none", "integer", func(int) string { return "-100" + lead(10) })
	b("birthdays as Unix seconds", "none", "integer", func(int) string {
		return i64(time.Date(1950, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rnd.IntN(20000)).Unix())
	})
	b("phone numbers of the US as ten digits", "none", "integer", func(int) string { return pick("23456789", 1) + num(9) })
	b("numbers of 13 random digits", "none", "integer", func(int) string { return lead(13) })
	b("numbers of 10 digits from 1 to 2 milliards", "none", "integer", func(int) string { return u64(1_000_000_000 + rnd.Uint64N(1_000_000_000)) })
	b("order numbers with a store and a counter (601-0001234)", "ordered", "text", func(i int) string { return fmt.Sprintf("601-%07d", 1234+i) })
	b("order numbers of several stores", "none", "text", func(i int) string { return fmt.Sprintf("%d-%07d", 601+rnd.IntN(5), 1234+i) })
	b("receipt numbers store, till, day, counter (18 digits)", "ordered", "integer", func(i int) string {
		return fmt.Sprintf("4711%02d%s%04d", 3, now.AddDate(0, 0, (i-n)/3).Format("060102"), 100+i)
	})
	b("UIC wagon numbers (12 digits)", "none", "text", func(int) string { return luhn("3180" + num(7)) })
	b("dates and a random number (yyyymmdd-nnnn)", "none", "text", func(i int) string { return now.AddDate(0, 0, (i-n)/2).Format("20060102") + "-" + num(4) })
	b("hex colours and a size", "none", "text", func(int) string { return pick(hexd, 6) + "-" + pick("SMLX", 1) })
	b("German words with umlauts", "none", "text", func(int) string { return w() + []string{"ä", "ö", "ü", "ß"}[rnd.IntN(4)] + w() })
	b("titles with spaces", "none", "text", func(int) string { return "The " + w() + " " + w() })
	b("DUNS numbers", "none", "integer", func(int) string { return lead(9) })
	b("GLN", "none", "text", func(int) string { return gs1("40" + num(10)) })
	b("medical record numbers", "none", "text", func(int) string { return "MRN" + num(7) })
	b("gene ids of Ensembl", "none", "text", func(int) string { return fmt.Sprintf("ENSG%011d", 3+rnd.IntN(290000)) })
	b("accessions of UniProt", "none", "text", func(int) string { return pick("OPQ", 1) + num(1) + pick(b36u, 3) + num(1) })
	b("chemical InChIKeys", "none", "text", func(int) string { return pick(upper, 14) + "-" + pick(upper, 8) + "SA-N" })
	b("addresses of Ethereum", "none", "text", func(int) string { return "0x" + hex.EncodeToString(rb(20)) })
	b("transactions of Bitcoin", "none", "text", func(int) string { return hex.EncodeToString(rb(32)) })
	b("addresses of Bitcoin (bech32)", "none", "text", func(int) string { return "bc1q" + pick("023456789acdefghjklmnpqrstuvwxyz", 38) })

	// services
	atSched("TikTok video ids (seconds << 32)", "other: TikTok (seconds << 32)", "ordered", "integer", sched(n, now, 92*24*time.Hour), func(x time.Time) string { return u64(uint64(x.Unix())<<32 | rnd.Uint64()>>32) })
	atSched("TikTok video ids (seconds << 32) as text", "other: TikTok (seconds << 32)", "ordered", "text", sched(n, yearAgo, 92*24*time.Hour), func(x time.Time) string { return u64(uint64(x.Unix())<<32 | rnd.Uint64()>>32) })
	plain("Notion page ids (UUIDv4 without dashes)", "UUIDv4", "random", "text", func(int) string { return hex.EncodeToString(v4()) })
	plain("Twilio SIDs (AC and 32 hex)", "random hex", "random", "text", func(int) string { return "AC" + hex.EncodeToString(rb(16)) })
	atSched("Twitter ids in JSON as text, three months", "snowflake Twitter", "ordered", "text", sched(n, now, 92*24*time.Hour), func(x time.Time) string { return snow(x, 1288834974657, uint64(rnd.IntN(400)), uint64(rnd.IntN(50))) })
	atSched("microseconds and a node (µs * 1024 + node)", "other: µs and a node", "ordered", "integer", sched(n, now, 92*24*time.Hour), func(x time.Time) string { return u64(uint64(x.UnixMicro())*1024 + 17) })
	atSched("Unix seconds << 32 and a counter (ObjectID-like in 64 bits)", "other: seconds << 32 and a counter", "ordered", "integer", sched(n, now, 92*24*time.Hour), func(x time.Time) string { ctr++; return u64(uint64(x.Unix())<<32 | ctr) })
	atSched("ms since 2020-01-01 << 20 and random (home-made)", "other: ms << 20 and random", "ordered", "integer", sched(n, now, 92*24*time.Hour), func(x time.Time) string { return u64(uint64(x.UnixMilli()-1577836800000)<<20 | rnd.Uint64()>>44) })
	atSched("yymmdd and eight digits of a counter", "business: date and counter in 14 digits", "ordered", "integer", dayList(now), func(x time.Time) string { ctr++; return x.Format("060102") + fmt.Sprintf("%08d", ctr) })
}
