package suite

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

const (
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzILOUilou-"
	hexDigits = "0123456789abcdefABCDEF-gG"
	base58    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl"
	base32Hex = "0123456789ABCDEFGHIJKLMNOPQRSTUVabcdefghijklmnopqrstuvWwzZ"
)

func formats() []format {
	return []format{wijiFormat(), ulidFormat(), uuidFormat(), ulidFlakeFormat(), uidFormat(), xidFormat(), scruFormat()}
}

// mask reads the hexadecimal digits of a mask.
func mask(digits string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

func decimal[T ~uint8 | ~uint16 | ~uint32 | ~uint64](v T) string {
	return strconv.FormatUint(uint64(v), 10)
}

func wijiFormat() format {
	of := func(raw []byte) wiji.ID { return wiji.ID(raw) }
	return format{
		name: "wiji", library: "wiji", vectors: "wiji/testdata/wiji.json", size: 16, textAlpha: crockford,
		text: func(raw []byte) string { return of(raw).String() },
		forms: map[string]func([]byte) string{
			"uuid": func(raw []byte) string { return of(raw).UUID() },
			"hex":  func(raw []byte) string { return of(raw).Hex() },
		},
		parse: parser(wiji.Parse), valid: func(raw []byte) bool { return of(raw).IsValid() },
		random: func(r *rand.Rand) []byte {
			b := randomBytes(r, 16)
			if r.IntN(8) > 0 {
				b[9] = wiji.Version<<4 | b[9]&0xF
			}
			if r.IntN(4) > 0 {
				b[0] &= 0x3F // a time that a text can hold
			}
			return b
		},
		resolution: time.Microsecond, time: func(raw []byte) time.Time { return of(raw).Time() },
		minAt: bound(wiji.MinAt), maxAt: bound(wiji.MaxAt), at: bound(wiji.At),
		dated: mask("FFFFFFFFFFFFFF 0000 F0 000000000000"),
		first: time.UnixMicro(0), last: time.UnixMicro(wiji.MaxTextTimestamp),
		fields: func(raw []byte) map[string]string {
			f := of(raw).Fields()
			return map[string]string{
				"micros": decimal(f.Timestamp), "sequence": decimal(f.Sequence), "version": decimal(f.Version), "random": decimal(f.Random),
			}
		},
		generates: true, ordered: true, global: true,
	}
}

func ulidFormat() format {
	of := func(raw []byte) ulid.ID { return ulid.ID(raw) }
	return format{
		name: "ulid", library: "ulid", vectors: "ulid/testdata/ulid.json", size: 16, textAlpha: crockford,
		text:  func(raw []byte) string { return of(raw).String() },
		forms: map[string]func([]byte) string{"uuid": func(raw []byte) string { return of(raw).UUID() }},
		parse: parser(ulid.Parse), valid: func(raw []byte) bool { return of(raw).IsValid() },
		random:     func(r *rand.Rand) []byte { return randomBytes(r, 16) },
		resolution: time.Millisecond, time: func(raw []byte) time.Time { return of(raw).Time() },
		minAt: bound(ulid.MinAt), maxAt: bound(ulid.MaxAt), at: bound(ulid.At),
		dated: mask("FFFFFFFFFFFF 00000000000000000000"),
		first: time.UnixMilli(0), last: time.UnixMilli(ulid.MaxTimestamp),
		fields: func(raw []byte) map[string]string {
			f := of(raw).Fields()
			return map[string]string{"millis": decimal(f.Timestamp), "random": hex.EncodeToString(f.Random[:])}
		},
		generates: true, ordered: true, global: true,
	}
}

// uuidFormat is UUIDv7: names of functions contain no digit.
func uuidFormat() format {
	of := func(raw []byte) uuidv7.ID { return uuidv7.ID(raw) }
	return format{
		name: "uuid", library: "uuidv7", vectors: "uuidv7/testdata/uuidv7.json", size: 16, textAlpha: hexDigits,
		text:  func(raw []byte) string { return of(raw).String() },
		forms: map[string]func([]byte) string{"hex": func(raw []byte) string { return of(raw).Hex() }},
		parse: parser(uuidv7.Parse), valid: func(raw []byte) bool { return of(raw).IsValid() },
		random: func(r *rand.Rand) []byte {
			b := randomBytes(r, 16)
			if r.IntN(8) > 0 {
				b[6] = uuidv7.Version<<4 | b[6]&0xF
			}
			if r.IntN(8) > 0 {
				b[8] = 0x80 | b[8]&0x3F
			}
			return b
		},
		resolution: time.Millisecond, time: func(raw []byte) time.Time { return of(raw).Time() },
		minAt: bound(uuidv7.MinAt), maxAt: bound(uuidv7.MaxAt), at: bound(uuidv7.At),
		dated: mask("FFFFFFFFFFFF FFFF C000000000000000"),
		first: time.UnixMilli(0), last: time.UnixMilli(uuidv7.MaxTimestamp),
		fields: func(raw []byte) map[string]string {
			f := of(raw).Fields()
			return map[string]string{"millis": decimal(f.Timestamp), "rand_a": decimal(f.RandA), "random": decimal(f.Random)}
		},
		generates: true, ordered: true, global: true,
	}
}

func ulidFlakeFormat() format {
	of := func(raw []byte) ulidflake.ID { return ulidflake.ID(binary.BigEndian.Uint64(raw)) }
	return format{
		name: "ulidflake", library: "ulidflake", vectors: "ulidflake/testdata/ulidflake.json", size: 8, textAlpha: crockford,
		text:  func(raw []byte) string { return of(raw).String() },
		parse: parser(ulidflake.Parse), valid: func(raw []byte) bool { return of(raw).IsValid() },
		random: func(r *rand.Rand) []byte {
			b := randomBytes(r, 8)
			if r.IntN(8) > 0 {
				b[0] &= 0x7F
			}
			return b
		},
		resolution: time.Millisecond, time: func(raw []byte) time.Time { return of(raw).Time() },
		minAt: bound(ulidflake.MinAt), maxAt: bound(ulidflake.MaxAt),
		numbers: true,
		first:   time.UnixMilli(ulidflake.EpochUnixMillis), last: time.UnixMilli(ulidflake.EpochUnixMillis + ulidflake.MaxTimestamp),
		fields:    func(raw []byte) map[string]string { return fieldsOfFlake(of(raw)) },
		generates: true, ordered: true, global: true,
	}
}

func fieldsOfFlake(x ulidflake.ID) map[string]string {
	f := x.Fields()
	return map[string]string{"millis": decimal(f.Timestamp), "random": decimal(f.Random)}
}

func uidOf(raw []byte) uid11.ID { return uid11.ID(binary.BigEndian.Uint64(raw)) }

// uidFormat is what all profiles of uid11 share: the texts.
func uidFormat() format {
	return format{
		name: "uid", library: "uid11", vectors: "uid11/testdata/uid11.json", size: 8, textAlpha: base58,
		text:  func(raw []byte) string { return uidOf(raw).String() },
		parse: parser(uid11.Parse), valid: func(raw []byte) bool { return uidOf(raw).IsValid() },
		random: func(r *rand.Rand) []byte { return randomBytes(r, 8) },
	}
}

// xidFormat is the profile xid: times and fields.
func xidFormat() format {
	return format{
		name: "xid", library: "uid11", vectors: "uid11/testdata/uid11.json", size: 8,
		random:     func(r *rand.Rand) []byte { return randomBytes(r, 8) },
		resolution: time.Millisecond, time: func(raw []byte) time.Time { return uidOf(raw).Time() },
		minAt: bound(uid11.MinAt), maxAt: bound(uid11.MaxAt),
		numbers: true,
		first:   time.UnixMilli(uid11.EpochUnixMillis), last: time.UnixMilli(uid11.EpochUnixMillis + uid11.MaxTimestamp),
		fields: func(raw []byte) map[string]string {
			f := uidOf(raw).Fields()
			return map[string]string{"millis": decimal(f.Timestamp), "random": decimal(f.Random)}
		},
		generates: true,
	}
}

func scruFormat() format {
	of := func(raw []byte) scru160.ID { return scru160.ID(raw) }
	return format{
		name: "scru", library: "scru160", vectors: "scru160/testdata/scru160.json", size: 20, textAlpha: base32Hex,
		text:  func(raw []byte) string { return of(raw).String() },
		forms: map[string]func([]byte) string{"hex": func(raw []byte) string { return of(raw).Hex() }},
		parse: parser(scru160.Parse), valid: func(raw []byte) bool { return of(raw).IsValid() },
		random:     func(r *rand.Rand) []byte { return randomBytes(r, 20) },
		resolution: time.Millisecond, time: func(raw []byte) time.Time { return of(raw).Time() },
		minAt: bound(scru160.MinAt), maxAt: bound(scru160.MaxAt), at: bound(scru160.At),
		dated: mask("FFFFFFFFFFFF 8000 000000000000000000000000"),
		first: time.UnixMilli(0), last: time.UnixMilli(scru160.MaxTimestamp),
		fields: func(raw []byte) map[string]string {
			f := of(raw).Fields()
			return map[string]string{
				"millis": decimal(f.Timestamp), "counter": decimal(f.Counter), "random16": decimal(f.Extension),
				"random80": fmt.Sprintf("%x", f.Random),
			}
		},
		generates: true, ordered: true, global: true,
	}
}
